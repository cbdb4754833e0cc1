// How long kernels ran on the thread engine that should have had the warp engine: what a program is told when it ends.
#ifndef RADDLE_RUNTIME_EXECUTOR_THREAD_ENGINE_TIME_H
#define RADDLE_RUNTIME_EXECUTOR_THREAD_ENGINE_TIME_H

#include "abi/kernel_abi.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace raddle::runtime {

class ThreadEngineTime {
public:
  /// The process's.
  static ThreadEngineTime &instance();

  /// A launch of such a kernel, from the start of its first block to the end of its last.
  void add(const RaddleKernel &kernel, std::uint64_t nanoseconds);

  /// The slowest kernels, and why they are not on the warp engine; empty where all together took less.
  std::string report(std::uint64_t least_nanoseconds) const;

private:
  struct Launches {
    std::string name, source_file, reason;
    std::uint64_t nanoseconds = 0;
    std::uint64_t count = 0;
  };
  mutable std::mutex mutex_;
  // By mangled name: a kernel may have several objects, which may be unloaded.
  std::map<std::string, Launches, std::less<>> kernels_;
};

} // namespace raddle::runtime

#endif
