// A kernel looks at each divisor, and hardly ever calls these functions. So they keep all registers of the
// processor, those of vectors included: the code around such a call need not save any, and is the same as
// without it (the compiler knows them by nvvm::Effect::Reports).

#include "runtime/block.h"
#include "runtime/fault.h"
#include "runtime/kernel_exports.h"
#include "runtime/run.h"
#include "runtime/symbolizer.h"
#include "runtime/worker.h"

#include <fmt/format.h>

using namespace raddle::runtime;

// 2688 bytes are what XSAVE writes for the x87, SSE, AVX and AVX-512 registers (0xe7). Processors without AVX
// may have no XSAVE, and FXSAVE knows all their registers. The third argument of the function behind is where
// it was called from.
asm(R"(
  .macro raddle_keeping_registers name
  .text
  .p2align 4
  .globl \name
  .type \name, @function
\name:
  .cfi_startproc
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  pushq %rax
  pushq %rcx
  pushq %rdx
  pushq %rsi
  pushq %rdi
  pushq %r8
  pushq %r9
  pushq %r10
  pushq %r11
  subq $2688, %rsp
  andq $-64, %rsp
  cmpb $0, raddle_has_avx(%rip)
  je 1f
  xorl %eax, %eax
  movq %rax, 512(%rsp)
  movq %rax, 520(%rsp)
  movq %rax, 528(%rsp)
  movq %rax, 536(%rsp)
  movq %rax, 544(%rsp)
  movq %rax, 552(%rsp)
  movq %rax, 560(%rsp)
  movq %rax, 568(%rsp)
  movl $0xe7, %eax
  xorl %edx, %edx
  xsave64 (%rsp)
  jmp 2f
1:
  fxsave64 (%rsp)
2:
  movq 8(%rbp), %rdx
  call \name\()_at
  cmpb $0, raddle_has_avx(%rip)
  je 3f
  movl $0xe7, %eax
  xorl %edx, %edx
  xrstor64 (%rsp)
  jmp 4f
3:
  fxrstor64 (%rsp)
4:
  leaq -72(%rbp), %rsp
  popq %r11
  popq %r10
  popq %r9
  popq %r8
  popq %rdi
  popq %rsi
  popq %rdx
  popq %rcx
  popq %rax
  popq %rbp
  .cfi_def_cfa %rsp, 8
  ret
  .cfi_endproc
  .size \name, .-\name
  .endm

  raddle_keeping_registers raddle_division_by_zero
  raddle_keeping_registers raddle_lane_divides_by_zero
)");

#define RADDLE_CALLED_BY_ASSEMBLER extern "C" __attribute__((visibility("hidden"), used))

RADDLE_CALLED_BY_ASSEMBLER const bool raddle_has_avx = [] {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx") != 0;
}();

RADDLE_CALLED_BY_ASSEMBLER void raddle_division_by_zero_at(RaddleThread *thread, uint32_t,
                                                           std::uintptr_t call) {
  Block &block = *static_cast<Block *>(thread->block);
  if (!block.run->takeDivisionWarning())
    return;
  const std::uintptr_t site = callSite(call);
  block.worker->onHomeStack([&] {
    printDiagnostic(
        fmt::format("{}warning: kernel '{}' divides an integer by zero; this is reported once per launch\n"
                    "note: block {}, thread {}, warp {}, lane {}\n",
                    placePrefix(symbolize({site})[0]), kernelName(block.kernel()), format(block.block_idx),
                    format(thread->thread_idx), thread->warp, thread->lane));
  });
}

RADDLE_CALLED_BY_ASSEMBLER void raddle_lane_divides_by_zero_at(RaddleThread *thread, uint32_t lane,
                                                               std::uintptr_t call) {
  raddle_select_lane(thread, lane);
  raddle_division_by_zero_at(thread, lane, call);
  raddle_select_lane(thread, 0);
}
