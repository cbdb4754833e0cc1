// The instructions of a context switch, expanded in place; see runtime/fiber/context.h.
//
// What lies at `saved`, on both processors: the address to resume at, the frame pointer, the frame of the function that
// switched. The debugger reads it (src/tools/gdb/raddle.py).
#ifndef RADDLE_MACHINE_SWITCH_STACKS_H
#define RADDLE_MACHINE_SWITCH_STACKS_H

#include <cstdint>

#if defined(__AVX512F__) || defined(__APX_F__) || defined(__ARM_FEATURE_SVE)
#error                                                                                                       \
    "The context switch does not save the registers that AVX-512, APX and SVE add; kernels may use them, \
the runtime itself must be built without"
#endif

namespace raddle::runtime {

struct Context;

/// What has to lie on a stack that ends at `top` for switchStacks() to enter main(previous) there.
inline std::uint64_t *prepareStack(unsigned char *top, void (*main)(Context *previous)) {
  auto *words =
      reinterpret_cast<std::uint64_t *>(reinterpret_cast<std::uintptr_t>(top) & ~std::uintptr_t{15});
  words[-1] = 0; // the return address of main, or its frame pointer: ends every backtrace
  words[-2] = reinterpret_cast<std::uint64_t>(main);
  return words - 2;
}

/// Puts the stack pointer at the beginning of `previous`, and goes on with what `resume` points to. Returns the context
/// that was left by whoever comes back.
[[gnu::always_inline]] inline Context *switchStacks(Context *previous, std::uint64_t *resume) {
#if defined(__x86_64__)
  // `previous` is in rdi, where a function that is entered finds its argument.
  // Pushing is safe because the runtime is compiled without a red zone, the space below the stack pointer
  // that a function may use.
  asm volatile("pushq %%rbp\n\t"
               "leaq 1f(%%rip), %%rax\n\t"
               "pushq %%rax\n\t"
               "movq %%rsp, (%[previous])\n\t"
               "movq %[resume], %%rsp\n\t"
               "popq %%rax\n\t"
               "jmpq *%%rax\n"
               "1:\n\t"
               "popq %%rbp"
               : [previous] "+D"(previous), [resume] "+S"(resume)
               :
               : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "xmm0",
                 "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
                 "xmm12", "xmm13", "xmm14", "xmm15", "memory", "cc");
  return previous;
#else
  register Context *argument asm("x0") = previous;
  register std::uint64_t *target asm("x1") = resume;
  // A function that is entered finds no return address and no frame pointer.
  asm volatile("adr x9, 1f\n\t"
               "stp x9, x29, [sp, #-16]!\n\t"
               "mov x10, sp\n\t"
               "str x10, [%[argument]]\n\t"
               "mov sp, %[target]\n\t"
               "ldp x9, x29, [sp], #16\n\t"
               "mov x30, xzr\n\t"
               "br x9\n"
               "1:"
               : [argument] "+r"(argument), [target] "+r"(target)
               :
               : "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15",
                 "x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28",
                 "x30", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12",
                 "v13", "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25",
                 "v26", "v27", "v28", "v29", "v30", "v31", "memory", "cc");
  return argument;
#endif
}

/// Said first thing in the outermost function of a stack: whoever walks the stack ends there.
#if defined(__x86_64__)
#define RADDLE_OUTERMOST_FUNCTION() asm volatile(".cfi_undefined rip")
#else
#define RADDLE_OUTERMOST_FUNCTION() asm volatile(".cfi_undefined lr")
#endif

} // namespace raddle::runtime

#endif
