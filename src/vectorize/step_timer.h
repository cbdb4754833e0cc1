// How much processor time a step of a compilation takes, for raddle-kernelc -times.
#ifndef RADDLE_VECTORIZE_STEP_TIMER_H
#define RADDLE_VECTORIZE_STEP_TIMER_H

#include "vectorize/pipeline.h"

#include <ctime>
#include <fmt/format.h>

namespace raddle::vectorize {

/// Prints the milliseconds that the process has computed since its construction, where they are asked for.
class StepTimer {
public:
  StepTimer(const PipelineOptions &options, std::string_view step) : options_(options), step_(step) {}
  ~StepTimer() {
    if (!options_.print_times || !options_.output)
      return;
    const double elapsed = 1000.0 * static_cast<double>(std::clock() - begin_) / CLOCKS_PER_SEC;
    *options_.output << fmt::format("{:8.2f} ms  {}\n", elapsed, step_);
  }
  StepTimer(const StepTimer &) = delete;
  StepTimer &operator=(const StepTimer &) = delete;

private:
  const PipelineOptions &options_;
  std::string_view step_;
  std::clock_t begin_ = std::clock();
};

} // namespace raddle::vectorize

#endif
