// The file in which a process records its findings for whoever started it: a JSON object a line.
//
// A finding stands there as soon as it is made, so that it is not lost when the process dies; how often it was found is told
// by lines of their own when the process ends.
#ifndef RADDLE_CHECK_RECORD_H
#define RADDLE_CHECK_RECORD_H

#include "check/finding.h"

#include <cstdint>
#include <string>

namespace raddle::check {

/// Numbers tell the findings of a process apart.
std::string recordLine(const Finding &finding, std::uint64_t number);
std::string countLine(std::uint64_t number, std::uint64_t count);
/// Says that a process uses CUDA.
std::string useLine();

/// Several processes may do so at the same time. What cannot be written is lost.
void appendToRecord(const std::string &path, const std::string &line);

} // namespace raddle::check

#endif
