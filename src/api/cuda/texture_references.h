// Texture and surface references, which the driver API finds in a module by name, or makes. In kernels a reference's variable
// holds the handle of an object; that is made anew whenever what the reference is bound to, or how it reads, changes.
#ifndef RADDLE_API_CUDA_TEXTURE_REFERENCES_H
#define RADDLE_API_CUDA_TEXTURE_REFERENCES_H

#include "cuda.h"

#include "api/cuda/call.h"

#include <algorithm>
#include <mutex>

/// How a reference reads stays when it is bound to something else.
struct CUtexref_st {
  void *variable = nullptr; // of a module, in device memory; null for a reference of the program's own
  CUDA_RESOURCE_DESC resource = {};
  CUDA_TEXTURE_DESC how = {};
  CUarray_format format = CU_AD_FORMAT_FLOAT; // of linear memory
  int channels = 1;
  bool is_bound = false;
  CUtexObject object = 0;

  CUtexref_st() { std::ranges::fill(how.addressMode, CU_TR_ADDRESS_MODE_CLAMP); }
};

struct CUsurfref_st {
  void *variable = nullptr;
  CUarray array = nullptr;
  CUsurfObject object = 0;
};

namespace raddle::cuda {

/// Held while references are looked up or changed.
std::mutex &textureReferencesMutex();
bool isReference(CUtexref reference);
bool isReference(CUsurfref reference);

/// The references that a module's variables are end with it. To be called when a library is unloaded.
void forgetTextureReferences(const void *library);

/// Makes the object by what the reference says now, and lets kernels see it. One that cannot be made, since settings that
/// belong together are made one by one, leaves the reference without one: a kernel that reads it is told.
void renew(const Context &context, CUtexref_st &reference);
void renew(const Context &context, CUsurfref_st &reference);

/// Runs `body(context, reference)`. CUDA_ERROR_INVALID_VALUE: there is no such reference.
template <typename Reference, typename Body> CUresult onReference(Reference *reference, Body body) {
  return onDevice([&](const Context &context) {
    std::lock_guard lock(textureReferencesMutex());
    return isReference(reference) ? resultOf(body(context, *reference)) : CUDA_ERROR_INVALID_VALUE;
  });
}

} // namespace raddle::cuda

#endif
