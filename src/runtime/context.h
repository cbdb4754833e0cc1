// A stack of execution that can be left and resumed: a fiber's, or the home stack of the thread that
// drives a worker.
//
// Why not Boost.Context: its jump_fcontext() is called like a function but left with a jump, so that after a
// switch every return on the way back to the kernel is mispredicted: 44 ns for a thread to wait at a barrier,
// where the code below needs 13 (bench/runtime, Xeon, November 2026). It is expanded in place, so that the
// processor's stack of predicted returns stays right. It also need not save the floating-point control words:
// a worker sets them once, for all its fibers (FloatingPointMode).
#ifndef RADDLE_RUNTIME_CONTEXT_H
#define RADDLE_RUNTIME_CONTEXT_H

#include "runtime/sanitizers.h"

#include <cstddef>
#include <cstdint>
#include <immintrin.h>

#if RADDLE_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if RADDLE_TSAN
#include <sanitizer/tsan_interface.h>
#endif

#if !defined(__x86_64__)
#error "Raddle's context switch is written for x86-64"
#endif
#if defined(__AVX512F__) || defined(__APX_F__)
#error "The context switch does not save the registers that AVX-512 and APX add; kernels may use them, \
the runtime itself must be built without"
#endif

namespace raddle::runtime {

struct Context {
  // Stack pointer while suspended. What lies there: the address to resume at, the frame pointer, the frame of
  // the function that switched.
  std::uint64_t *saved = nullptr;
#if RADDLE_ASAN
  void *fake_stack = nullptr;
  const void *stack_low = nullptr;
  std::size_t stack_bytes = 0;
#endif
#if RADDLE_TSAN
  void *tsan_fiber = nullptr;
#endif
};

/// Prepares `context` to enter main(previous) when it is first resumed; main never returns.
inline void prepareContext(Context &context, unsigned char *stack_top, void (*main)(Context *previous)) {
  auto *top =
      reinterpret_cast<std::uint64_t *>(reinterpret_cast<std::uintptr_t>(stack_top) & ~std::uintptr_t{15});
  top[-1] = 0; // the return address of main: ends every backtrace
  top[-2] = reinterpret_cast<std::uint64_t>(main);
  context.saved = top - 2;
}

/// To be called first thing on a context that has just been resumed or entered.
inline void arrivedOn([[maybe_unused]] Context &self, [[maybe_unused]] Context *previous) {
#if RADDLE_ASAN
  // The bounds of a thread's own stack are not known beforehand; ASan tells them here.
  __sanitizer_finish_switch_fiber(self.fake_stack, &previous->stack_low, &previous->stack_bytes);
#endif
}

/// Leaves `from`, which is running, and resumes `to`. Returns when something resumes `from`.
[[gnu::always_inline]] inline void switchContext(Context &from, Context &to) {
#if RADDLE_ASAN
  __sanitizer_start_switch_fiber(&from.fake_stack, to.stack_low, to.stack_bytes);
#endif
#if RADDLE_TSAN
  __tsan_switch_to_fiber(to.tsan_fiber, 0);
#endif
  Context *previous = &from; // in rdi, where a function that is entered finds its argument
  std::uint64_t *resume = to.saved;
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
  static_assert(offsetof(Context, saved) == 0);
  arrivedOn(from, previous);
}

/// Rounding and exception control of SSE and x87. Kernels run with the defaults, whatever the host thread
/// that drives the worker has set for itself.
struct FloatingPointMode {
  std::uint32_t sse = 0x1f80;
  std::uint16_t x87 = 0x037f;

  /// Becomes that of the calling thread.
  void read() {
    sse = _mm_getcsr();
    asm volatile("fnstcw %0" : "=m"(x87));
  }
  /// Whether the same is computed in both. What SSE's flags say has happened makes no difference.
  bool computesAs(const FloatingPointMode &other) const {
    constexpr std::uint32_t kFlags = 0x3f;
    return ((sse ^ other.sse) & ~kFlags) == 0 && x87 == other.x87;
  }
  /// Sets this mode behind kernels, which leave nothing of their own but SSE's flags: setting these costs less than
  /// a look at what they are, which waits for all computations before it.
  void restore() const {
    _mm_setcsr(sse);
    if (x87 != FloatingPointMode().x87)
      set();
  }
  void set() const {
    _mm_setcsr(sse);
    asm volatile("fldcw %0" : : "m"(x87));
  }
};

/// While it lives, and when asked to, denormal operands and results of SSE are zeros.
class FlushDenormals {
public:
  explicit FlushDenormals(bool wanted) : wanted_(wanted) {
    if (wanted_)
      _mm_setcsr(_mm_getcsr() | kFlushResults | kFlushOperands);
  }
  ~FlushDenormals() {
    if (wanted_)
      _mm_setcsr(_mm_getcsr() & ~(kFlushResults | kFlushOperands));
  }
  FlushDenormals(const FlushDenormals &) = delete;
  FlushDenormals &operator=(const FlushDenormals &) = delete;

private:
  static constexpr std::uint32_t kFlushResults = 0x8000;
  static constexpr std::uint32_t kFlushOperands = 0x0040;
  bool wanted_;
};

} // namespace raddle::runtime

#endif
