#include "api/shared/unsupported.h"

#include "base/environment.h"
#include "diagnostics/messages.h"

#include <fmt/format.h>
#include <mutex>
#include <set>
#include <string>

namespace raddle::api {

void tellUnsupported(std::string_view what, std::string_view answer, std::string_view reason) {
  static std::mutex mutex;
  static auto *const kTold = new std::set<std::string, std::less<>>;
  if (isQuiet())
    return;
  std::lock_guard lock(mutex);
  if (!kTold->emplace(what).second)
    return;
  std::string text =
      fmt::format("raddle: warning: {} is not supported: it does nothing, and returns {}\n", what, answer);
  if (!reason.empty())
    text += fmt::format("note: {}\n", reason);
  printDiagnostic(text);
}

} // namespace raddle::api
