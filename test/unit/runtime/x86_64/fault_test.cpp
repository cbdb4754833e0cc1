// Faults and registers of x86-64 only.
#include "../run_kernel.h"

using namespace raddle;
using namespace raddle::runtime;

namespace {

struct Nothing {};

TEST(Fault, DivisionOverflow) {
  const RaddleKernel division = threadKernel([](RaddleThread *, const void *) {
    int quotient, remainder;
    asm volatile("idivl %2" : "=a"(quotient), "=d"(remainder) : "r"(0), "0"(1), "1"(0));
  });
  expectFault(runKernel(division, {1, 1, 1}, {1, 1, 1}, Nothing{}), FaultKind::kIllegalInstruction,
              {"made an integer division that overflows"});
}

// Registers that any other function may change.
struct CallerSaved {
  std::uint64_t general[9];
  std::uint64_t xmm[16][2];
};

// Calls the function with the arguments and a known value in each register, and returns what is there after
// it.
CallerSaved registersBehind(const void *function, RaddleThread *thread, std::uint32_t lane) {
  CallerSaved seen{};
  asm volatile(R"(
    movq %0, %%rbx
    movq %1, %%r12
    movq $101, %%rax
    movq $102, %%rcx
    movq $103, %%rdx
    movq $106, %%r8
    movq $107, %%r9
    movq $108, %%r10
    movq $109, %%r11
    movq %%r8, %%xmm0
    movq %%r9, %%xmm7
    movq %%r10, %%xmm15
    callq *%%r12
    movq %%rax, (%%rbx)
    movq %%rcx, 8(%%rbx)
    movq %%rdx, 16(%%rbx)
    movq %%rsi, 24(%%rbx)
    movq %%rdi, 32(%%rbx)
    movq %%r8, 40(%%rbx)
    movq %%r9, 48(%%rbx)
    movq %%r10, 56(%%rbx)
    movq %%r11, 64(%%rbx)
    movups %%xmm0, 72(%%rbx)
    movups %%xmm7, 184(%%rbx)
    movups %%xmm15, 312(%%rbx)
  )"
               :
               : "r"(&seen), "r"(function), "D"(thread), "S"(std::uint64_t{lane})
               : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "xmm0", "xmm1", "xmm2", "xmm3",
                 "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14",
                 "xmm15", "memory", "cc");
  return seen;
}

TEST(Fault, DivisionByZeroKeepsAllRegisters) {
  struct Seen {
    CallerSaved *registers;
    RaddleThread **thread;
  };
  CallerSaved seen[2]{};
  RaddleThread *thread = nullptr;
  const RaddleKernel kernel = threadKernel([](RaddleThread *self, const void *parameters) {
    const Seen &out = parametersOf<Seen>(parameters);
    *out.thread = self;
    out.registers[0] = registersBehind(reinterpret_cast<const void *>(&raddle_division_by_zero), self, 0);
    out.registers[1] = registersBehind(reinterpret_cast<const void *>(&raddle_lane_divides_by_zero), self, 0);
  });
  testing::internal::CaptureStderr();
  EXPECT_EQ(runKernel(kernel, {1, 1, 1}, {1, 1, 1}, Seen{seen, &thread}).kind, FaultKind::kNone);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("divides an integer by zero"), std::string::npos);
  for (const CallerSaved &registers : seen) {
    for (const unsigned i : {0u, 1u, 2u, 5u, 6u, 7u, 8u})
      EXPECT_EQ(registers.general[i], 101 + i) << i;
    EXPECT_EQ(registers.general[3], 0u);
    EXPECT_EQ(registers.general[4], reinterpret_cast<std::uint64_t>(thread));
    EXPECT_EQ(registers.xmm[0][0], 106u);
    EXPECT_EQ(registers.xmm[7][0], 107u);
    EXPECT_EQ(registers.xmm[15][0], 108u);
  }
}

} // namespace
