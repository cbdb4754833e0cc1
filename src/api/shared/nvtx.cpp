// What the program says through NVTX: marks and ranges on the timeline.
#include "nvtx3/nvToolsExt.h"

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
  case RADDLE_NVTX_NAME:
    return reinterpret_cast<std::uintptr_t>(kept(text));
  default:
    return 0;
  }
}
