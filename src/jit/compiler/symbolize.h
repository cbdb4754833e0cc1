// Source positions of addresses in a compiled object.
#ifndef RADDLE_JIT_COMPILER_SYMBOLIZE_H
#define RADDLE_JIT_COMPILER_SYMBOLIZE_H

#include <cstdint>
#include <string>
#include <vector>

namespace raddle::jit {

/// For each offset into the shared object a line "file.cu:12:5<tab>function" for the function that stands there,
/// and one for each that it was inlined into, innermost first; then an empty line. What the debug information does not
/// know is empty. `with_paths`: the absolute path of the file stands after that.
std::string symbolize(const std::string &object, const std::vector<std::uint64_t> &offsets, bool with_paths);

} // namespace raddle::jit

#endif
