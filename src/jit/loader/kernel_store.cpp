#include "jit/loader/kernel_store.h"

#include "base/cache_contents.h"
#include "base/cache_folder.h"
#include "base/environment.h"
#include "jit/loader/cache_file.h"
#include "jit/loader/compiler_process.h"

#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <optional>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>
#include <xxhash.h>

namespace raddle::jit {

namespace fs = std::filesystem;

namespace {

constexpr const char *kObjectName = "kernel.so";

CacheKey cacheKey(const ModuleSource &module, const Wanted &wanted) {
  std::string text = compilerFingerprint();
  text += fmt::format("kernel {}\ndebug {}\nlanes {}\nblock {}\n", wanted.kernel, module.debug, wanted.lanes,
                      wanted.block.name());
  for (const ModuleSource::Unit &unit : module.units)
    text += fmt::format("unit {:016x}{:016x}\n", unit.hash[1], unit.hash[0]);
  XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return {hash.low64, hash.high64};
}

// The folder for objects that are not kept. A $TMPDIR that cannot be used is passed over.
std::vector<fs::path> temporaryFolders() {
  std::vector<fs::path> folders;
  if (auto chosen = environment("TMPDIR"); chosen && *chosen != "/tmp")
    folders.emplace_back(*chosen);
  folders.emplace_back("/tmp");
  return folders;
}

Result<const RaddleObject *> open(const fs::path &file) {
  void *handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return Error{fmt::format("cannot load a compiled kernel: {}", dlerror())};
  auto *object = static_cast<const RaddleObject *>(dlsym(handle, "raddle_object"));
  if (!object || object->abi != kRaddleKernelAbi)
    return Error{fmt::format("{} is not a compiled kernel of this version of Raddle", file.string())};
  // Never closed: kernels stay loaded as long as the process lives, like the code of the program itself.
  return object;
}

// Loads an object that must not be shared with what is loaded already: another device's copy, or one
// without a place on disk. The loader tells files apart by inode, so a copy without a name will do.
Result<const RaddleObject *> openCopy(const fs::path &file) {
  int source = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  int copy = memfd_create("raddle-kernel", MFD_CLOEXEC);
  off_t size = source >= 0 ? lseek(source, 0, SEEK_END) : 0;
  std::string contents(static_cast<size_t>(size > 0 ? size : 0), '\0');
  bool copied = source >= 0 && copy >= 0 && pread(source, contents.data(), contents.size(), 0) == size &&
                write(copy, contents.data(), contents.size()) == size;
  if (source >= 0)
    close(source);
  // The descriptor stays open: gdb, perf and our own symbolizer reach the object by its /proc path.
  return copied ? open(fmt::format("/proc/{}/fd/{}", getpid(), copy))
                : Result<const RaddleObject *>(Error{"cannot copy a compiled kernel into memory"});
}

// The object of a cache file; nothing when that is not there, is damaged, or may not be used. Another process may remove it
// at any time, to make room.
std::optional<const RaddleObject *> openCached(const fs::path &cached, const CacheKey &key, int device) {
  if (!isSafeCacheFile(cached) || !isValidCacheFile(cached, key))
    return std::nullopt;
  noteUse(cached);
  const auto object = device == 0 ? open(cached) : openCopy(cached);
  return object ? std::optional(*object) : std::nullopt;
}

// Compiles into the cache and loads the object from there; nothing when it cannot be kept there.
Result<std::optional<const RaddleObject *>> compileIntoCache(const fs::path &folder, const fs::path &cached,
                                                             const CacheKey &key, const ModuleSource &module,
                                                             const Wanted &wanted, int device) {
  const StagingFolder staging(cacheFolder(kStagingFolder));
  if (!staging)
    return std::optional<const RaddleObject *>();
  const fs::path fresh = staging.path() / kObjectName;
  if (auto done = runCompiler(module, wanted, fresh); !done)
    return done.error();
  std::error_code failed;
  if (sealCacheFile(fresh, key) && chmod(fresh.c_str(), S_IRWXU) == 0)
    fs::rename(fresh, cached, failed);
  const auto object = openCached(cached, key, device);
  makeRoom(folder, cached);
  return object;
}

Result<const RaddleObject *> load(const ModuleSource &module, const Wanted &wanted, int device) {
  const CacheKey key = cacheKey(module, wanted);
  if (const fs::path folder = cacheFolder(); !folder.empty()) {
    const fs::path cached = folder / fmt::format("{:016x}{:016x}.so", key[1], key[0]);
    if (const auto object = openCached(cached, key, device))
      return *object;
    auto compiled = compileIntoCache(folder, cached, key, module, wanted, device);
    if (!compiled)
      return compiled.error();
    if (*compiled)
      return **compiled;
  }
  // No cache can be kept: the object lives in memory only.
  std::string reasons;
  for (const fs::path &folder : temporaryFolders()) {
    const StagingFolder staging(folder);
    if (!staging) {
      reasons += fmt::format("{}{}: {}", reasons.empty() ? "" : "; ", folder.string(), std::strerror(errno));
      continue;
    }
    const fs::path fresh = staging.path() / kObjectName;
    if (auto done = runCompiler(module, wanted, fresh); !done)
      return done.error();
    return openCopy(fresh);
  }
  return Error{"cannot create a temporary file for a compiled kernel in " + reasons};
}

} // namespace

Result<const RaddleObject *> loadModuleObject(const ModuleSource &module, int device) {
  return load(module, {}, device);
}

Result<const RaddleObject *> loadKernelObject(const ModuleSource &module, const std::string &kernel,
                                              const BlockClass *block, int device) {
  // Code for single threads suits all blocks, and those of one thread best: other lanes would be computed for nobody, and
  // their local arrays take 32 times the cache.
  const unsigned requested = requestedLanes();
  const unsigned lanes = module.debug || !block || block->one_thread ? 1 : requested;
  BlockClass of_code = lanes == 1 ? BlockClass{} : *block;
  of_code.unaligned = block && block->unaligned;
  return load(module, {kernel, lanes, of_code}, device);
}

} // namespace raddle::jit
