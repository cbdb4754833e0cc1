// The file of recorded steps, as the runtime writes it and `raddle view` reads it. It is mapped into memory, so that what has been
// recorded is there, however the process ends.
#ifndef RADDLE_TRACE_STEPS_FILE_H
#define RADDLE_TRACE_STEPS_FILE_H

#include <cstdint>

namespace raddle::trace {

inline constexpr std::uint64_t kStepsMagic = 0x3153'4c44'4452'0002;

struct StepsHeader {
  std::uint64_t magic;
  std::uint64_t bytes;                // of this header and the records
  std::uint64_t kept, skipped, lost;  // records
  std::uint64_t shared, shared_bytes; // where the block's shared memory lies
};

/// Followed by `values` times as many numbers as `by_warp` says: one of each lane, or one for the only lane.
struct StepRecord {
  std::uint32_t site;
  std::uint32_t lanes;
  std::uint16_t warp;
  std::uint8_t table, values;
  std::uint32_t by_warp;            // 1: the lanes ran together
  std::uint64_t stack, stack_bytes; // where their local variables lie
};

} // namespace raddle::trace

#endif
