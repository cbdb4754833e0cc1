#include "backend/cpu/loader/cached_object.h"

#include "base/cache_contents.h"
#include "base/cache_folder.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <xxhash.h>

namespace raddle::jit {

namespace fs = std::filesystem;

static CacheKey cacheKey(const ModuleSource &module, const Wanted &wanted) {
  std::string text = compilerFingerprint();
  text += fmt::format("kernel {}\ndebug {}\nlanes {}\nblock {}\n", wanted.kernel, module.debug, wanted.lanes,
                      wanted.block.name());
  for (const ModuleSource::Unit &unit : module.units)
    text += fmt::format("unit {:016x}{:016x}\n", unit.hash[1], unit.hash[0]);
  XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return {hash.low64, hash.high64};
}

std::optional<CachedObject> placeInCache(const ModuleSource &module, const Wanted &wanted) {
  const fs::path folder = cacheFolder();
  if (folder.empty())
    return std::nullopt;
  const CacheKey key = cacheKey(module, wanted);
  return CachedObject{key, folder / fmt::format("{:016x}{:016x}.so", key[1], key[0])};
}

bool isCached(const CachedObject &object) {
  return isSafeCacheFile(object.file) && isValidCacheFile(object.file, object.key);
}

Result<bool> compileIntoCache(const CachedObject &object, const DeviceCode &code, const Wanted &wanted,
                              const CompilerRun &how) {
  const StagingFolder staging(cacheFolder(kStagingFolder));
  if (!staging)
    return false;
  const fs::path fresh = staging.path() / "kernel.so";
  if (auto done = runCompiler(code, wanted, fresh, how); !done)
    return done.error();
  std::error_code failed;
  if (sealCacheFile(fresh, object.key) && chmod(fresh.c_str(), S_IRWXU) == 0)
    fs::rename(fresh, object.file, failed);
  makeRoom(object.file.parent_path(), object.file);
  return true;
}

} // namespace raddle::jit
