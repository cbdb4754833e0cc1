// The functions of the C library that CUDA offers to device code. Overloads of the host's functions of the
// same names: clang chooses by the caller.
#ifndef RADDLE_DEVICE_STANDARD_LIBRARY_H
#define RADDLE_DEVICE_STANDARD_LIBRARY_H

RADDLE_DEVICE void *memcpy(void *target, const void *source, __SIZE_TYPE__ bytes) {
  return __builtin_memcpy(target, source, bytes);
}
RADDLE_DEVICE void *memmove(void *target, const void *source, __SIZE_TYPE__ bytes) {
  return __builtin_memmove(target, source, bytes);
}
RADDLE_DEVICE void *memset(void *target, int value, __SIZE_TYPE__ bytes) {
  return __builtin_memset(target, value, bytes);
}

// The name that glibc's assert() calls.
extern "C" {
RADDLE_DEVICE __attribute__((noreturn)) void __assert_fail(const char *message, const char *file,
                                                           unsigned line, const char *function) {
  __assertfail(message, file, line, function, 1);
}
}

// Cycles of the multiprocessor's clock; clock() is its low 32 bits.
RADDLE_DEVICE long clock() { return __nvvm_read_ptx_sreg_clock(); }
RADDLE_DEVICE long long clock64() { return __nvvm_read_ptx_sreg_clock64(); }

// Counts up one of 16 counters for profilers, which there are none of here.
RADDLE_DEVICE void __prof_trigger(int) {}

#endif
