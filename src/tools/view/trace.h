// What the runtime has recorded of a warp (trace/recorder.h), in the order in which a page shows it.
#ifndef RADDLE_TOOLS_VIEW_TRACE_H
#define RADDLE_TOOLS_VIEW_TRACE_H

#include "abi/kernel_abi.h"

#include <cstdint>
#include <string>
#include <vector>

namespace raddle::tools::view {

struct Place {
  std::string path, function; // readable
  std::string file;           // as the compiler was given it
  unsigned line = 0, column = 0;
  bool isKnown() const { return line != 0; }
};

/// See vectorize/instrument/trace/trace_table.h.
struct Site {
  std::string kind, name, form, operation, by;
  std::vector<std::string> types;
  unsigned space = 0;
  std::uint64_t bytes = 0;
  Place place;
  int of = -1;        // a result's site
  bool joins = false; // an assignment that goes on with the one before it
};

enum RecordFlags : std::uint8_t {
  kJoins = 1,         // belongs to the step before it
  kOfAnotherWarp = 2, // that came to the same barrier,
  kCameBefore = 4     // and was there earlier
};

struct Record {
  std::uint32_t site;
  std::uint32_t lanes;
  std::uint16_t warp;
  std::uint8_t flags = 0;
  std::vector<std::vector<std::uint64_t>> values = {}; // of the active lanes, in their order
};

/// A shape of launches that ran.
struct LaunchShape {
  std::string kernel, file;
  RaddleDim3 grid, block;
  bool is_wanted; // the kernel is one that is asked for
};

struct Trace {
  std::string kernel, file; // "" where no launch was traced
  RaddleDim3 grid{}, block{}, of_block{};
  std::uint32_t of_warp = 0, launch = 0;
  int lanes = 32; // that ran at once: 1 or 32
  std::string thread_engine_reason;
  std::vector<Site> sites;
  std::vector<Record> records;
  std::uint64_t kept = 0, skipped = 0, lost = 0; // as the runtime counts: a step may have two records
  std::uint64_t shared = 0, shared_bytes = 0;
  std::vector<LaunchShape> launches; // all that ran
  std::uint32_t wanted_launches = 0; // of kernels whose names are asked for

  std::uint32_t warpsOfBlock() const;
  /// "scale(float*)", or "scale(float*) in a.cu" where a kernel of another file has the same name.
  std::string titleOf(const std::string &kernel, const std::string &file) const;
  /// Steps are records that do not join others.
  std::size_t stepCount() const;
};

/// Reads what processes have recorded in a folder; of several, the one of which a warp was traced.
Trace readTrace(const std::string &folder);

/// Puts what has been found out by a step right after it: results, what is assigned to variables on the same line, and who else came
/// to a barrier. Of other warps nothing else is left.
void joinRecords(Trace &trace);

} // namespace raddle::tools::view

#endif
