#include "machine/interrupted_code.h"

#include "machine/x86_64/aligned_move.h"

#include <cstring>

// Copies with one instruction. Past the caches, lines of 64 bytes come first, and what is left of the last one then.
asm(R"(
  .text
  .p2align 4
  .hidden raddle_guarded_copy_past_caches
  .globl raddle_guarded_copy_past_caches
  .type raddle_guarded_copy_past_caches, @function
  .hidden raddle_guarded_copy_begin
  .globl raddle_guarded_copy_begin
raddle_guarded_copy_past_caches:
raddle_guarded_copy_begin:
  .cfi_startproc
  cmpq $64, %rdx
  jb 2f
1:
  movups (%rsi), %xmm0
  movups 16(%rsi), %xmm1
  movups 32(%rsi), %xmm2
  movups 48(%rsi), %xmm3
  movntps %xmm0, (%rdi)
  movntps %xmm1, 16(%rdi)
  movntps %xmm2, 32(%rdi)
  movntps %xmm3, 48(%rdi)
  addq $64, %rsi
  addq $64, %rdi
  subq $64, %rdx
  cmpq $64, %rdx
  jae 1b
2:
  .cfi_endproc
  .size raddle_guarded_copy_past_caches, .-raddle_guarded_copy_past_caches

  .hidden raddle_guarded_copy
  .globl raddle_guarded_copy
  .type raddle_guarded_copy, @function
raddle_guarded_copy:
  .cfi_startproc
  movq %rdx, %rcx
  rep movsb
  .hidden raddle_guarded_copy_end
  .globl raddle_guarded_copy_end
raddle_guarded_copy_end:
  movl $1, %eax
  ret
  .hidden raddle_guarded_copy_failed
  .globl raddle_guarded_copy_failed
raddle_guarded_copy_failed:
  xorl %eax, %eax
  ret
  .cfi_endproc
  .size raddle_guarded_copy, .-raddle_guarded_copy
)");

namespace raddle {

namespace {

constexpr greg_t kDirectionFlag = 0x400, kTrapFlag = 0x100;
constexpr greg_t kPageFaultWrite = 2;
constexpr greg_t kPageFaultTrap = 14;

} // namespace

const int kTrapSignal = SIGILL;

std::uintptr_t InterruptedCode::pc() const {
  return static_cast<std::uintptr_t>(context_.uc_mcontext.gregs[REG_RIP]);
}

std::uintptr_t InterruptedCode::stackPointer() const {
  return static_cast<std::uintptr_t>(context_.uc_mcontext.gregs[REG_RSP]);
}

bool InterruptedCode::isWrite(const siginfo_t &) const {
  const greg_t *registers = context_.uc_mcontext.gregs;
  return registers[REG_TRAPNO] == kPageFaultTrap && (registers[REG_ERR] & kPageFaultWrite);
}

// A general protection fault comes without an address.
std::optional<MisalignedAccess> InterruptedCode::misalignedAccess(const siginfo_t &info) const {
  if (info.si_signo != SIGSEGV || info.si_code != SI_KERNEL || pc() >> 47)
    return std::nullopt;
  const std::optional<AlignedMove> move =
      alignedMoveAt(reinterpret_cast<const unsigned char *>(pc()), context_.uc_mcontext.gregs);
  if (!move || !move->isMisaligned())
    return std::nullopt;
  return MisalignedAccess{move->address, move->bytes, move->write};
}

// The call has left it on the stack.
std::uintptr_t InterruptedCode::returnAddress(std::uintptr_t stack_bottom, std::uintptr_t stack_top) const {
  const std::uintptr_t stack = stackPointer();
  std::uintptr_t address = 0;
  if (stack >= stack_bottom && stack + sizeof address <= stack_top)
    std::memcpy(&address, reinterpret_cast<const void *>(stack), sizeof address);
  return address;
}

bool InterruptedCode::beginStep() {
  context_.uc_mcontext.gregs[REG_EFL] |= kTrapFlag;
  return true;
}

void InterruptedCode::endStep() { context_.uc_mcontext.gregs[REG_EFL] &= ~kTrapFlag; }

void InterruptedCode::undoCall(std::uintptr_t call) {
  goOnAt(call);
  context_.uc_mcontext.gregs[REG_RSP] += sizeof(std::uintptr_t);
}

void InterruptedCode::goOnAt(std::uintptr_t pc) {
  context_.uc_mcontext.gregs[REG_RIP] = static_cast<greg_t>(pc);
}

void InterruptedCode::enter(void (*function)(void *argument), void *argument, unsigned char *stack_top) {
  greg_t *registers = context_.uc_mcontext.gregs;
  registers[REG_RSP] = reinterpret_cast<greg_t>(stack_top) - 8;
  registers[REG_RIP] = reinterpret_cast<greg_t>(function);
  registers[REG_RDI] = reinterpret_cast<greg_t>(argument);
  registers[REG_RBP] = 0;
  registers[REG_EFL] &= ~kDirectionFlag;
}

} // namespace raddle
