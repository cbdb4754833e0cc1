// The files of page/, which the build puts into the tool.
#ifndef RADDLE_TOOLS_VIEW_PAGE_PARTS_H
#define RADDLE_TOOLS_VIEW_PAGE_PARTS_H

namespace raddle::tools::view {

extern const char *const kPageFrame;
extern const char *const kPageStyle;
extern const char *const kPageScripts; // in the order in which they run

} // namespace raddle::tools::view

#endif
