#include "diagnostics/messages.h"

#include "diagnostics/symbolizer.h"

#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cxxabi.h>
#include <fmt/format.h>
#include <string_view>

namespace raddle {

std::string demangled(const char *name) {
  // extern "C" names stay: `f` is a function here, and `float` to the demangler.
  if (!std::string_view(name).starts_with("_Z"))
    return name;
  int status = 0;
  char *readable = ::abi::__cxa_demangle(name, nullptr, nullptr, &status);
  std::string result = status == 0 && readable ? readable : name;
  std::free(readable);
  return result.starts_with("_Z") ? demangledByOthers(result) : result;
}

std::string kernelName(const RaddleKernel &kernel) { return demangled(kernel.name); }

std::string format(const RaddleDim3 &index) { return fmt::format("({},{},{})", index.x, index.y, index.z); }

std::string formatRanges(const std::vector<std::uint32_t> &numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1)
      ++end;
    if (!text.empty())
      text += ',';
    text += end - i == 1 ? fmt::format("{}", numbers[i]) : fmt::format("{}-{}", numbers[i], numbers[end - 1]);
    i = end;
  }
  return text;
}

std::string formatLanes(std::uint32_t lanes) {
  std::vector<std::uint32_t> numbers;
  for (; lanes; lanes &= lanes - 1)
    numbers.push_back(static_cast<std::uint32_t>(std::countr_zero(lanes)));
  return (numbers.size() == 1 ? "lane " : "lanes ") + formatRanges(numbers);
}

std::string placePrefix(const std::string &place) { return place.empty() ? "raddle: " : place + ": "; }

void printDiagnostic(const std::string &text) { std::fwrite(text.data(), 1, text.size(), stderr); }

} // namespace raddle
