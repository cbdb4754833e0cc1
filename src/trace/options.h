// Which warp is traced, and where its steps go: $RADDLE_TRACE, in one way for the runtime and for `raddle view`.
//
//   FOLDER,kernel=NAME,exact=0|1,block=x:y:z,warp=w,launch=n,skip=n,steps=n
#ifndef RADDLE_TRACE_OPTIONS_H
#define RADDLE_TRACE_OPTIONS_H

#include <array>
#include <cstdint>
#include <string>

namespace raddle::trace {

struct Options {
  std::string folder;
  std::string
      kernel; // its name, or a regular expression that this contains (NamePattern); "": the first kernel that runs
  bool is_exact = false; // it is a name, and no part of one
  std::array<std::uint32_t, 3> block{};
  std::uint32_t warp = 0;
  std::uint32_t launch = 0;      // of that kernel, from 0
  std::uint64_t skip = 0;        // so many records are not kept at first,
  std::uint64_t steps = 100'000; // and so many are then
};

/// What could not be understood is named in `error`, "" if nothing.
Options parseOptions(const std::string &text, std::string &error);

/// The other way round.
std::string format(const Options &options);

} // namespace raddle::trace

#endif
