// How floating-point numbers are computed: rounding, exceptions, what becomes of denormal numbers.
#ifndef RADDLE_MACHINE_FLOATING_POINT_H
#define RADDLE_MACHINE_FLOATING_POINT_H

#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace raddle {

#if defined(__x86_64__)

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
  /// Sets this mode after kernels, which leave nothing of their own but SSE's flags: setting these costs less than
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

#else

/// AArch64's FPCR: rounding and exception control. Kernels run with the defaults, whatever the host thread that
/// drives the worker has set for itself.
struct FloatingPointMode {
  std::uint64_t control = 0;

  /// Becomes that of the calling thread.
  void read() { asm volatile("mrs %0, fpcr" : "=r"(control)); }
  bool computesAs(const FloatingPointMode &other) const { return control == other.control; }
  /// Sets this mode after kernels, which leave the defaults.
  void restore() const {
    if (control != FloatingPointMode().control)
      set();
  }
  void set() const { asm volatile("msr fpcr, %0" : : "r"(control) : "memory"); }
};

/// While it lives, and when asked to, denormal operands and results are zeros.
class FlushDenormals {
public:
  explicit FlushDenormals(bool wanted) : wanted_(wanted) {
    if (wanted_)
      change(kFlushToZero, 0);
  }
  ~FlushDenormals() {
    if (wanted_)
      change(0, kFlushToZero);
  }
  FlushDenormals(const FlushDenormals &) = delete;
  FlushDenormals &operator=(const FlushDenormals &) = delete;

private:
  static constexpr std::uint64_t kFlushToZero = 1u << 24;
  static void change(std::uint64_t set, std::uint64_t clear) {
    FloatingPointMode mode;
    mode.read();
    mode.control = (mode.control | set) & ~clear;
    mode.set();
  }
  bool wanted_;
};

#endif

} // namespace raddle

#endif
