// Pages of one HTML file that asks nobody for anything: what the build has put into the tool (cmake/embedded_page.cmake), and how it
// is filled.
#ifndef RADDLE_TOOLS_PAGE_TEMPLATE_H
#define RADDLE_TOOLS_PAGE_TEMPLATE_H

#include <map>
#include <string>
#include <string_view>

namespace raddle::tools {

struct PageTemplate {
  const char *frame; // with {{style}}, {{scripts}}, and whatever else there is to be filled in
  const char *style, *scripts;
};

extern const PageTemplate kWarpPage, kTimelinePage;

/// The page with `parts` in the places of their names; the frame names no others.
std::string filledPage(const PageTemplate &page, std::map<std::string_view, std::string> parts);

/// JSON as it may stand within a script, which it must not end.
std::string inScript(std::string text);

std::string inHtml(std::string_view text);

} // namespace raddle::tools

#endif
