// RADDLE_TIMELINE: the folder in which a process keeps what it did when, for `raddle profile --timeline`.
//
// <process>.timeline has an event a line, in the form of Chrome's traces, each written when it has ended; NVTX's ranges are written when
// they begin, too, and so is the end of the process. The file is mapped, so that nothing is lost whatever becomes of the process. Host threads are threads of the process; streams are threads of a process for
// each device.
#ifndef RADDLE_PROFILE_TIMELINE_H
#define RADDLE_PROFILE_TIMELINE_H

#include "base/asked_once.h"
#include "machine/clock.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace raddle::profile::timeline {

/// Whether $RADDLE_TIMELINE names a folder that can be written. Why not is told once.
bool hasFolder();
/// The same, for what each launch asks.
inline bool isOn() { return askedOnce<hasFolder>(); }

/// Where work of a device runs.
struct StreamPlace {
  int device = 0;
  std::uint64_t stream = 0;
};

namespace detail {
// libraddle.so is loaded early, so the fast model is available.
[[gnu::tls_model("initial-exec")]] extern constinit thread_local StreamPlace current_stream;
} // namespace detail

/// The stream whose work the calling thread does.
inline StreamPlace &currentStream() { return detail::current_stream; }

/// Work of a stream from `begin` to now. `arguments` is JSON, what stands within the braces.
void noteWork(StreamPlace place, const char *category, std::string_view name, std::uint64_t begin,
              std::string_view arguments = "");

/// The calling thread has compiled a kernel, which took so long.
void noteCompilation(std::string_view kernel, std::uint64_t nanoseconds);

/// Tells of work from its construction to its destruction, on currentStream().
class Work {
public:
  explicit Work(const char *category) : category_(category), begin_(isOn() ? nanoseconds() : 0) {}
  ~Work() {
    if (begin_)
      noteWork(currentStream(), category_, name_, begin_, arguments_);
  }
  Work(const Work &) = delete;
  Work &operator=(const Work &) = delete;

  /// Only what is told needs a name.
  bool isTold() const { return begin_ != 0; }
  void describe(std::string name, std::string arguments = "") {
    name_ = std::move(name);
    arguments_ = std::move(arguments);
  }

private:
  const char *category_;
  std::uint64_t begin_;
  std::string name_, arguments_;
};

/// A call of a function of libraddle.so, the one that the program has called. Only the outermost one is told.
class HostCall {
public:
  HostCall() {
    if (isOn())
      enter();
  }
  ~HostCall() {
    if (is_entered_)
      leave();
  }
  HostCall(const HostCall &) = delete;
  HostCall &operator=(const HostCall &) = delete;

private:
  void enter();
  void leave();

  bool is_entered_ = false;
  std::uint64_t begin_ = 0;
  const char *name_ = nullptr;
};

/// What a program says through NVTX (nvtx3/nvToolsExt.h).
void mark(std::string_view text);
/// Ranges of the calling thread, within each other. Return the level of the range, from 0.
int push(std::string_view text);
int pop();
/// Gives a row of the timeline a name: a thread of this process, by the system's number, a stream or a device.
void nameThread(std::uint64_t thread, std::string_view name);
void nameStream(StreamPlace place, std::string_view name);
void nameDevice(int device, std::string_view name);
/// Ranges that may end on other threads.
std::uint64_t start(std::string_view text);
void end(std::uint64_t range);

} // namespace raddle::profile::timeline

#endif
