#include "jit/loader/kernel_store.h"

#include "base/environment.h"
#include "base/paths.h"
#include "jit/loader/cache_file.h"
#include "jit/loader/compiler_process.h"
#include "jit/loader/object_symbols.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>
#include <xxhash.h>

namespace raddle::jit {

namespace fs = std::filesystem;

namespace {

CacheKey cacheKey(const ModuleSource &module, const Wanted &wanted) {
  std::string text = compilerFingerprint();
  text += fmt::format("kernel {}\ndebug {}\nlanes {}\nblock {}\n", wanted.kernel, module.debug, wanted.lanes,
                      wanted.block.name());
  for (const ModuleSource::Unit &unit : module.units)
    text += fmt::format("unit {:016x}{:016x}\n", unit.hash[1], unit.hash[0]);
  XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return {hash.low64, hash.high64};
}

constexpr std::string_view kTemporaryPrefix = "raddle-";
constexpr std::string_view kRandomPart = "XXXXXX";

// A new file in `folder` that nobody else writes; removed unless it is kept.
class TemporaryFile {
public:
  explicit TemporaryFile(const fs::path &folder) {
    std::string pattern = (folder / kTemporaryPrefix).string().append(kRandomPart);
    int descriptor = mkostemp(pattern.data(), O_CLOEXEC);
    if (descriptor < 0)
      return;
    close(descriptor);
    path_ = pattern;
  }
  ~TemporaryFile() {
    std::error_code failed;
    if (!path_.empty())
      fs::remove(path_, failed);
  }
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;

  explicit operator bool() const { return !path_.empty(); }
  const fs::path &path() const { return path_; }
  bool moveTo(const fs::path &target) {
    std::error_code failed;
    fs::rename(path_, target, failed);
    if (failed)
      return false;
    path_.clear();
    return true;
  }

private:
  fs::path path_;
};

// An interrupted compilation leaves its file behind. No compilation takes an hour.
void removeStaleFiles(const fs::path &folder) {
  std::error_code failed;
  const auto oldest = fs::file_time_type::clock::now() - std::chrono::hours(1);
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
    const std::string name = entry->path().filename().string();
    std::error_code vanished; // another process cleans up too
    if (!name.starts_with(kTemporaryPrefix) || name.size() != kTemporaryPrefix.size() + kRandomPart.size())
      continue;
    const auto written = entry->last_write_time(vanished);
    if (!vanished && written < oldest)
      fs::remove(entry->path(), vanished);
  }
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
  installSymbolizer();
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

Result<const RaddleObject *> load(const ModuleSource &module, const Wanted &wanted, int device) {
  const CacheKey key = cacheKey(module, wanted);
  std::error_code failed;
  if (const fs::path folder = cacheDirectory(); !folder.empty()) {
    const fs::path cached = folder / fmt::format("{:016x}{:016x}.so", key[1], key[0]);
    if (!isValidCacheFile(cached, key)) {
      fs::create_directories(folder, failed);
      removeStaleFiles(folder);
      // Written under another name and moved, so that other processes see all of it or nothing.
      if (TemporaryFile fresh(folder); fresh) {
        if (auto done = runCompiler(module, wanted, fresh.path()); !done)
          return done.error();
        if (sealCacheFile(fresh.path(), key))
          fresh.moveTo(cached);
      }
    }
    if (isValidCacheFile(cached, key))
      return device == 0 ? open(cached) : openCopy(cached);
  }
  // No cache can be kept: the object lives in memory only.
  std::string reasons;
  for (const fs::path &folder : temporaryFolders()) {
    TemporaryFile fresh(folder);
    if (!fresh) {
      reasons += fmt::format("{}{}: {}", reasons.empty() ? "" : "; ", folder.string(), std::strerror(errno));
      continue;
    }
    if (auto done = runCompiler(module, wanted, fresh.path()); !done)
      return done.error();
    return openCopy(fresh.path());
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
  const unsigned lanes = module.debug || !block || block->one_thread ? 1 : requestedLanes();
  BlockClass of_code = lanes == 1 ? BlockClass{} : *block;
  of_code.unaligned = block && block->unaligned;
  return load(module, {kernel, lanes, of_code}, device);
}

} // namespace raddle::jit
