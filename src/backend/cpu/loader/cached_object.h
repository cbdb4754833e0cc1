// Compiled objects in the cache folder, not loaded.
#ifndef RADDLE_BACKEND_CPU_LOADER_CACHED_OBJECT_H
#define RADDLE_BACKEND_CPU_LOADER_CACHED_OBJECT_H

#include "backend/cpu/loader/cache_file.h"
#include "backend/cpu/loader/compiler_process.h"

#include <filesystem>
#include <optional>

namespace raddle::jit {

struct CachedObject {
  CacheKey key;
  std::filesystem::path file; // whether or not it is there
};

/// Where the object is kept; nothing when no cache can be.
std::optional<CachedObject> placeInCache(const ModuleSource &module, const Wanted &wanted);

/// Whether the object is there, whole, and may be used. Another process may remove it at any time, to make room.
bool isCached(const CachedObject &object);

/// Compiles it to its place. False where it cannot be kept there.
Result<bool> compileIntoCache(const CachedObject &object, const DeviceCode &code, const Wanted &wanted,
                              const CompilerRun &how);

} // namespace raddle::jit

#endif
