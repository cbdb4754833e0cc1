// The cache on disk: compiled kernels, precompiled headers, and programs that `raddle run` has built.
//
// What lies there is run. So a folder or file that belongs to another user, or that others can write, is not used, and what
// Raddle makes is its owner's alone. Files are written into a staging folder and moved, so that other processes see all of a
// file or nothing.
#ifndef RADDLE_BASE_CACHE_FOLDER_H
#define RADDLE_BASE_CACHE_FOLDER_H

#include <filesystem>

namespace raddle {

inline constexpr const char *kHeadersFolder = "headers";
inline constexpr const char *kProgramsFolder = "programs";
inline constexpr const char *kRuntimeCompiledFolder = "nvrtc";
inline constexpr const char *kPtxFolder = "ptx"; // modules that programs have loaded as text
inline constexpr const char *kStagingFolder = "staging"; // see StagingFolder

/// The folder `part` of the cache, "" for its root, where kernels lie; made when it is not there. Empty when nothing is to
/// be kept, when it cannot be made, and when it is not safe, which is told once.
std::filesystem::path cacheFolder(const char *part = "");

/// Whether what was found in the cache may be used: it is there, and safe. What is not is told.
bool isSafeCacheFile(const std::filesystem::path &file);

/// Marks a file of the cache as used now; see trimCache().
void noteUse(const std::filesystem::path &file);

/// A folder for files that are not finished, empty, and removed with all that is left in it. When the process is killed, the
/// next one that stages something removes it: a lock tells whether its owner lives.
class StagingFolder {
public:
  /// In `parent`; "": there is no place for it.
  explicit StagingFolder(const std::filesystem::path &parent);
  ~StagingFolder();
  StagingFolder(const StagingFolder &) = delete;
  StagingFolder &operator=(const StagingFolder &) = delete;

  /// False: it could not be made; errno says why.
  explicit operator bool() const { return !path_.empty(); }
  const std::filesystem::path &path() const { return path_; }

private:
  std::filesystem::path path_;
  int lock_ = -1;
};

/// Removes the staging folders in `parent` whose owners have died.
void removeLeftovers(const std::filesystem::path &parent);

} // namespace raddle

#endif
