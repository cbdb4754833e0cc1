#include "api/cuda/texture_references.h"

#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <unordered_set>
#include <utility>

using namespace raddle::cuda;
using raddle::host::Library;
using raddle::host::Symbol;

namespace {

template <typename Reference> struct Table {
  std::map<std::pair<const void *, std::string>, std::unique_ptr<Reference>>
      of_modules; // by library and name
  std::unordered_set<const Reference *> all;
};

struct References {
  std::mutex mutex;
  Table<CUtexref_st> textures;
  Table<CUsurfref_st> surfaces;
};

References &references() {
  static auto *const kReferences = new References;
  return *kReferences;
}

// The reference of that name. CUDA_ERROR_NOT_FOUND: the module has no such variable.
template <typename Reference>
CUresult findReference(Table<Reference> &table, const Context &context, const void *module, const char *name,
                       Reference **reference) {
  const std::shared_ptr<Library> library = context.process.libraries.find(module);
  if (!library)
    return CUDA_ERROR_INVALID_HANDLE;
  if (!reference || !name)
    return CUDA_ERROR_INVALID_VALUE;
  Symbol symbol;
  if (Status status = library->findVariable(name, context.target(), &symbol))
    return resultOf(status);
  if (symbol.bytes != sizeof(CUtexObject))
    return CUDA_ERROR_NOT_FOUND;
  std::unique_ptr<Reference> &known = table.of_modules[{module, name}];
  if (!known) {
    known = std::make_unique<Reference>();
    known->variable = symbol.address;
    table.all.insert(known.get());
  }
  *reference = known.get();
  return CUDA_SUCCESS;
}

void destroyObject(const CUtexref_st &reference) {
  if (reference.object)
    cuTexObjectDestroy(reference.object);
}
void destroyObject(const CUsurfref_st &reference) {
  if (reference.object)
    cuSurfObjectDestroy(reference.object);
}

template <typename Reference> void end(Table<Reference> &table, const Reference &reference) {
  table.all.erase(&reference);
  destroyObject(reference);
}

template <typename Reference> void forget(Table<Reference> &table, const void *library) {
  std::erase_if(table.of_modules, [&](const auto &entry) {
    const bool is_of_library = entry.first.first == library;
    if (is_of_library)
      end(table, *entry.second);
    return is_of_library;
  });
}

// Kernels that still run read the former object.
void setObject(const Context &context, void *variable, unsigned long long object) {
  context.scheduler().waitDevice(context.device.id());
  if (variable)
    std::memcpy(variable, &object, sizeof object);
}

} // namespace

std::mutex &raddle::cuda::textureReferencesMutex() { return references().mutex; }
bool raddle::cuda::isReference(CUtexref reference) { return references().textures.all.contains(reference); }
bool raddle::cuda::isReference(CUsurfref reference) { return references().surfaces.all.contains(reference); }

void raddle::cuda::forgetTextureReferences(const void *library) {
  std::lock_guard lock(textureReferencesMutex());
  forget(references().textures, library);
  forget(references().surfaces, library);
}

void raddle::cuda::renew(const Context &context, CUtexref_st &reference) {
  const CUtexObject before = std::exchange(reference.object, 0);
  if (reference.is_bound &&
      cuTexObjectCreate(&reference.object, &reference.resource, &reference.how, nullptr))
    reference.object = 0;
  setObject(context, reference.variable, reference.object);
  if (before)
    cuTexObjectDestroy(before);
}

void raddle::cuda::renew(const Context &context, CUsurfref_st &reference) {
  const CUsurfObject before = std::exchange(reference.object, 0);
  CUDA_RESOURCE_DESC resource = {};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = reference.array;
  if (reference.array && cuSurfObjectCreate(&reference.object, &resource))
    reference.object = 0;
  setObject(context, reference.variable, reference.object);
  if (before)
    cuSurfObjectDestroy(before);
}

#pragma GCC visibility push(default)
extern "C" {

CUresult cuModuleGetTexRef(CUtexref *reference, CUmodule module, const char *name) {
  return onDevice([=](const Context &context) {
    std::lock_guard lock(textureReferencesMutex());
    return findReference(references().textures, context, module, name, reference);
  });
}

CUresult cuModuleGetSurfRef(CUsurfref *reference, CUmodule module, const char *name) {
  return onDevice([=](const Context &context) {
    std::lock_guard lock(textureReferencesMutex());
    return findReference(references().surfaces, context, module, name, reference);
  });
}

CUresult cuTexRefCreate(CUtexref *reference) {
  return onDevice([=](const Context &) {
    if (!reference)
      return CUDA_ERROR_INVALID_VALUE;
    std::lock_guard lock(textureReferencesMutex());
    *reference = std::make_unique<CUtexref_st>().release();
    references().textures.all.insert(*reference);
    return CUDA_SUCCESS;
  });
}

// One of a module ends with the module.
CUresult cuTexRefDestroy(CUtexref reference) {
  return onReference(reference, [](const Context &, CUtexref_st &found) {
    if (found.variable)
      return CUDA_ERROR_INVALID_VALUE;
    end(references().textures, found);
    delete &found;
    return CUDA_SUCCESS;
  });
}

// Kernels find their references by themselves.
CUresult cuParamSetTexRef(CUfunction function, int unit, CUtexref reference) {
  return onReference(reference, [=](const Context &, CUtexref_st &) {
    return function && unit == CU_PARAM_TR_DEFAULT ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  });
}

CUresult cuSurfRefSetArray(CUsurfref reference, CUarray array, unsigned flags) {
  return onReference(reference, [=](const Context &context, CUsurfref_st &found) {
    if (!array || flags != 0)
      return CUDA_ERROR_INVALID_VALUE;
    found.array = array;
    renew(context, found);
    return found.object ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  });
}

CUresult cuSurfRefGetArray(CUarray *array, CUsurfref reference) {
  return onReference(reference, [=](const Context &, CUsurfref_st &found) {
    if (!array || !found.array)
      return CUDA_ERROR_INVALID_VALUE;
    *array = found.array;
    return CUDA_SUCCESS;
  });
}

} // extern "C"
#pragma GCC visibility pop
