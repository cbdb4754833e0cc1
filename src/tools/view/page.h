// A trace as a page of its own, or as JSON.
#ifndef RADDLE_TOOLS_VIEW_PAGE_H
#define RADDLE_TOOLS_VIEW_PAGE_H

#include "tools/view/trace.h"

#include <cstddef>
#include <string>
#include <vector>

namespace raddle::tools::view {

/// In one language.
struct Story {
  std::string title;
  std::vector<std::string> paragraphs;
};

struct PageFacts {
  Story english, chinese;      // without a title: none
  std::string notice;          // what the checker has said, or ""
  std::size_t first_shown = 0; // the step at which the page opens
};

/// One HTML file that asks nobody for anything.
std::string pageOf(const Trace &trace, const PageFacts &facts);

/// For programs: a line for each step, with the values of its lanes.
std::string jsonOf(const Trace &trace);

/// All records, in base64, as page/trace.js reads them.
std::string encodedSteps(const Trace &trace);

} // namespace raddle::tools::view

#endif
