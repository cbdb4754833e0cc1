// Functions in which the threads of a kernel wait for each other.
//
// RADDLE_WAITING_FUNCTION(type, name, parameters, arrive, arguments, site, ...) defines `type name parameters`.
// arrive(arguments) returns the fiber to be resumed, or null when the caller need not wait. The last argument is the
// place of the call; `site` is its register.
//
// On x86-64 it defines a second function for kernels, `name`_by_jump, with the context switch as its last step: kernels
// push where to go on, and jump here. A return is predicted to go where the last call came from. But who resumes a thread
// has mostly called at another place, the next warp operation, and a wrong prediction costs more than all else that a
// lane does. A jump is predicted by where the lanes before have gone. Only rbx and rbp are kept for the caller, who
// knows what it needs of the others (jit/compiler/call_by_jump.cpp).
#ifndef RADDLE_RUNTIME_CALLS_WAITING_FUNCTION_H
#define RADDLE_RUNTIME_CALLS_WAITING_FUNCTION_H

#include "abi/kernel_exports.h"
#include "runtime/block/block.h"

#include <cstddef>

namespace raddle::runtime {

/// What remains to be done once a thread has arrived, and `next` is to be resumed if it has to wait.
inline void finishWait(RaddleThread *thread, Fiber *next) {
  Fiber &self = *static_cast<Fiber *>(thread);
  if (next) {
    switchContext(self, *next);
    self.wait.what = nullptr;
  }
}

/// Where results are: the lane's among the operands of its warp, or what the barrier says.
struct ResultOfWarp {
  static std::uint64_t of(const Fiber &self) { return self.own_warp->operands.result[self.lane]; }
};
struct ResultOfBarrier {
  static std::uint64_t of(const Fiber &self) { return *self.result; }
};
struct NoResult {
  static std::uint64_t of(const Fiber &) { return 0; }
};

} // namespace raddle::runtime

#if defined(__x86_64__) && !RADDLE_ASAN && !RADDLE_TSAN

// The classes are not of standard layout; all that matters is that one compiler lays them out.
#pragma clang diagnostic ignored "-Winvalid-offsetof"

#define RADDLE_SECOND_ARGUMENT "rsi"
#define RADDLE_THIRD_ARGUMENT "rdx"
#define RADDLE_FOURTH_ARGUMENT "rcx"
#define RADDLE_FIFTH_ARGUMENT "r8"
#define RADDLE_SIXTH_ARGUMENT "r9"

// Instructions that fetch the result of the fiber in rdi into rax.
#define RADDLE_LOAD_NoResult ""
#define RADDLE_LOAD_ResultOfWarp                                                                             \
  "movq %c[own_warp](%%rdi), %%rax\n\t"                                                                      \
  "movl %c[lane](%%rdi), %%ecx\n\t"                                                                          \
  "movq %c[results](%%rax,%%rcx,8), %%rax\n\t"
#define RADDLE_LOAD_ResultOfBarrier                                                                          \
  "movq %c[result](%%rdi), %%rax\n\t"                                                                        \
  "movq (%%rax), %%rax\n\t"

// After .cfi_restore_state offsets are absolute: LLVM's assembler counts on from those before it.
// A thread that waits here can be resumed by switchStacks(), and the other way round. Mostly the next fiber waits here
// too, and on the next stack: where that is compared, nobody waits for an address to come out of memory.
#define RADDLE_WAIT_BY_JUMP(type, name, parameters, arrive, site, load)                                      \
  RADDLE_EXPORT __attribute__((naked)) type name parameters {                                                \
    asm("pushq %%rdi\n\t"                                                                                    \
        ".cfi_adjust_cfa_offset 8\n\t"                                                                       \
        "pushq %%rbx\n\t"                                                                                    \
        ".cfi_adjust_cfa_offset 8\n\t"                                                                       \
        ".cfi_rel_offset rbx, 0\n\t"                                                                         \
        "pushq %%rbp\n\t"                                                                                    \
        ".cfi_adjust_cfa_offset 8\n\t"                                                                       \
        ".cfi_rel_offset rbp, 0\n\t"                                                                         \
        "movq %%rdi, %%rbx\n\t"                                                                              \
        "movq 24(%%rsp), %%" site "\n\t"                                                                     \
        "callq %P[arrived]\n\t"                                                                              \
        "testq %%rax, %%rax\n\t"                                                                             \
        "je 4f\n\t"                                                                                          \
        "leaq 5f(%%rip), %%rdx\n\t"                                                                          \
        "pushq %%rdx\n\t"                                                                                    \
        ".cfi_adjust_cfa_offset 8\n\t"                                                                       \
        "leaq %c[saved](%%rbx), %%rdi\n\t" /* the previous context, for switchStacks() */                    \
        "movq %%rsp, (%%rdi)\n\t"                                                                            \
        "leaq %c[distance](%%rsp), %%rcx\n\t"                                                                \
        "cmpq %%rcx, %c[saved](%%rax)\n\t"                                                                   \
        "jne 6f\n\t"                                                                                         \
        "movq %%rcx, %%rsp\n"                                                                                \
        "2:\n\t"                                                                                             \
        "cmpq %%rdx, (%%rsp)\n\t"                                                                            \
        "jne 7f\n\t"                                                                                         \
        "addq $8, %%rsp\n\t"                                                                                 \
        ".cfi_adjust_cfa_offset -8\n\t"                                                                      \
        "movq %%rax, %%rdi\n"                                                                                \
        "3:\n\t"                                                                                             \
        "movq $0, %c[what](%%rdi)\n\t" load "popq %%rbp\n\t"                                                 \
        ".cfi_remember_state\n\t"                                                                            \
        ".cfi_adjust_cfa_offset -8\n\t"                                                                      \
        "popq %%rbx\n\t"                                                                                     \
        ".cfi_adjust_cfa_offset -8\n\t"                                                                      \
        "addq $8, %%rsp\n\t"                                                                                 \
        ".cfi_adjust_cfa_offset -8\n\t"                                                                      \
        "popq %%rcx\n\t"                                                                                     \
        ".cfi_adjust_cfa_offset -8\n\t"                                                                      \
        ".cfi_register rip, rcx\n\t"                                                                         \
        "jmpq *%%rcx\n\t"                                                                                    \
        ".cfi_restore_state\n"                                                                               \
        "4:\n\t"                                                                                             \
        "movq %%rbx, %%rdi\n\t"                                                                              \
        "jmp 3b\n"                                                                                           \
        "5:\n\t"                                                                                             \
        "popq %%rbp\n\t" /* what the debugger expects here, in one byte */                                   \
        ".cfi_def_cfa_offset 24\n\t"                                                                         \
        "pushq %%rbp\n\t"                                                                                    \
        ".cfi_def_cfa_offset 32\n\t"                                                                         \
        "movq 16(%%rsp), %%rdi\n\t"                                                                          \
        "jmp 3b\n"                                                                                           \
        "6:\n\t"                                                                                             \
        "movq %c[saved](%%rax), %%rsp\n\t"                                                                   \
        "jmp 2b\n"                                                                                           \
        "7:\n\t"                                                                                             \
        "popq %%rax\n\t"                                                                                     \
        "jmpq *%%rax"                                                                                        \
        :                                                                                                    \
        : [arrived] "i"(arrive), [distance] "i"(raddle::runtime::kFiberDistance),                            \
          [saved] "i"(offsetof(Fiber, saved)), [what] "i"(offsetof(Fiber, wait.what)),                       \
          [lane] "i"(offsetof(Fiber, lane)), [own_warp] "i"(offsetof(Fiber, own_warp)),                      \
          [results] "i"(offsetof(Warp, operands.result)), [result] "i"(offsetof(Fiber, result)));            \
  }

#else

#define RADDLE_WAIT_BY_JUMP(type, name, parameters, arrive, site, load)

#endif

#define RADDLE_WAITING_FUNCTION(type, name, parameters, arrive, arguments, site, where)                      \
  RADDLE_EXPORT type name parameters {                                                                       \
    auto &arrived = arrive;                                                                                  \
    raddle::runtime::finishWait(thread, arrived arguments);                                                  \
    return static_cast<type>(raddle::runtime::where::of(*static_cast<raddle::runtime::Fiber *>(thread)));    \
  }                                                                                                          \
  RADDLE_WAIT_BY_JUMP(type, name##_by_jump, parameters, arrive, site, RADDLE_LOAD_##where)

#define RADDLE_WAITING_PROCEDURE(name, parameters, arrive, arguments, site)                                  \
  RADDLE_WAITING_FUNCTION(void, name, parameters, arrive, arguments, site, NoResult)
#define RADDLE_WARP_FUNCTION(type, name, parameters, arrive, arguments, site)                                \
  RADDLE_WAITING_FUNCTION(type, name, parameters, arrive, arguments, site, ResultOfWarp)
#define RADDLE_VOTE_AT_BARRIER(type, name, parameters, arrive, arguments, site)                              \
  RADDLE_WAITING_FUNCTION(type, name, parameters, arrive, arguments, site, ResultOfBarrier)

#endif
