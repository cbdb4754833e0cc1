// Findings in words: in Raddle's style, and in that of NVIDIA's compute-sanitizer.
#ifndef RADDLE_CHECK_TEXT_STYLE_H
#define RADDLE_CHECK_TEXT_STYLE_H

#include "check/finding.h"

#include <string>

namespace raddle::check {

/// "app.cu:14:61: error: ...", then notes, a line each.
std::string inWords(const Finding &finding);

/// "========= Invalid __shared__ write of size 4 bytes", then more such lines, each with the prefix.
std::string inWordsOfSanitizer(const Finding &finding, const std::string &prefix = "=========");

} // namespace raddle::check

#endif
