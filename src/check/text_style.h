// Findings in words: in Raddle's style, and in that of NVIDIA's compute-sanitizer.
#ifndef RADDLE_CHECK_TEXT_STYLE_H
#define RADDLE_CHECK_TEXT_STYLE_H

#include "check/finding.h"

#include <cstddef>
#include <string>

namespace raddle::check {

/// "app.cu:14:61: error: ...", then notes, a line each.
std::string inWords(const Finding &finding);

/// How NVIDIA's tool writes.
struct SanitizerStyle {
  std::string prefix = "=========";
  bool host_stacks = true, device_stacks = true;
  std::size_t most_host_frames = ~std::size_t{0}, most_device_frames = ~std::size_t{0};
  bool strips_paths = true;
  bool strips_parameters = false; // of functions
  bool operator==(const SanitizerStyle &) const = default;
};

/// "========= Invalid __shared__ write of size 4 bytes", then more such lines, each with the prefix.
std::string inWordsOfSanitizer(const Finding &finding, const SanitizerStyle &style = {});

/// What NVIDIA's tool calls that kind of finding where it writes XML: "Precise" are accesses, "Api" calls; the rest has a kind of
/// its own.
const char *kindOfSanitizer(Rule rule);

/// "kernel" of "void kernel<int>(int*)".
std::string withoutParameters(const std::string &function);

} // namespace raddle::check

#endif
