#include "tools/profile/advice.h"
#include "tools/profile/fit.h"
#include "tools/profile/gpu_model.h"
#include "tools/profile/metrics.h"
#include "tools/profile/reports.h"

#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/JSON.h>

namespace raddle::tools::profile {

using llvm::json::Array;
using llvm::json::Object;

namespace {

// JSON's numbers are signed here; no count gets so far.
std::int64_t number(std::uint64_t value) { return static_cast<std::int64_t>(value); }

Array jsonOf(const RaddleDim3 &size) { return Array{size.x, size.y, size.z}; }

Object jsonOf(const Executions &executions) {
  return Object{{"warps", number(executions.warps)}, {"lanes", number(executions.lanes)}};
}

Object jsonOf(const Counts &counts) {
  Object instructions, memory;
  for (const auto &[kind, executions] : counts.instructions)
    instructions[kind] = jsonOf(executions);
  for (const Memory which : kMemories)
    for (const Operation operation : kOperations) {
      const Accesses &accesses = counts.of(operation, which);
      if (!accesses.requests)
        continue;
      Object object{{"requests", number(accesses.requests)},
                    {"lanes", number(accesses.lanes)},
                    {"bytes", number(accesses.bytes)}};
      if (which != Memory::kLocal) {
        object[which == Memory::kGlobal ? "sectors" : "wavefronts"] = number(accesses.units);
        object["ideal"] = number(accesses.ideal());
        object["excessive"] = number(accesses.excessive);
      }
      if (operation == Operation::kAtomic)
        object["conflicts"] = number(accesses.conflicts);
      memory[std::string(nameOf(operation)) + '.' + nameOf(which)] = std::move(object);
    }
  return Object{{"instructions", std::move(instructions)},
                {"branches", number(counts.branches.warps)},
                {"divergent_branches", number(counts.divergent_branches)},
                {"memory", std::move(memory)}};
}

Object jsonOf(const SourceLine &line) {
  Object object = jsonOf(line.counts);
  object["file"] = line.file;
  object["path"] = line.path;
  object["line"] = line.line;
  object["function"] = line.function;
  if (!line.inlined_at.empty()) {
    Array ways;
    for (const std::vector<std::string> &calls : line.inlined_at)
      ways.push_back(Array(calls));
    object["inlined_at"] = std::move(ways);
  }
  return object;
}

Object jsonOf(const GpuEstimate &estimate) {
  Array parts;
  for (const GpuEstimate::Part &part : estimate.parts)
    parts.push_back(Object{{"name", part.name}, {"cycles", part.cycles}});
  return Object{{"machine", estimate.machine},         {"cycles", estimate.cycles},
                {"nanoseconds", estimate.nanoseconds}, {"bound", estimate.bound()},
                {"parts", std::move(parts)},           {"doubts", Array(estimate.doubts)}};
}

Object jsonOf(const Launches &launches, const Target &target) {
  Object object{{"grid", jsonOf(launches.grid)},
                {"block", jsonOf(launches.block)},
                {"dynamic_shared", launches.dynamic_shared},
                {"static_shared", launches.static_shared},
                {"local_bytes", launches.local_bytes},
                {"device", launches.device},
                {"engine", launches.lanes == 1 ? "thread" : "warp"},
                {"launches", number(launches.count)},
                {"nanoseconds", number(launches.nanoseconds)},
                {"shortest", number(launches.shortest)},
                {"longest", number(launches.longest)}};
  if (launches.cluster.x)
    object["cluster"] = jsonOf(launches.cluster);
  if (!launches.thread_engine_reason.empty())
    object["thread_engine_reason"] = launches.thread_engine_reason;
  if (launches.is_approximate)
    object["approximate"] = true;
  if (const std::optional<GpuEstimate> estimate = estimateTime(launches, target))
    object["gpu_estimate"] = jsonOf(*estimate);
  else
    object["no_gpu_estimate"] = whyNoEstimate(launches, target);
  if (const std::optional<Fit> fit = fitOf(launches, target)) {
    object["occupancy"] = Object{{"blocks", fit->occupancy.blocks},
                                 {"warps", fit->occupancy.warps},
                                 {"fraction", fit->occupancy.fraction},
                                 {"limiter", fit->limiter},
                                 {"estimated_registers", fit->resources.registers_per_thread}};
    if (fit->machine) {
      object["waves"] = fit->waves;
      object["idle_part"] = fit->idle_part;
      object["machine"] = std::string(fit->machine->product);
    }
  }
  return object;
}

Object jsonOf(const KernelProfile &kernel, const Target &target) {
  Array launches, lines, advice;
  for (const Launches &each : kernel.launches)
    launches.push_back(jsonOf(each, target));
  for (const SourceLine &line : kernel.lines)
    lines.push_back(jsonOf(line));
  for (const Advice &each : adviceFor(kernel, target))
    advice.push_back(Object{{"place", each.place}, {"text", each.text}, {"saves", each.saves}});
  Array barriers;
  for (const auto &[place, waits] : kernel.barriers) {
    Array by_warp;
    for (const std::uint64_t waited : waits.by_warp)
      by_warp.push_back(number(waited));
    while (!by_warp.empty() && by_warp.back() == 0)
      by_warp.pop_back();
    barriers.push_back(Object{{"file", place.first},
                              {"line", place.second},
                              {"arrivals", number(waits.arrivals)},
                              {"waited", number(waits.waited)},
                              {"waited_by_warp", std::move(by_warp)}});
  }
  Object metrics;
  for (const Metric &metric : metricsOf(kernel, target))
    metrics[metric.name] =
        Object{{"value", metric.value}, {"unit", metric.unit}, {"basis", nameOf(metric.basis)}};
  return Object{{"name", kernel.name},
                {"mangled", kernel.mangled},
                {"file", kernel.file},
                {"line", kernel.line},
                {"launches", std::move(launches)},
                {"counts", jsonOf(kernel.counts)},
                {"metrics", std::move(metrics)},
                {"lines", std::move(lines)},
                {"advice", std::move(advice)},
                {"barriers", std::move(barriers)}};
}

} // namespace

std::string jsonReport(const Profile &profile) {
  Array kernels, compilations;
  for (const KernelProfile &kernel : profile.kernels)
    kernels.push_back(jsonOf(kernel, profile.target));
  for (const Compilation &each : profile.compilations)
    compilations.push_back(Object{{"kernel", each.kernel}, {"nanoseconds", number(each.nanoseconds)}});
  return llvm::formatv("{0:2}\n",
                       llvm::json::Value(Object{{"version", 1},
                                                {"program", profile.program},
                                                {"architecture", profile.target.architecture},
                                                {"workers", profile.workers},
                                                {"host_nanoseconds", number(profile.host_nanoseconds)},
                                                {"compilations", std::move(compilations)},
                                                {"kernels", std::move(kernels)}}));
}

} // namespace raddle::tools::profile
