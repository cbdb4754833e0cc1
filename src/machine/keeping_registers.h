// Exported functions that keep all registers, those of vectors included: code around a call of one need not save any,
// and is the same as without it.
#ifndef RADDLE_MACHINE_KEEPING_REGISTERS_H
#define RADDLE_MACHINE_KEEPING_REGISTERS_H

#include "abi/kernel_exports.h"

#include <cstdint>

/// In front of name_at(RaddleThread *, ..., uintptr_t call), which does the work.
#define RADDLE_BEHIND_KEPT_REGISTERS extern "C" __attribute__((visibility("hidden"), used))

/// RADDLE_KEEPING_REGISTERS(name, register, (RaddleThread *thread, ...), (thread, ...)): defines name(RaddleThread *, ...)
/// before it; `call`, for which x86-64 takes that register, is where that was called from.
#if defined(__x86_64__)

// 2688 bytes are what XSAVE writes for the x87, SSE, AVX and AVX-512 registers (0xe7). Processors without AVX
// may have no XSAVE, and FXSAVE knows all their registers.
RADDLE_BEHIND_KEPT_REGISTERS inline const bool raddle_has_avx = [] {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx") != 0;
}();

asm(R"(
  .macro raddle_keeping_registers name, call
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
  movq -24(%rbp), %rdx
  movq 8(%rbp), %\call
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
)");

#define RADDLE_KEEPING_REGISTERS(name, register, parameters, arguments)                                      \
  asm("raddle_keeping_registers " #name ", " #register);

#else

// LLVM knows no such functions of this processor that are called like others: the code around a call saves what it needs.
#define RADDLE_KEEPING_REGISTERS(name, register, parameters, arguments)                                      \
  RADDLE_EXPORT void name parameters {                                                                       \
    const auto call = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));                         \
    [call](auto... values) { name##_at(values..., call); } arguments;                                        \
  }

#endif

#endif
