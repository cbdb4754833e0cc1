// Run-time compilation: raddlecc, in a process, on files that are made of strings.
#ifndef RADDLE_API_NVRTC_COMPILE_H
#define RADDLE_API_NVRTC_COMPILE_H

#include "api/nvrtc/job.h"

#include <map>
#include <string>

namespace raddle::nvrtc {

struct Outcome {
  bool is_compiled = false;
  std::string log = "";                            // what the compiler said
  std::string container = "";                      // of abi/fat_binary.h
  std::map<std::string, std::string> lowered = {}; // mangled names by expressions
};

/// From the cache where it is kept.
Outcome compile(const Job &job);

} // namespace raddle::nvrtc

#endif
