#include "profile/timeline.h"

#include "base/environment.h"
#include "base/json_text.h"
#include "diagnostics/messages.h"
#include "profile/timeline_file.h"

#include <cerrno>
#include <cstdlib>
#include <dlfcn.h>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <tuple>
#include <unistd.h>
#include <unordered_map>
#include <unwind.h>
#include <vector>

namespace raddle::profile::timeline {

namespace {

// Processes that stand for devices have numbers above those of the system.
constexpr int kFirstDevice = 10'000'000;

// Chrome has microseconds.
std::string microseconds(std::uint64_t nanoseconds) {
  return fmt::format("{}.{:03}", nanoseconds / 1000, nanoseconds % 1000);
}

class Timeline {
public:
  std::string open(const std::string &folder) { return file_.open(folder); }

  void add(int process, std::uint64_t thread, const char *category, std::string_view name,
           std::uint64_t begin, std::uint64_t end, std::string_view arguments) {
    write(fmt::format(R"({{"ph":"X","pid":{},"tid":{},"cat":"{}","name":{},"ts":{},"dur":{},"args":{{{}}}}})",
                      process, thread, category, jsonText(name), microseconds(begin),
                      microseconds(end - begin), arguments));
  }

  void mark(std::string_view name) {
    write(fmt::format(R"({{"ph":"i","s":"t","pid":{},"tid":{},"cat":"nvtx","name":{},"ts":{}}})", getpid(),
                      gettid(), jsonText(name), microseconds(nanoseconds())));
  }

  void nameOf(int process, const char *what, std::uint64_t thread, const std::string &name) {
    {
      std::lock_guard lock(mutex_);
      if (!named_.insert({process, thread, what}).second)
        return;
    }
    writeName(process, what, thread, name);
  }

  // A name that the program gives, whatever the row is called otherwise.
  void rename(int process, const char *what, std::uint64_t thread, const std::string &name) {
    {
      std::lock_guard lock(mutex_);
      named_.insert({process, thread, what});
    }
    writeName(process, what, thread, name);
  }

  // Ranges of one thread, within each other.
  void push(std::string_view name) { writeRange('B', gettid(), 0, name); }
  void pop(std::string_view name) { writeRange('E', gettid(), 0, name); }

  // Ranges that may overlap.
  std::uint64_t start(std::string_view name) {
    std::uint64_t range;
    {
      std::lock_guard lock(mutex_);
      range = ++last_range_;
      started_[range] = {std::string(name), gettid()};
    }
    writeRange('b', gettid(), range, name);
    return range;
  }

  void end(std::uint64_t range) {
    std::pair<std::string, pid_t> ended;
    {
      std::lock_guard lock(mutex_);
      const auto found = started_.find(range);
      if (found == started_.end())
        return;
      ended = std::move(found->second);
      started_.erase(found);
    }
    writeRange('e', ended.second, range, ended.first);
  }

  void endProcess() {
    write(fmt::format(R"({{"ph":"M","pid":{},"tid":0,"name":"process_end","ts":{}}})", getpid(),
                      microseconds(nanoseconds())));
  }

private:
  void write(const std::string &line) { file_.append(line + '\n'); }

  void writeName(int process, const char *what, std::uint64_t thread, const std::string &name) {
    write(fmt::format(R"({{"ph":"M","pid":{},"tid":{},"name":"{}","args":{{"name":{}}}}})", process, thread,
                      what, jsonText(name)));
  }

  void writeRange(char kind, pid_t thread, std::uint64_t range, std::string_view name) {
    const std::string number = range ? fmt::format(R"("id":{},)", range) : "";
    write(fmt::format(R"({{"ph":"{}","pid":{},"tid":{},"cat":"nvtx",{}"name":{},"ts":{}}})", kind, getpid(),
                      thread, number, jsonText(name), microseconds(nanoseconds())));
  }

  TimelineFile file_;
  std::mutex mutex_;
  std::set<std::tuple<int, std::uint64_t, std::string>> named_;
  std::map<std::uint64_t, std::pair<std::string, pid_t>> started_; // name and thread
  std::uint64_t last_range_ = 0;
};

// Work ends until the very end of the process.
Timeline *theTimeline() {
  static Timeline *const kTimeline = []() -> Timeline * {
    const auto folder = environment("RADDLE_TIMELINE");
    if (!folder || folder->empty())
      return nullptr;
    auto timeline = std::make_unique<Timeline>();
    const std::string reason = timeline->open(*folder);
    if (reason.empty()) {
      timeline->nameOf(getpid(), "process_name", 0, program_invocation_short_name);
      std::atexit([] {
        if (Timeline *const ended = theTimeline())
          ended->endProcess();
      });
      return timeline.release();
    }
    printDiagnostic(fmt::format(
        "raddle: warning: cannot write to RADDLE_TIMELINE={}: {}; there is no timeline\n", *folder, reason));
    return nullptr;
  }();
  return kTimeline;
}

// ---- calls of the host

// How a program has called a function of this library: the innermost frames are of the library, up to that function's.
struct Frames {
  const void *library = nullptr;
  std::uintptr_t innermost_of_function = 0;
};

const void *libraryOf(std::uintptr_t address) {
  // Kept: looking it up takes a microsecond.
  thread_local std::unordered_map<std::uintptr_t, const void *> known;
  const auto [found, is_new] = known.try_emplace(address, nullptr);
  Dl_info info{};
  if (is_new && dladdr(reinterpret_cast<void *>(address), &info))
    found->second = info.dli_fbase;
  return found->second;
}

_Unwind_Reason_Code visitFrame(_Unwind_Context *context, void *data) {
  auto &frames = *static_cast<Frames *>(data);
  const std::uintptr_t address = _Unwind_GetIP(context) - 1;
  if (libraryOf(address) != frames.library)
    return _URC_END_OF_STACK;
  frames.innermost_of_function = address;
  return _URC_NO_REASON;
}

// The exported function that stands at the address.
const char *functionAt(std::uintptr_t address) {
  thread_local std::unordered_map<std::uintptr_t, const char *> known;
  const auto [found, is_new] = known.try_emplace(address, nullptr);
  Dl_info info{};
  if (is_new && dladdr(reinterpret_cast<void *>(address), &info))
    found->second = info.dli_sname;
  return found->second;
}

// Calls within each other: only the first one is the program's.
thread_local unsigned calls_of_thread = 0;

// Names of those that have not ended.
std::vector<std::string> &rangesOfThread() {
  thread_local std::vector<std::string> ranges;
  return ranges;
}

} // namespace

bool hasFolder() { return theTimeline() != nullptr; }

constinit thread_local StreamPlace detail::current_stream;

void noteWork(StreamPlace place, const char *category, std::string_view name, std::uint64_t begin,
              std::string_view arguments) {
  Timeline *const timeline = theTimeline();
  if (!timeline)
    return;
  const int process = kFirstDevice + place.device;
  timeline->nameOf(process, "process_name", 0, fmt::format("device {}", place.device));
  timeline->nameOf(process, "thread_name", place.stream, fmt::format("stream {}", place.stream));
  timeline->add(process, place.stream, category, name, begin, nanoseconds(), arguments);
}

void noteCompilation(std::string_view kernel, std::uint64_t duration) {
  const std::uint64_t now = nanoseconds();
  if (Timeline *const timeline = theTimeline())
    timeline->add(getpid(), static_cast<std::uint64_t>(gettid()), "compilation",
                  "compile " + demangled(std::string(kernel.substr(0, kernel.find('@'))).c_str()),
                  now - duration, now, "");
}

void HostCall::enter() {
  is_entered_ = true;
  if (calls_of_thread++ != 0)
    return;
  Frames frames;
  frames.library = libraryOf(reinterpret_cast<std::uintptr_t>(&visitFrame));
  _Unwind_Backtrace(visitFrame, &frames);
  name_ = functionAt(frames.innermost_of_function);
  begin_ = nanoseconds();
}

void HostCall::leave() {
  if (--calls_of_thread != 0 || !name_)
    return;
  if (Timeline *const timeline = theTimeline())
    timeline->add(getpid(), static_cast<std::uint64_t>(gettid()), "cuda", name_, begin_, nanoseconds(), "");
}

void mark(std::string_view text) {
  if (Timeline *const timeline = theTimeline())
    timeline->mark(text);
}

int push(std::string_view text) {
  rangesOfThread().emplace_back(text);
  if (Timeline *const timeline = theTimeline())
    timeline->push(text);
  return static_cast<int>(rangesOfThread().size()) - 1;
}

int pop() {
  std::vector<std::string> &ranges = rangesOfThread();
  Timeline *const timeline = theTimeline();
  if (ranges.empty() || !timeline)
    return -1;
  timeline->pop(ranges.back());
  ranges.pop_back();
  return static_cast<int>(ranges.size());
}

void nameThread(std::uint64_t thread, std::string_view name) {
  if (Timeline *const timeline = theTimeline())
    timeline->rename(getpid(), "thread_name", thread, fmt::format("{} (thread {})", name, thread));
}

void nameStream(StreamPlace place, std::string_view name) {
  if (Timeline *const timeline = theTimeline())
    timeline->rename(kFirstDevice + place.device, "thread_name", place.stream,
                     fmt::format("{} (stream {})", name, place.stream));
}

void nameDevice(int device, std::string_view name) {
  if (Timeline *const timeline = theTimeline())
    timeline->rename(kFirstDevice + device, "process_name", 0, fmt::format("{} (device {})", name, device));
}

std::uint64_t start(std::string_view text) {
  Timeline *const timeline = theTimeline();
  return timeline ? timeline->start(text) : 0;
}

void end(std::uint64_t range) {
  if (Timeline *const timeline = theTimeline())
    timeline->end(range);
}

} // namespace raddle::profile::timeline
