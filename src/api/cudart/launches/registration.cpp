// Registration of device code. Called by static constructors, so it only takes notes.
#include "crt/host_runtime.h"

#include "api/cudart/call.h"

#include <cstdlib>

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

// Not emitted by clang; other compilers may.
#pragma GCC visibility push(default)
extern "C" {

// A managed variable that the host reaches through a pointer.
void __cudaRegisterManagedVar(void **handle, void **host_pointer, char *, const char *name, int, size_t size,
                              int, int) {
  *host_pointer = std::calloc(1, size);
  modules().addVariable(binaryOf(handle), *host_pointer, name);
}

// Texture and surface references, which CUDA 12 no longer has: nothing is known of them, so their use fails.
void __cudaRegisterTexture(void **, const void *, const void **, const char *, int, int, int) {}
void __cudaRegisterSurface(void **, const void *, const void **, const char *, int, int) {}

} // extern "C"
#pragma GCC visibility pop
