// What clang's host pass calls in a translation unit with kernels: registration when the program is
// loaded, and the two halves of kernel<<<grid, block, shared, stream>>>(...). libraddle.so defines them.
#ifndef __HOST_RUNTIME_H__
#define __HOST_RUNTIME_H__

#include "driver_types.h"

#if defined(__cplusplus)
extern "C" {
#endif
#pragma GCC visibility push(default)

// The host pass emits calls of these by name.
void **__cudaRegisterFatBinary(void *fatbin_wrapper);
void __cudaRegisterFatBinaryEnd(void **fatbin_handle);
void __cudaUnregisterFatBinary(void **fatbin_handle);
void __cudaRegisterFunction(void **fatbin_handle, const char *host_function, char *device_function,
                            const char *device_name, int thread_limit, uint3 *thread_id, uint3 *block_id,
                            dim3 *block_dim, dim3 *grid_dim, int *warp_size);
void __cudaRegisterVar(void **fatbin_handle, char *host_variable, char *device_address,
                       const char *device_name, int is_extern, size_t size, int is_constant, int is_global);
// Called by what raddlecc generates for __managed__ variables.
void __raddleRegisterManagedVariable(void *variable, size_t size);

// Keeps the configuration of the launch whose arguments are evaluated next; not 0 cancels the launch. In device code the kernel
// compiler makes a launch of it.
#if defined(__cplusplus)
#if defined(__CUDA_ARCH__)
__host__ __device__
#endif
unsigned __cudaPushCallConfiguration(dim3 grid_dim, dim3 block_dim, size_t shared_bytes = 0,
                                     void *stream = 0);
#else
unsigned __cudaPushCallConfiguration(dim3 grid_dim, dim3 block_dim, size_t shared_bytes, void *stream);
#endif
unsigned __cudaPopCallConfiguration(dim3 *grid_dim, dim3 *block_dim, size_t *shared_bytes, void *stream);

#if defined(__CUDA_ARCH__)
// What clang looks up instead where it is not told the version of the toolkit. The device pass only parses
// launches, so that one declaration serves; the host pass must be told (-Xclang -target-sdk-version=12.5).
cudaError_t cudaConfigureCall(dim3 grid_dim, dim3 block_dim, size_t shared_bytes = 0,
                              cudaStream_t stream = 0);
#endif

#pragma GCC visibility pop
#if defined(__cplusplus)
}
#endif

#endif
