#include "api/cuda/loaded_modules.h"

#include "api/cuda/texture_references.h"

#include "host/requests/library.h"

#include <mutex>
#include <unordered_map>
#include <vector>

namespace raddle::cuda {

namespace {

struct Owner {
  std::uint64_t context;
  int device;
};

struct LoadedModules {
  std::mutex mutex;
  std::unordered_map<const void *, Owner> owners;           // by library
  std::unordered_map<const void *, const void *> libraries; // by kernel
};

LoadedModules &loadedModules() {
  static auto *const kModules = new LoadedModules;
  return *kModules;
}

} // namespace

void noteModule(const void *library, std::uint64_t context, int device) {
  LoadedModules &loaded = loadedModules();
  std::lock_guard lock(loaded.mutex);
  loaded.owners[library] = {context, device};
}

std::optional<int> deviceOfModule(const void *library) {
  LoadedModules &loaded = loadedModules();
  std::lock_guard lock(loaded.mutex);
  const auto found = loaded.owners.find(library);
  return found == loaded.owners.end() ? std::nullopt : std::optional(found->second.device);
}

const void *findKernel(const void *library, host::Library &found, std::string_view name) {
  const void *const kernel = found.findKernel(name);
  LoadedModules &loaded = loadedModules();
  std::lock_guard lock(loaded.mutex);
  if (kernel)
    loaded.libraries[kernel] = library;
  return kernel;
}

const void *libraryOf(const void *kernel) {
  LoadedModules &loaded = loadedModules();
  std::lock_guard lock(loaded.mutex);
  const auto found = loaded.libraries.find(kernel);
  return found == loaded.libraries.end() ? nullptr : found->second;
}

void forgetLibrary(const void *library) {
  forgetTextureReferences(library);
  LoadedModules &loaded = loadedModules();
  std::lock_guard lock(loaded.mutex);
  loaded.owners.erase(library);
  std::erase_if(loaded.libraries, [=](const auto &entry) { return entry.second == library; });
}

void unloadModules(Process &process, std::uint64_t context) {
  std::vector<const void *> gone;
  LoadedModules &loaded = loadedModules();
  {
    std::lock_guard lock(loaded.mutex);
    for (const auto &[library, owner] : loaded.owners)
      if (owner.context == context)
        gone.push_back(library);
  }
  for (const void *library : gone) {
    static_cast<void>(host::unloadLibrary(process, library));
    forgetLibrary(library);
  }
}

} // namespace raddle::cuda
