// The kernel compiler's table of contents.
#ifndef RADDLE_VECTORIZE_PIPELINE_H
#define RADDLE_VECTORIZE_PIPELINE_H

#include "vectorize/compile_job.h"

#include <llvm/Support/raw_ostream.h>

#include <span>
#include <string>
#include <string_view>

namespace raddle::vectorize {

struct Pass {
  std::string_view name;
  std::string_view purpose;
  void (*run)(CompileJob &job);
};

/// All passes in the order they run.
std::span<const Pass> passes();

struct PipelineOptions {
  // Print the IR after this pass ("all": after every pass that changed something).
  std::string print_after;
  // Stop behind this pass.
  std::string stop_after;
  bool print_times = false;
  // Verify the IR after every pass; always on in builds with internal checks.
  bool verify = false;
  llvm::raw_ostream *output = nullptr;
};

/// Runs the passes until the end, `stop_after` or the first error; false when job.errors is not empty. With
/// lanes = 32 also ends where a kernel turns out to need the thread engine (job.thread_engine_reason).
bool runPipeline(CompileJob &job, const PipelineOptions &options);

} // namespace raddle::vectorize

#endif
