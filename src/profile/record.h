// RADDLE_PROFILE: the folder in which a process keeps what its kernels have counted, for `raddle profile`.
//
// <process>.jsonl has an object a line, each written as soon as it is known:
//
//   {"process": {...}}                the program, its device and workers
//   {"compiled": {kernel, ns}}        a kernel that was not in the cache
//   {"table": {number, ...}}          what counters mean (vectorize/instrument/counters/counter_table.h)
//   {"launches": {number, kernel, grid, block, ..., first}}      launches of one shape; at `first` stand kLaunchNumbers numbers
//   {"counts": {launches, table, first}}                         what these have counted; at `first` the counters begin
//   {"approximate": {launches}}
//
// <process>.counts has the numbers, of 8 bytes each. It is mapped, so that nothing is lost whatever becomes of the process.
#ifndef RADDLE_PROFILE_RECORD_H
#define RADDLE_PROFILE_RECORD_H

#include "abi/kernel_abi.h"
#include "base/asked_once.h"
#include "profile/launch_counts.h"

#include <cstdint>
#include <string>

namespace raddle::profile {

/// How many launches, nanoseconds from the first block to the end of all, of the shortest and longest of them, and how many bytes
/// the arrays have that arguments point to.
enum LaunchNumber : unsigned { kLaunches, kTime, kShortest, kLongest, kArgumentBytes, kLaunchNumbers };

/// Whether $RADDLE_PROFILE names a folder that can be written. Otherwise nothing is counted; why not is told once.
bool hasRecord();
/// The same, for what each launch asks.
inline bool enabled() { return askedOnce<hasRecord>(); }

struct LaunchFacts {
  const RaddleKernel &kernel;
  RaddleDim3 grid, block, cluster;
  std::uint32_t dynamic_shared;
  int device;
  bool cooperative;
  std::uint64_t argument_bytes;
};

/// A launch has ended.
void record(const LaunchFacts &launch, const LaunchCounts &counts);

/// The kernel compiler has taken so long for that kernel.
void recordCompilation(const std::string &kernel, std::uint64_t nanoseconds);

} // namespace raddle::profile

#endif
