#include "base/cache_folder.h"

#include "base/environment.h"
#include "base/paths.h"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace raddle {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kStagingPrefix = ".raddle-staging-";
constexpr std::string_view kRandomPart = "XXXXXX";

// What is wrong with it, or nothing.
std::string whyUnsafe(const struct stat &found) {
  if (found.st_uid != geteuid())
    return fmt::format("belongs to another user ({})", found.st_uid);
  if ((found.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    return fmt::format("can be written by others (chmod go-w makes it safe)");
  return {};
}

void tellOnce(const std::string &what) {
  static std::mutex mutex;
  static auto *const kTold = new std::set<std::string>;
  std::lock_guard lock(mutex);
  if (!isQuiet() && kTold->insert(what).second)
    fmt::print(stderr, "raddle: warning: {}\n", what);
}

bool isSafeFolder(const fs::path &folder) {
  struct stat found{};
  if (stat(folder.c_str(), &found) != 0 || !S_ISDIR(found.st_mode))
    return false;
  const std::string reason = whyUnsafe(found);
  if (!reason.empty())
    tellOnce(fmt::format("the cache folder {} is not used: it {}", folder.string(), reason));
  return reason.empty();
}

// Whether nobody else can put another folder in its place: who owns a link, or may write what is around it.
bool isSafePlace(const fs::path &folder) {
  struct stat found{};
  std::string reason;
  if (lstat(folder.c_str(), &found) == 0 && S_ISLNK(found.st_mode) && found.st_uid != geteuid() &&
      found.st_uid != 0)
    reason = fmt::format("is a link that belongs to another user ({})", found.st_uid);
  std::error_code failed;
  const fs::path place = fs::canonical(folder, failed);
  if (failed)
    return false;
  for (fs::path around = place.parent_path(); reason.empty(); around = around.parent_path()) {
    if (stat(around.c_str(), &found) == 0 && (found.st_mode & S_IWOTH) != 0 && (found.st_mode & S_ISVTX) == 0)
      reason = fmt::format("lies in {}, which others can write", around.string());
    if (around == around.root_path())
      break;
  }
  if (!reason.empty())
    tellOnce(fmt::format("the cache folder {} is not used: it {}", folder.string(), reason));
  return reason.empty();
}

// For its owner alone, and so are the folders around it that are not there either.
bool makeFolder(const fs::path &folder) {
  std::error_code failed;
  if (fs::is_directory(folder, failed) || mkdir(folder.c_str(), S_IRWXU) == 0 || errno == EEXIST)
    return true;
  return errno == ENOENT && folder.has_relative_path() && makeFolder(folder.parent_path()) &&
         (mkdir(folder.c_str(), S_IRWXU) == 0 || errno == EEXIST);
}

bool isStagingFolder(const fs::directory_entry &entry) {
  const std::string name = entry.path().filename().string();
  std::error_code failed;
  return name.starts_with(kStagingPrefix) && name.size() == kStagingPrefix.size() + kRandomPart.size() &&
         entry.symlink_status(failed).type() == fs::file_type::directory;
}

// Locks the folder until the descriptor is closed; -1 when somebody else has it. `*can_lock` is false where there is no
// telling, as on some network file systems.
int lockFolder(const fs::path &folder, bool *can_lock) {
  *can_lock = true;
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0)
    return -1;
  if (flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    return descriptor;
  *can_lock = errno == EWOULDBLOCK;
  close(descriptor);
  return -1;
}

bool isSame(int descriptor, const fs::path &path) {
  struct stat opened{}, named{};
  return fstat(descriptor, &opened) == 0 && lstat(path.c_str(), &named) == 0 &&
         opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

} // namespace

fs::path cacheFolder(const char *part) {
  const fs::path root = cacheDirectory();
  if (root.empty() || !makeFolder(root) || !isSafeFolder(root) || !isSafePlace(root))
    return {};
  if (!*part)
    return root;
  const fs::path folder = root / part;
  return makeFolder(folder) && isSafeFolder(folder) ? folder : fs::path();
}

bool isSafeCacheFile(const fs::path &file) {
  struct stat found{};
  if (lstat(file.c_str(), &found) != 0)
    return false;
  const std::string reason = S_ISREG(found.st_mode) ? whyUnsafe(found) : "is not a plain file";
  if (!reason.empty())
    tellOnce(fmt::format("{} in the cache is not used: it {}", file.string(), reason));
  return reason.empty();
}

void noteUse(const fs::path &file) {
  const timespec times[2] = {{0, UTIME_NOW}, {0, UTIME_OMIT}};
  utimensat(AT_FDCWD, file.c_str(), times, 0);
}

StagingFolder::StagingFolder(const fs::path &parent) {
  errno = ENOENT;
  if (parent.empty())
    return;
  removeLeftovers(parent);
  constexpr int kMostTries = 10;
  for (int i = 0; i < kMostTries && path_.empty(); ++i) {
    std::string pattern = (parent / kStagingPrefix).string().append(kRandomPart);
    if (!mkdtemp(pattern.data()))
      return;
    // Until it is locked it looks like one whose owner has died.
    bool can_lock = true;
    lock_ = lockFolder(pattern, &can_lock);
    if (!can_lock || (lock_ >= 0 && isSame(lock_, pattern))) {
      path_ = pattern;
    } else if (lock_ >= 0) {
      close(std::exchange(lock_, -1));
    }
  }
}

StagingFolder::~StagingFolder() {
  const int error = errno;
  std::error_code failed;
  if (!path_.empty())
    fs::remove_all(path_, failed);
  if (lock_ >= 0)
    close(lock_);
  errno = error;
}

void removeLeftovers(const fs::path &parent) {
  std::error_code failed;
  for (fs::directory_iterator entry(parent, failed), end; !failed && entry != end; entry.increment(failed)) {
    if (!isStagingFolder(*entry))
      continue;
    bool can_lock = true;
    const int lock = lockFolder(entry->path(), &can_lock);
    std::error_code vanished; // another process cleans up too
    // No compilation takes an hour.
    const bool is_old = fs::last_write_time(entry->path(), vanished) <
                        fs::file_time_type::clock::now() - std::chrono::hours(1);
    if (lock >= 0 || (!can_lock && !vanished && is_old))
      fs::remove_all(entry->path(), vanished);
    if (lock >= 0)
      close(lock);
  }
}

} // namespace raddle
