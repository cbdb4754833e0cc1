// `raddle view --demo`: pages of the programs in examples/view, with what their READMEs say of them.
#ifndef RADDLE_TOOLS_VIEW_DEMO_H
#define RADDLE_TOOLS_VIEW_DEMO_H

#include "base/result.h"

#include <cstddef>
#include <filesystem>

namespace raddle::tools::view {

/// Compiles and runs each program, and writes a page for each and one that leads to them. Returns how many there are.
Result<std::size_t> writeDemo(const std::filesystem::path &folder);

} // namespace raddle::tools::view

#endif
