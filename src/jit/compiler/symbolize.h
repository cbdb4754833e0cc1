// Source positions of addresses in a compiled object.
#ifndef RADDLE_JIT_COMPILER_SYMBOLIZE_H
#define RADDLE_JIT_COMPILER_SYMBOLIZE_H

#include <cstdint>
#include <string>
#include <vector>

namespace raddle::jit {

/// "file.cu:12:5" for each offset into the shared object; "" where its line table knows nothing.
std::vector<std::string> symbolize(const std::string &object, const std::vector<std::uint64_t> &offsets);

}  // namespace raddle::jit

#endif
