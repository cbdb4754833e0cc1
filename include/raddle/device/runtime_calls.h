// The functions that neither these headers nor the device library define: the kernel compiler turns calls
// of them into calls of the runtime (rows of src/nvvm/intrinsics.def). The names are those of NVIDIA's
// PTX interoperability guide, "System calls".
#ifndef RADDLE_DEVICE_RUNTIME_CALLS_H
#define RADDLE_DEVICE_RUNTIME_CALLS_H

extern "C" {

// Prints `format`. clang packs the arguments of a device-side printf into a buffer, each at its natural
// alignment (float as double, small integers as int), and calls this. Returns the number of arguments,
// or -1 when `format` is null.
__device__ int vprintf(const char *format, const char *arguments);

// Reports a failed assertion and ends the launch. `char_size` is 1.
__device__ void __assertfail(const char *message, const char *file, unsigned line, const char *function,
                             __SIZE_TYPE__ char_size) __attribute__((noreturn));

// The device heap: null when it is exhausted.
__device__ void *malloc(__SIZE_TYPE__ size) __attribute__((malloc));
__device__ void free(void *pointer) ;

// clang turns calls of it into vprintf.
__device__ int printf(const char *format, ...);

}  // extern "C"

#endif
