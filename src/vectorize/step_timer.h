// How long a step of a compilation takes, for raddle-kernelc -times.
#ifndef RADDLE_VECTORIZE_STEP_TIMER_H
#define RADDLE_VECTORIZE_STEP_TIMER_H

#include "vectorize/pipeline.h"

#include <chrono>
#include <ctime>
#include <fmt/format.h>

namespace raddle::vectorize {

/// Prints the milliseconds since its construction, where they are asked for, and the processor time that all
/// threads of the process took.
class StepTimer {
public:
  StepTimer(const PipelineOptions &options, std::string_view step) : options_(options), step_(step) {}
  ~StepTimer() {
    if (!options_.print_times || !options_.output)
      return;
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - begin_;
    const double computed = 1000.0 * static_cast<double>(std::clock() - clock_) / CLOCKS_PER_SEC;
    *options_.output << fmt::format("{:8.2f} ms {:8.2f} ms of processor time  {}\n", elapsed.count(),
                                    computed, step_);
  }
  StepTimer(const StepTimer &) = delete;
  StepTimer &operator=(const StepTimer &) = delete;

private:
  const PipelineOptions &options_;
  std::string_view step_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::clock_t clock_ = std::clock();
};

} // namespace raddle::vectorize

#endif
