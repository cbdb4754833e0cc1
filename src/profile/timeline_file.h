// A file of lines that many threads append to, and that keeps them if the process is killed.
#ifndef RADDLE_PROFILE_TIMELINE_FILE_H
#define RADDLE_PROFILE_TIMELINE_FILE_H

#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace raddle::profile::timeline {

class TimelineFile {
public:
  /// <process>.timeline in that folder. Why it cannot be written, or nothing.
  std::string open(const std::string &folder);

  /// Whole lines. What does not fit any more is left out.
  void append(std::string_view lines);

private:
  std::mutex mutex_;
  int file_ = -1;
  pid_t process_ = 0;
  char *memory_ = nullptr;
  std::size_t used_ = 0, size_ = 0;
};

} // namespace raddle::profile::timeline

#endif
