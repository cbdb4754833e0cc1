#include "backend/cpu/loader/kernel_store.h"

#include "backend/cpu/loader/cached_object.h"
#include "backend/cpu/loader/compilation_notice.h"
#include "backend/cpu/loader/compiler_process.h"
#include "backend/cpu/loader/next_kernels.h"
#include "base/cache_contents.h"
#include "base/cache_folder.h"
#include "base/environment.h"
#include "profile/samples.h"

#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace raddle::jit {

namespace fs = std::filesystem;

namespace {

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
  if (profile::samples::isOn())
    profile::samples::noteObject(*object, file.string());
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

// An object holds the addresses of one module's variables: whether it is this module's, now and as long as that is loaded.
bool claim(const CachedObject &cached, const ModuleSource &module) {
  static std::mutex mutex;
  static auto *const kClaims = new std::map<CacheKey, std::weak_ptr<const void>>;
  static const auto *const kProgram = new std::shared_ptr<const void>(std::make_shared<int>());
  const bool is_loaded = !module.kept.empty() && module.kept.front();
  const std::shared_ptr<const void> &claimant = is_loaded ? module.kept.front() : *kProgram;
  std::lock_guard lock(mutex);
  std::weak_ptr<const void> &claimed = (*kClaims)[cached.key];
  const std::shared_ptr<const void> current = claimed.lock();
  if (current && current != claimant)
    return false;
  claimed = claimant;
  return true;
}

std::optional<const RaddleObject *> openCached(const CachedObject &cached, const ModuleSource &module,
                                               int device) {
  if (!isCached(cached))
    return std::nullopt;
  noteUse(cached.file);
  NextKernels::instance().noteUse(cached.key);
  const auto object = device == 0 && claim(cached, module) ? open(cached.file) : openCopy(cached.file);
  return object ? std::optional(*object) : std::nullopt;
}

Result<const RaddleObject *> load(const ModuleSource &module, const Wanted &wanted, int device) {
  const std::optional<CachedObject> place = placeInCache(module, wanted);
  if (place)
    if (const auto object = openCached(*place, module, device))
      return *object;
  const auto code = std::make_shared<const DeviceCode>(module);
  CompilationNotice notice(module, wanted);
  if (place) {
    const NextKernels::Wait wait(module, wanted, code);
    if (NextKernels::instance().waitFor(place->key, notice.reminder()))
      if (const auto object = openCached(*place, module, device))
        return *object;
    if (auto done = compileIntoCache(*place, *code, wanted, {notice.reminder()}); !done)
      return done.error();
    if (const auto object = openCached(*place, module, device))
      return *object;
  }
  // No cache can be kept: the object lives in memory only.
  std::string reasons;
  for (const fs::path &folder : temporaryFolders()) {
    const StagingFolder staging(folder);
    if (!staging) {
      reasons += fmt::format("{}{}: {}", reasons.empty() ? "" : "; ", folder.string(), std::strerror(errno));
      continue;
    }
    const fs::path fresh = staging.path() / "kernel.so";
    if (auto done = runCompiler(*code, wanted, fresh, {notice.reminder()}); !done)
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
  return load(module, wantedFor(module, kernel, block), device);
}

} // namespace raddle::jit
