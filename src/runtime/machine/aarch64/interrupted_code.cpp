#include "runtime/machine/interrupted_code.h"

#include <cstring>

// By 32 bytes, then by single ones: also from where 32 were too many.
asm(R"(
  .text
  .p2align 4
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

namespace raddle::runtime {

const int kTrapSignal = SIGTRAP;

std::uintptr_t InterruptedCode::pc() const { return context_.uc_mcontext.pc; }

std::uintptr_t InterruptedCode::stackPointer() const { return context_.uc_mcontext.sp; }

// What the kernel appends to the registers: records, of which one holds the exception syndrome (Arm's Architecture
// Reference Manual, ESR_EL1).
bool InterruptedCode::isWrite() const {
  constexpr std::uint64_t kClassShift = 26, kDataAbort = 0x24, kFromBelow = 0x01, kWrites = 1u << 6;
  const unsigned char *record = context_.uc_mcontext.__reserved;
  const unsigned char *const end = record + sizeof context_.uc_mcontext.__reserved;
  while (record + sizeof(esr_context) <= end) {
    _aarch64_ctx head;
    std::memcpy(&head, record, sizeof head);
    if (head.magic == ESR_MAGIC) {
      esr_context syndrome;
      std::memcpy(&syndrome, record, sizeof syndrome);
      return (syndrome.esr >> kClassShift & 0x3f & ~kFromBelow) == kDataAbort && (syndrome.esr & kWrites) != 0;
    }
    if (head.magic == 0 || head.size == 0)
      break;
    record += head.size;
  }
  return false;
}

// The processor minds only those of atomics, as SIGBUS, whose `info` says so.
std::optional<MisalignedAccess> InterruptedCode::misalignedAccess(const siginfo_t &) const { return std::nullopt; }

std::uintptr_t InterruptedCode::returnAddress(std::uintptr_t, std::uintptr_t) const {
  return context_.uc_mcontext.regs[30];
}

void InterruptedCode::undoCall(std::uintptr_t call) { goOnAt(call); }

void InterruptedCode::goOnAt(std::uintptr_t pc) { context_.uc_mcontext.pc = pc; }

void InterruptedCode::enter(void (*function)(void *argument), void *argument, unsigned char *stack_top) {
  auto &registers = context_.uc_mcontext;
  registers.sp = reinterpret_cast<std::uintptr_t>(stack_top);
  registers.pc = reinterpret_cast<std::uintptr_t>(function);
  registers.regs[0] = reinterpret_cast<std::uintptr_t>(argument);
  registers.regs[29] = registers.regs[30] = 0;
}

} // namespace raddle::runtime
