// Which headers are the C++ standard library's.
#ifndef RADDLE_API_NVRTC_STANDARD_HEADERS_H
#define RADDLE_API_NVRTC_STANDARD_HEADERS_H

#include <string_view>

namespace raddle::nvrtc {

/// Whether `name` is a header of C++20's or C's standard library, as far as GCC 12 has them. NVRTC has none of them, so programs
/// bring their own; here the real ones are there, and CUDA's headers, which include them, would not compile with those of a program.
bool isStandardHeader(std::string_view name);

} // namespace raddle::nvrtc

#endif
