// Registration of device code. Called by static constructors, so it only takes notes.
#include "crt/host_runtime.h"
#include "cuda_runtime_api.h"

#include "api/cudart/call.h"
#include "api/cudart/textures/references.h"

using namespace raddle::cudart;
using raddle::host::FatBinary;

namespace {

FatBinary *binaryOf(void **handle) { return reinterpret_cast<FatBinary *>(handle); }

} // namespace

void **__cudaRegisterFatBinary(void *wrapper) {
  auto *known = static_cast<const raddle::abi::FatBinaryWrapper *>(wrapper);
  return reinterpret_cast<void **>(modules().addFatBinary(known));
}

void __cudaRegisterFatBinaryEnd(void **) {}

void __cudaUnregisterFatBinary(void **handle) { modules().removeFatBinary(binaryOf(handle)); }

void __cudaRegisterFunction(void **handle, const char *host_function, char *, const char *name, int, uint3 *,
                            uint3 *, dim3 *, dim3 *, int *) {
  modules().addKernel(binaryOf(handle), host_function, name);
}

void __cudaRegisterVar(void **handle, char *host_variable, char *, const char *name, int, size_t, int, int) {
  modules().addVariable(binaryOf(handle), host_variable, name);
}

void __raddleRegisterManagedVariable(void *variable, size_t size) {
  raddle::host::addManagedVariable(variable, size, cudaMemAttachGlobal);
}

// Not emitted by clang; nvcc's host code calls them.
#pragma GCC visibility push(default)
extern "C" {

cudaError_t cudaLaunchKernel_ptsz(const void *, dim3, dim3, void **, size_t, cudaStream_t);

// A managed variable that the host reaches through a pointer, which __cudaInitModule sets.
void __cudaRegisterManagedVar(void **handle, void **host_pointer, char *, const char *name, int, size_t, int,
                              int) {
  modules().addManagedVariable(binaryOf(handle), host_pointer, name);
}

// Called before the host uses a managed variable for the first time. Code that cannot be loaded has been explained; the
// program ends at the null pointer that it then finds.
char __cudaInitModule(void **handle) {
  return onDevice([&](const Context &context) {
           return errorOf(modules().placeManagedVariables(*binaryOf(handle), context.target()));
         }) == cudaSuccess;
}

// The handle of a kernel is the address of its stub, whether or not it is registered: the launch will tell.
cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *host_function) {
  *kernel = reinterpret_cast<cudaKernel_t>(functionHandleOf(host_function));
  return cudaSuccess;
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                               cudaStream_t stream) {
  return cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
}

cudaError_t __cudaLaunchKernel_ptsz(cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                                    cudaStream_t stream) {
  return cudaLaunchKernel_ptsz(kernel, grid, block, arguments, shared, stream);
}

void __cudaRegisterTexture(void **handle, const void *host_variable, const void **, const char *name, int,
                           int reads_normalised, int) {
  modules().addVariable(binaryOf(handle), const_cast<void *>(host_variable), name);
  noteTextureReference(host_variable, reads_normalised != 0);
}

void __cudaRegisterSurface(void **handle, const void *host_variable, const void **, const char *name, int, int) {
  modules().addVariable(binaryOf(handle), const_cast<void *>(host_variable), name);
}

} // extern "C"
#pragma GCC visibility pop
