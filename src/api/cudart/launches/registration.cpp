// Registration of device code. Called by static constructors, so it only takes notes.
#include "crt/host_runtime.h"

#include "api/cudart/call.h"
#include "api/cudart/textures/references.h"

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
