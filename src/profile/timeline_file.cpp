#include "profile/timeline_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/mman.h>
#include <unistd.h>

namespace raddle::profile::timeline {

namespace {

// The file grows by steps, to that.
constexpr std::size_t kMostBytes = std::size_t{1} << 32, kStep = std::size_t{1} << 20;

} // namespace

std::string TimelineFile::open(const std::string &folder) {
  namespace fs = std::filesystem;
  std::error_code failed;
  fs::create_directories(folder, failed);
  const std::string name = (fs::path(folder) / (std::to_string(getpid()) + ".timeline")).string();
  file_ = ::open(name.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file_ < 0)
    return std::strerror(errno);
  void *memory = mmap(nullptr, kMostBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file_, 0);
  if (memory == MAP_FAILED)
    return std::strerror(errno);
  memory_ = static_cast<char *>(memory);
  process_ = getpid();
  return "";
}

void TimelineFile::append(std::string_view lines) {
  std::lock_guard lock(mutex_);
  if (getpid() != process_)
    return; // a copy of the process, which has the same file
  if (used_ + lines.size() > size_) {
    const std::size_t size = size_ + kStep;
    if (size > kMostBytes || lines.size() > kStep || ftruncate(file_, static_cast<off_t>(size)) != 0)
      return;
    size_ = size;
  }
  std::memcpy(memory_ + used_, lines.data(), lines.size());
  used_ += lines.size();
}

} // namespace raddle::profile::timeline
