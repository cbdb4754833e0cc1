#include "tools/profile/metrics.h"

#include "tools/profile/fit.h"
#include "tools/profile/gpu_model.h"

#include <fmt/format.h>

namespace raddle::tools::profile {

namespace {

class MetricList {
public:
  void add(std::string name, const char *unit, double value, Basis basis = Basis::kSame) {
    metrics_.push_back({std::move(name), unit, value, basis});
  }
  void count(std::string name, const char *unit, std::uint64_t value, Basis basis = Basis::kSame) {
    add(std::move(name), unit, static_cast<double>(value), basis);
  }
  std::vector<Metric> take() { return std::move(metrics_); }

private:
  std::vector<Metric> metrics_;
};

void addInstructions(MetricList &list, const Counts &counts) {
  const Executions all = counts.of("");
  list.count("smsp__inst_executed.sum", "inst", all.warps, Basis::kInstructions);
  list.count("smsp__thread_inst_executed.sum", "inst", all.lanes, Basis::kInstructions);
  list.add("smsp__thread_inst_executed_per_inst_executed.ratio", "lanes", all.lanesPerWarp(),
           Basis::kInstructions);
  constexpr std::pair<const char *, const char *> kClasses[] = {{"fp16", "fp16"},
                                                                {"fp32", "fp32"},
                                                                {"fp64", "fp64"},
                                                                {"integer", "integer"},
                                                                {"conversion", "conversion"},
                                                                {"control", "control"},
                                                                {"warp", "inter_thread_communication"}};
  for (const auto &[kind, name] : kClasses)
    list.count(fmt::format("smsp__sass_thread_inst_executed_op_{}_pred_on.sum", name), "inst",
               counts.of(kind).lanes, Basis::kInstructions);
  list.count("smsp__inst_executed_pipe_xu.sum", "inst", counts.of("special").warps, Basis::kInstructions);
  list.count("smsp__inst_executed_op_barrier.sum", "inst", counts.of("barrier").warps, Basis::kRaddle);
  list.count("smsp__sass_branch_targets.sum", "branches", counts.branches.warps, Basis::kInstructions);
  list.count("smsp__sass_branch_targets_threads_divergent.sum", "branches", counts.divergent_branches,
             Basis::kInstructions);
  list.count("smsp__sass_branch_targets_threads_uniform.sum", "branches",
             counts.branches.warps - counts.divergent_branches, Basis::kInstructions);
}

// "ld", "st" and "atom" in the names of metrics.
const char *shortName(Operation operation) {
  constexpr const char *kNames[] = {"ld", "st", "atom"};
  return kNames[static_cast<unsigned>(operation)];
}

void addMemory(MetricList &list, const Counts &counts) {
  for (const Operation operation : kOperations) {
    const Accesses &global = counts.of(operation, Memory::kGlobal);
    const std::string op = shortName(operation);
    const std::string tail = fmt::format("_pipe_lsu_mem_global_op_{}", op);
    list.count(fmt::format("smsp__inst_executed_op_global_{}.sum", op), "inst", global.requests);
    list.count(fmt::format("l1tex__t_requests{}.sum", tail), "request", global.requests);
    list.count(fmt::format("l1tex__t_sectors{}.sum", tail), "sector", global.units);
    list.add(fmt::format("l1tex__average_t_sectors_per_request{}.ratio", tail), "sector/request",
             global.perRequest());
    list.count(fmt::format("smsp__sass_data_bytes_mem_global_op_{}.sum", op), "byte", global.bytes);
  }
  const Accesses global = counts.of(Memory::kGlobal);
  list.count("memory_l2_theoretical_sectors_global", "sector", global.units);
  list.count("memory_l2_theoretical_sectors_global_ideal", "sector", global.ideal());
  for (const Operation operation : kOperations) {
    const Accesses &shared = counts.of(operation, Memory::kShared);
    const std::string op = shortName(operation);
    list.count(fmt::format("smsp__inst_executed_op_shared_{}.sum", op), "inst", shared.requests);
    list.count(fmt::format("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{}.sum", op), "wavefront",
               shared.units);
    list.count(fmt::format("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{}.sum", op), "wavefront",
               shared.excessive);
    list.count(fmt::format("smsp__sass_data_bytes_mem_shared_op_{}.sum", op), "byte", shared.bytes);
  }
  const Accesses shared = counts.of(Memory::kShared);
  list.count("l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", "wavefront", shared.units);
  list.count("l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", "wavefront", shared.excessive);
  list.count("memory_l1_wavefronts_shared", "wavefront", shared.units);
  list.count("memory_l1_wavefronts_shared_ideal", "wavefront", shared.ideal());
  list.count("smsp__inst_executed_op_local_ld.sum", "inst",
             counts.of(Operation::kLoad, Memory::kLocal).requests, Basis::kInstructions);
  list.count("smsp__inst_executed_op_local_st.sum", "inst",
             counts.of(Operation::kStore, Memory::kLocal).requests, Basis::kInstructions);
  list.count("raddle__atomic_conflicts_global.sum", "lanes",
             counts.of(Operation::kAtomic, Memory::kGlobal).conflicts, Basis::kRaddle);
  list.count("raddle__atomic_conflicts_shared.sum", "lanes",
             counts.of(Operation::kAtomic, Memory::kShared).conflicts, Basis::kRaddle);
}

void addLaunches(MetricList &list, const KernelProfile &kernel, const Target &target) {
  list.count("raddle__launches.sum", "launch", kernel.launchCount(), Basis::kRaddle);
  list.count("raddle__time_duration.sum", "ns", kernel.nanoseconds(), Basis::kRaddle);
  if (kernel.launches.empty())
    return;
  const Launches &usual = kernel.launches.front();
  list.count("launch__grid_size", "block", usual.blocks());
  list.count("launch__block_size", "thread", usual.threads());
  list.count("launch__thread_count", "thread", usual.blocks() * usual.threads());
  list.count("launch__shared_mem_per_block_static", "byte", usual.static_shared);
  list.count("launch__shared_mem_per_block_dynamic", "byte", usual.dynamic_shared);
  list.count("raddle__local_bytes_per_thread", "byte", usual.local_bytes, Basis::kRaddle);
  double estimated = 0;
  for (const Launches &launches : kernel.launches)
    if (const std::optional<GpuEstimate> estimate = estimateTime(launches, target))
      estimated += estimate->nanoseconds * static_cast<double>(launches.count);
  if (estimated > 0)
    list.add("gpu__time_duration.sum", "ns", estimated, Basis::kModel);
  const std::optional<Fit> fit = fitOf(usual, target);
  if (!fit)
    return;
  list.count("launch__registers_per_thread", "register", fit->resources.registers_per_thread,
             Basis::kEstimate);
  using raddle::occupancy::Resource;
  constexpr std::pair<Resource, const char *> kLimits[] = {{Resource::Warps, "warps"},
                                                           {Resource::Blocks, "blocks"},
                                                           {Resource::Registers, "registers"},
                                                           {Resource::SharedMemory, "shared_mem"}};
  for (const auto &[resource, name] : kLimits)
    if (const unsigned blocks = fit->occupancy[resource].blocks; blocks != raddle::occupancy::kUnlimited)
      list.count(fmt::format("launch__occupancy_limit_{}", name), "block", blocks,
                 resource == Resource::Registers ? Basis::kEstimate : Basis::kSame);
  list.add("sm__maximum_warps_per_active_cycle_pct", "%", 100 * fit->occupancy.fraction, Basis::kEstimate);
  if (fit->machine)
    list.add("launch__waves_per_multiprocessor", "wave", fit->waves, Basis::kEstimate);
}

} // namespace

const char *nameOf(Basis basis) {
  constexpr const char *kNames[] = {"same", "instructions of Raddle", "estimated registers", "Raddle's own",
                                    "model of a GPU's time"};
  return kNames[static_cast<unsigned>(basis)];
}

std::vector<Metric> metricsOf(const Counts &counts) {
  MetricList list;
  addInstructions(list, counts);
  addMemory(list, counts);
  return list.take();
}

std::vector<Metric> metricsOf(const KernelProfile &kernel, const Target &target) {
  MetricList list;
  addInstructions(list, kernel.counts);
  addMemory(list, kernel.counts);
  addLaunches(list, kernel, target);
  return list.take();
}

std::vector<Metric> metricsOf(const Launches &launches, const Target &target) {
  KernelProfile kernel;
  kernel.launches.push_back(launches);
  kernel.counts = launches.counts;
  return metricsOf(kernel, target);
}

std::vector<std::string> metricNames() {
  KernelProfile kernel;
  Launches &launches = kernel.launches.emplace_back();
  launches.grid = {1, 1, 1};
  launches.block = {32, 1, 1};
  launches.count = 1;
  std::vector<std::string> names;
  for (const Metric &metric : metricsOf(kernel, "sm_90"))
    names.push_back(metric.name);
  return names;
}

} // namespace raddle::tools::profile
