// What the program says through NVTX: marks and ranges on the timeline, and names of its rows.
#include "nvtx3/nvToolsExt.h"

#include "api/shared/handles.h"
#include "host/process/host_thread.h"
#include "host/process/process.h"
#include "profile/timeline.h"

#include <climits>
#include <cwchar>
#include <mutex>
#include <set>
#include <string>

namespace timeline = raddle::profile::timeline;

namespace {

std::string narrow(const wchar_t *text) {
  std::string result;
  for (; *text; ++text) {
    char bytes[MB_LEN_MAX];
    std::mbstate_t state{};
    const std::size_t count = std::wcrtomb(bytes, *text, &state);
    result += count == static_cast<std::size_t>(-1) ? "?" : std::string(bytes, count);
  }
  return result;
}

// Names live as long as the process.
const char *kept(const std::string &name) {
  static std::mutex mutex;
  static auto *const kNames = new std::set<std::string>;
  std::lock_guard lock(mutex);
  return kNames->insert(name).first->c_str();
}

// A program may name what is no stream.
void nameStream(std::uint64_t handle, const std::string &name) {
  raddle::host::Process *const process = raddle::host::Process::existing();
  if (!process || process->devices.empty())
    return;
  const raddle::host::Context context{*process, process->device(raddle::host::hostThread().device)};
  if (const auto stream = raddle::api::findStream(context, reinterpret_cast<CUstream>(handle)))
    timeline::nameStream({stream->device, stream->id}, name);
}

} // namespace

extern "C" __attribute__((visibility("default"))) std::uint64_t
raddle_note_range(unsigned what, const char *domain, const void *message, std::uint64_t range) {
  if (!timeline::isOn())
    return 0;
  std::string text = domain ? std::string(domain) + ": " : "";
  if (message)
    text += what & RADDLE_NVTX_WIDE ? narrow(static_cast<const wchar_t *>(message))
                                    : static_cast<const char *>(message);
  switch (what & ~static_cast<unsigned>(RADDLE_NVTX_WIDE)) {
  case RADDLE_NVTX_MARK:
    timeline::mark(text);
    return 0;
  case RADDLE_NVTX_PUSH:
    return static_cast<std::uint64_t>(timeline::push(text)) + 1;
  case RADDLE_NVTX_POP:
    return static_cast<std::uint64_t>(timeline::pop() + 1);
  case RADDLE_NVTX_START:
    return timeline::start(text);
  case RADDLE_NVTX_END:
    timeline::end(range);
    return 0;
  case RADDLE_NVTX_NAME_THREAD:
    timeline::nameThread(range, text);
    return 0;
  case RADDLE_NVTX_NAME_STREAM:
    nameStream(range, text);
    return 0;
  case RADDLE_NVTX_NAME_DEVICE:
    timeline::nameDevice(static_cast<int>(range), text);
    return 0;
  case RADDLE_NVTX_NAME:
    return reinterpret_cast<std::uintptr_t>(kept(text));
  default:
    return 0;
  }
}
