#include "runtime/executor/thread_engine_time.h"
#include "diagnostics/messages.h"

#include "runtime/block/fault.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <vector>

namespace raddle::runtime {

namespace {

constexpr std::size_t kMostKernels = 3;

double seconds(std::uint64_t nanoseconds) { return static_cast<double>(nanoseconds) * 1e-9; }

// lib::scale of void lib::scale<float>(float*, int), as raddle explain takes it.
std::string bareName(std::string name) {
  constexpr std::string_view kAnonymous = "(anonymous namespace)::";
  for (std::size_t at = name.find(kAnonymous); at != std::string::npos; at = name.find(kAnonymous))
    name.erase(at, kAnonymous.size());
  name.resize(std::min(name.find_first_of("<("), name.size()));
  return name.substr(name.rfind(' ') + 1);
}

} // namespace

ThreadEngineTime &ThreadEngineTime::instance() {
  // Never destroyed: kernels may still run when the program's static objects are destroyed.
  static auto *const kTime = new ThreadEngineTime;
  return *kTime;
}

void ThreadEngineTime::add(const RaddleKernel &kernel, std::uint64_t nanoseconds) {
  std::lock_guard lock(mutex_);
  auto found = kernels_.find(std::string_view(kernel.name));
  if (found == kernels_.end())
    found = kernels_
                .emplace(kernel.name,
                         Launches{kernelName(kernel), kernel.source_file, kernel.thread_engine_reason})
                .first;
  found->second.nanoseconds += nanoseconds;
  ++found->second.count;
}

std::string ThreadEngineTime::report(std::uint64_t least_nanoseconds) const {
  std::lock_guard lock(mutex_);
  std::vector<const Launches *> slowest;
  std::uint64_t all = 0;
  for (const auto &[name, launches] : kernels_) {
    slowest.push_back(&launches);
    all += launches.nanoseconds;
  }
  if (slowest.empty() || all < least_nanoseconds)
    return {};
  std::sort(slowest.begin(), slowest.end(),
            [](const Launches *a, const Launches *b) { return a->nanoseconds > b->nanoseconds; });
  const std::size_t others = slowest.size() - std::min(slowest.size(), kMostKernels);
  slowest.resize(slowest.size() - others);

  std::string names, notes;
  for (const Launches *kernel : slowest) {
    names += fmt::format("{} '{}' {:.1f} s in {} launch{}", names.empty() ? ":" : ",", kernel->name,
                         seconds(kernel->nanoseconds), kernel->count, kernel->count == 1 ? "" : "es");
    // What was seen, then what to change.
    const std::size_t end = std::min(kernel->reason.find('\n'), kernel->reason.size());
    notes +=
        fmt::format("note: '{}': {}; raddle explain {} --kernel {} says more\n", kernel->name,
                    kernel->reason.substr(0, end),
                    kernel->source_file.empty() ? "FILE.cu" : kernel->source_file, bareName(kernel->name));
    if (end < kernel->reason.size())
      notes += fmt::format("note: {}\n", kernel->reason.substr(end + 1));
  }
  if (others != 0)
    names += fmt::format(", and {} more", others);
  return fmt::format("raddle: warning: kernels on the thread engine, which is slow, took {:.1f} s{}\n{}",
                     seconds(all), names, notes);
}

} // namespace raddle::runtime
