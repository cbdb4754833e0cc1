#include "machine/worker_count.h"

#include "base/environment.h"

#include <algorithm>
#include <fstream>
#include <sched.h>
#include <string>
#include <thread>

namespace raddle {

namespace {

constexpr unsigned kMostWorkers = 1024;

unsigned affinityCores() {
  // Large enough for the largest machines that Linux supports.
  constexpr std::size_t kCpus = 8192;
  cpu_set_t *set = CPU_ALLOC(kCpus);
  const std::size_t bytes = CPU_ALLOC_SIZE(kCpus);
  unsigned cores = std::thread::hardware_concurrency();
  if (set && sched_getaffinity(0, bytes, set) == 0)
    cores = static_cast<unsigned>(CPU_COUNT_S(bytes, set));
  CPU_FREE(set);
  return std::max(cores, 1u);
}

// CPU time per wall time that the control group allows, rounded up; a large number when it does not say.
unsigned quotaCores() {
  long long quota = -1;
  long long period = 0;
  if (std::ifstream file("/sys/fs/cgroup/cpu.max"); file) {
    std::string text;
    file >> text >> period;
    if (text != "max")
      quota = std::atoll(text.c_str());
  } else {
    std::ifstream("/sys/fs/cgroup/cpu/cpu.cfs_quota_us") >> quota;
    std::ifstream("/sys/fs/cgroup/cpu/cpu.cfs_period_us") >> period;
  }
  if (quota <= 0 || period <= 0)
    return kMostWorkers;
  return static_cast<unsigned>(std::clamp<long long>((quota + period - 1) / period, 1, kMostWorkers));
}

} // namespace

unsigned availableCores() { return std::min({affinityCores(), quotaCores(), kMostWorkers}); }

unsigned defaultWorkerCount() {
  return static_cast<unsigned>(environmentNumber("RADDLE_WORKERS", 1, kMostWorkers, availableCores()));
}

} // namespace raddle
