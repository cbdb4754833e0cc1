// The steps of the warp that $RADDLE_TRACE names, in the process that runs it.
//
// Two files in a folder: NUMBER.jsonl with a JSON object a line (launches, what sites mean), and NUMBER.steps (steps_file.h). The
// number is the process's.
#ifndef RADDLE_TRACE_RECORDER_H
#define RADDLE_TRACE_RECORDER_H

#include "abi/kernel_abi.h"
#include "base/asked_once.h"

#include <cstddef>
#include <cstdint>

namespace raddle::trace {

/// Kernels are to be compiled so that they tell their steps.
bool hasRecorder();
/// The same, for what each launch asks.
inline bool enabled() { return askedOnce<hasRecorder>(); }

/// A launch begins. Returns whether it is the one of which a warp is traced.
bool beginLaunch(const RaddleKernel &kernel, const RaddleDim3 &grid, const RaddleDim3 &block);

/// Of that launch: whether steps of this warp are to be recorded.
bool isTraced(const RaddleDim3 &block, std::uint32_t warp, bool whichever_warp);

struct Step {
  const RaddleTraceTable *table;
  std::uint32_t site; // with its flags
  std::uint32_t warp, lanes;
  bool by_warp;
  const void *shared = nullptr;
  std::size_t shared_bytes = 0;
  const void *stack = nullptr; // of the lanes
  std::size_t stack_bytes = 0;
};

/// Where the values of the step are to be written; null where it is not kept.
std::uint64_t *record(const Step &step);

} // namespace raddle::trace

#endif
