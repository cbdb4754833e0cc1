// Run-time compilation: raddlecc, in a process, on files that are made of strings.
#ifndef RADDLE_API_NVRTC_COMPILE_H
#define RADDLE_API_NVRTC_COMPILE_H

#include "api/nvrtc/options.h"

#include <map>
#include <string>
#include <vector>

namespace raddle::nvrtc {

struct Header {
  std::string name; // as #include names it
  std::string text;
};

struct Job {
  std::string source, name;
  std::vector<Header> headers;
  Options options;
  std::vector<std::string> expressions; // whose lowered names are wanted
};

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
