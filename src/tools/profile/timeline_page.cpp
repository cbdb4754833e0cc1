#include "tools/page_template.h"
#include "tools/profile/timeline.h"

#include <fmt/format.h>

namespace raddle::tools::profile {

std::string pageOf(const Timeline &timeline, const std::string &program) {
  // More of them are no picture any more, and browsers take long to read them.
  constexpr std::size_t kMostEvents = 200'000;
  std::string events = "[";
  std::size_t kept = 0, left_out = 0;
  for (const std::string &event : timeline.events) {
    // Names of threads may come late.
    const bool is_name = event.find(R"("ph":"M")") != std::string::npos;
    if (!is_name && kept == kMostEvents) {
      ++left_out;
      continue;
    }
    kept += !is_name;
    events += (events.size() > 1 ? ",\n" : "\n") + event;
  }
  return filledPage(kTimelinePage, {{"title", inHtml("Timeline of " + program)},
                                    {"facts", fmt::format(R"({{"kept":{},"left_out":{}}})", kept, left_out)},
                                    {"events", inScript(events + "\n]")}});
}

} // namespace raddle::tools::profile
