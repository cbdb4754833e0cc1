// Where kernels spend the time of this CPU: samples (profile/samples.h in the process that ran) by kernel and source line.
#ifndef RADDLE_TOOLS_PROFILE_HOT_LINES_H
#define RADDLE_TOOLS_PROFILE_HOT_LINES_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace raddle::tools::profile {

struct HotLine {
  std::string file, path, function; // `file` as the compiler was given it
  unsigned line = 0;                // 0: the kernel compiler's own code
  std::uint64_t samples = 0;
  std::uint64_t in_callees = 0; // of them: in functions of the runtime and of libraries, which the line calls
};

struct HotKernel {
  std::string name;
  std::uint64_t samples = 0;
  std::vector<HotLine> lines; // the hottest first
};

struct HotLines {
  std::uint64_t samples = 0;      // of all threads that worked for kernels
  std::uint64_t in_runtime = 0;   // of them, outside of all kernels
  std::vector<HotKernel> kernels; // the hottest first
};

/// Of the folder that $RADDLE_SAMPLES named. What cannot be read is left out.
HotLines readHotLines(const std::string &folder);

/// A table for each kernel, with so many lines at most.
std::string textOf(const HotLines &hot, std::size_t most_lines);
std::string jsonOf(const HotLines &hot);

} // namespace raddle::tools::profile

#endif
