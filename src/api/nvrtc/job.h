// What is to be compiled at run time.
#ifndef RADDLE_API_NVRTC_JOB_H
#define RADDLE_API_NVRTC_JOB_H

#include "api/nvrtc/options.h"

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

} // namespace raddle::nvrtc

#endif
