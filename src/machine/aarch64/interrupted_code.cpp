#include "machine/interrupted_code.h"

#include <cstring>

// By 32 bytes, then by single ones: also from where 32 were too many.
asm(R"(
  .text
  .p2align 4
  .hidden raddle_guarded_copy_past_caches
  .globl raddle_guarded_copy_past_caches
raddle_guarded_copy_past_caches:
  .hidden raddle_guarded_copy
  .globl raddle_guarded_copy
  .type raddle_guarded_copy, @function
raddle_guarded_copy:
  .cfi_startproc
  mov x3, #0
  .hidden raddle_guarded_copy_begin
  .globl raddle_guarded_copy_begin
raddle_guarded_copy_begin:
1:
  cmp x2, #32
  b.lo 2f
  ldp q0, q1, [x1]
  stp q0, q1, [x0]
  add x1, x1, #32
  add x0, x0, #32
  sub x2, x2, #32
  b 1b
2:
  mov x3, #1
  cbz x2, raddle_guarded_copy_end
3:
  ldrb w4, [x1], #1
  strb w4, [x0], #1
  subs x2, x2, #1
  b.ne 3b
  .hidden raddle_guarded_copy_end
  .globl raddle_guarded_copy_end
raddle_guarded_copy_end:
  mov w0, #1
  ret
  .hidden raddle_guarded_copy_failed
  .globl raddle_guarded_copy_failed
raddle_guarded_copy_failed:
  cbz x3, 2b
  mov w0, #0
  ret
  .cfi_endproc
  .size raddle_guarded_copy, .-raddle_guarded_copy
)");

namespace raddle {

namespace {

// As Arm's Architecture Reference Manual encodes loads and stores (C4.1); atomics are stores, too.
bool isStore(std::uint32_t instruction) {
  auto bits = [&](unsigned from, unsigned count) { return instruction >> from & ((1u << count) - 1); };
  const bool is_load_or_store = bits(27, 1) == 1 && bits(25, 1) == 0;
  const unsigned kind = bits(27, 3);
  constexpr unsigned kLiteral = 0b011, kRegister = 0b111;
  if (!is_load_or_store || kind == kLiteral)
    return false;
  if (kind != kRegister)
    return bits(22, 1) == 0;
  const bool is_vector = bits(26, 1) == 1;
  const bool is_atomic = !is_vector && bits(24, 2) == 0 && bits(21, 1) == 1 && bits(10, 2) == 0;
  return is_atomic || (is_vector ? bits(22, 1) == 0 : bits(22, 2) == 0);
}

} // namespace

const int kTrapSignal = SIGTRAP;

std::uintptr_t InterruptedCode::pc() const { return context_.uc_mcontext.pc; }

std::uintptr_t InterruptedCode::stackPointer() const { return context_.uc_mcontext.sp; }

// The exception's syndrome says so, too, but not every kernel (nor emulator) hands it on.
bool InterruptedCode::isWrite(const siginfo_t &info) const {
  const bool is_access = info.si_signo == SIGSEGV || info.si_signo == SIGBUS;
  if (!is_access || reinterpret_cast<std::uintptr_t>(info.si_addr) == pc() || pc() % 4 != 0)
    return false;
  std::uint32_t instruction;
  std::memcpy(&instruction, reinterpret_cast<const void *>(pc()), sizeof instruction);
  return isStore(instruction);
}

// The processor minds only those of atomics, as SIGBUS, whose `info` says so.
std::optional<MisalignedAccess> InterruptedCode::misalignedAccess(const siginfo_t &) const {
  return std::nullopt;
}

std::uintptr_t InterruptedCode::returnAddress(std::uintptr_t, std::uintptr_t) const {
  return context_.uc_mcontext.regs[30];
}

bool InterruptedCode::beginStep() { return false; }

void InterruptedCode::endStep() {}

void InterruptedCode::undoCall(std::uintptr_t call) { goOnAt(call); }

void InterruptedCode::goOnAt(std::uintptr_t pc) { context_.uc_mcontext.pc = pc; }

void InterruptedCode::enter(void (*function)(void *argument), void *argument, unsigned char *stack_top) {
  auto &registers = context_.uc_mcontext;
  registers.sp = reinterpret_cast<std::uintptr_t>(stack_top);
  registers.pc = reinterpret_cast<std::uintptr_t>(function);
  registers.regs[0] = reinterpret_cast<std::uintptr_t>(argument);
  registers.regs[29] = registers.regs[30] = 0;
}

} // namespace raddle
