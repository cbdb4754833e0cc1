#include "tools/profile/gpu_model.h"

#include "tools/profile/fit.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <string_view>

namespace raddle::tools::profile {

namespace {

using raddle::occupancy::Architecture;
using raddle::occupancy::Machine;

struct Parameters {
  unsigned major, minor;
  double fp32, fp64, fp16, integer, special, conversion, shuffle, load_store;
  double shared_latency, l1_latency, l2_latency, memory_latency, fp64_latency;
  double l1_bytes, l2_bytes, memory_part, l2_mib;
  std::string_view source;
};

const Parameters *parametersOf(const Architecture &architecture) {
  static constexpr Parameters kTable[] = {
#define GPU(...) {__VA_ARGS__},
#include "tools/profile/gpu_parameters.def"
  };
  for (const Parameters &row : kTable)
    if (row.major == architecture.major && row.minor == architecture.minor)
      return &row;
  return nullptr;
}

// Free parameters of the model, which no data sheet has. To be fitted with bench/gpu_model.
constexpr double kOverlap = 4;  // the exponent of the norm: 1 is no overlap, infinity a perfect one
constexpr double kUnrolled = 4; // iterations that a GPU's compiler unrolls, where they are independent
constexpr double kStartNanoseconds = 2000; // from one launch to the next, of a kernel that does nothing
constexpr double kBarrierLatency = 25, kSpecialLatency = 20, kShuffleLatency = 23;
// Of a division of integers of 32 bits, which the CUDA C++ Programming Guide, "Arithmetic Instructions", puts at up to 20. One of 64 bits
// multiplies numbers of twice that length, which takes four times as many.
constexpr double kInstructionsOfDivision = 20, kInstructionsOfDivision64 = 80;
constexpr double kCyclesOfUpdate = 1; // of an atomic update of a word in L2, after another one of its warp
constexpr double kPortBytes = 64;     // that an SM gets from L2 in a cycle
constexpr double kUsableL2 = 0.8;     // of L2's capacity

constexpr double kBesideShared = 28 * 1024; // bytes that L1 has beside what shared memory may use
constexpr double kLineBytes = 128;
constexpr double kSectorBytes = 32, kLanes = kRaddleWarpSize;

double number(std::uint64_t value) { return static_cast<double>(value); }

class Model {
public:
  Model(const Launches &launches, const Fit &fit, const Parameters &gpu)
      : launches_(launches), fit_(fit), gpu_(gpu), machine_(*fit.machine),
        launch_count_(number(std::max<std::uint64_t>(launches.count, 1))) {
    const double blocks = number(launches.blocks()), machines = machine_.multiprocessors;
    busiest_blocks_ = std::ceil(blocks / machines);
    share_ = busiest_blocks_ / blocks;
    warps_of_block_ = (launches.threads() + kRaddleWarpSize - 1) / kRaddleWarpSize;
  }

  GpuEstimate estimate() {
    addInstructions();
    addMemory();
    addLatency();
    GpuEstimate result;
    result.machine = machine_.product;
    double sum = 0;
    for (const GpuEstimate::Part &part : parts_)
      sum += std::pow(part.cycles, kOverlap);
    std::erase_if(parts_, [](const GpuEstimate::Part &part) { return part.cycles <= 0; });
    std::sort(parts_.begin(), parts_.end(),
              [](const auto &one, const auto &other) { return one.cycles > other.cycles; });
    if (parts_.empty())
      parts_.push_back({"the launch", 0});
    const double start = kStartNanoseconds * machine_.clock_ghz;
    result.cycles = std::pow(sum, 1 / kOverlap) + start;
    result.nanoseconds = result.cycles / machine_.clock_ghz;
    result.parts = parts_;
    result.doubts = doubtsOf(result, start);
    return result;
  }

private:
  // Of one launch.
  double each(std::uint64_t count) const { return number(count) / launch_count_; }
  double warps(const std::string &kind) const { return each(launches_.counts.of(kind).warps); }
  // Without what unrolling and instructions of three operands save, and with all instructions that divisions are.
  double issued(std::string_view kind) const {
    const double saved =
        sumOf(launches_.loop_steps, kind) * (1 - 1 / kUnrolled) + sumOf(launches_.fused, kind);
    double of_divisions = 0;
    for (const auto &[name, executions] : launches_.counts.instructions)
      if (name.starts_with(kind))
        of_divisions += each(executions.warps) * (instructionsOf(name) - 1);
    return warps(std::string(kind)) + of_divisions - saved;
  }
  double sumOf(const std::map<std::string, std::uint64_t> &counts, std::string_view kind) const {
    double sum = 0;
    for (const auto &[name, count] : counts)
      if (name.starts_with(kind))
        sum += each(count);
    return sum;
  }
  static double instructionsOf(std::string_view kind) {
    return kind == "integer.division"     ? kInstructionsOfDivision
           : kind == "integer.division64" ? kInstructionsOfDivision64
                                          : 1;
  }
  const Accesses &accesses(Operation operation, Memory memory) const {
    return launches_.counts.of(operation, memory);
  }

  void add(std::string name, double cycles) { parts_.push_back({std::move(name), cycles}); }

  // ---- what an SM does

  void addInstructions() {
    add("issue", issued("") * share_ / fit_.architecture->subpartitions);
    const std::pair<const char *, double> units[] = {
        {"fp32", gpu_.fp32},       {"fp64", gpu_.fp64},       {"fp16", gpu_.fp16},
        {"integer", gpu_.integer}, {"special", gpu_.special}, {"conversion", gpu_.conversion}};
    for (const auto &[kind, lanes] : units)
      add(fmt::format("{} units", kind), issued(kind) * share_ * kLanes / lanes);
    // Wavefronts of shared memory, and rows of L1, whatever is more: one in a cycle.
    double cycles = warps("warp") * kLanes / gpu_.shuffle;
    for (const Operation operation : kOperations) {
      const Accesses &shared = accesses(operation, Memory::kShared),
                     &global = accesses(operation, Memory::kGlobal);
      cycles += std::max(each(shared.requests) * kLanes / gpu_.load_store, each(shared.units));
      cycles +=
          std::max({each(global.requests) * kLanes / gpu_.load_store,
                    each(global.units) * kSectorBytes / gpu_.l1_bytes, global.spread_cycles / launch_count_});
      cycles += each(accesses(operation, Memory::kLocal).requests) * kLanes / gpu_.load_store;
    }
    add("shared memory and L1", cycles * share_);
  }

  // ---- what lies behind it

  void addMemory() {
    const Accesses &stores = accesses(Operation::kStore, Memory::kGlobal),
                   &updates = accesses(Operation::kAtomic, Memory::kGlobal);
    const double sectors = missesOfL1() + each(stores.units) + 2 * each(updates.units);
    add("L2 cache",
        std::max(sectors * kSectorBytes / gpu_.l2_bytes, sectors * share_ * kSectorBytes / kPortBytes));
    // Updates that all lanes of a warp make of one word are made by one of them, as a GPU's compiler has it.
    const bool are_joined = updates.conflicts == updates.lanes - updates.requests;
    add("atomic updates",
        are_joined ? each(updates.requests) * kCyclesOfUpdate : each(updates.conflicts) * kCyclesOfUpdate);
    if (fitsL2())
      return;
    // Arrays come once; of what is accessed again, L2 has what it can hold of them.
    const double arrays = arrayBytes(), misses_again = std::max(0.0, 1 - usableL2() / std::max(arrays, 1.0));
    auto ofMemory = [&](double bytes) {
      return arrays > 0 && bytes > arrays ? arrays + (bytes - arrays) * misses_again : bytes;
    };
    const double bytes = ofMemory(missesOfL1() * kSectorBytes) + ofMemory(each(stores.units) * kSectorBytes) +
                         ofMemory(each(updates.units) * kSectorBytes);
    add("memory", bytes / (raddle::occupancy::bytesPerCycle(machine_) * gpu_.memory_part));
  }

  double arrayBytes() const { return each(launches_.argument_bytes); }

  // Then it is there already, from a launch before or the kernel that made it.
  bool fitsL2() const {
    const double touched = each(launches_.counts.of(Memory::kGlobal).units) * kSectorBytes,
                 arrays = arrayBytes();
    return (arrays > 0 ? std::min(touched, arrays) : touched) <= usableL2();
  }

  double usableL2() const { return kUsableL2 * gpu_.l2_mib * 1024 * 1024; }

  // Sectors of loads that L1 does not have. It has the rest if the lines of all resident warps fit.
  double missesOfL1() const {
    const Accesses &loads = accesses(Operation::kLoad, Memory::kGlobal);
    const double shared = number(fit_.occupancy.blocks) *
                          (number(launches_.static_shared) + launches_.dynamic_shared),
                 capacity = std::max(number(fit_.architecture->shared_per_sm) + kBesideShared - shared,
                                     kBesideShared);
    const double lines = fit_.occupancy.warps * std::max(1.0, loads.perRequest()) * kLineBytes;
    return each(loads.units) - loads.reused / launch_count_ * std::min(1.0, capacity / lines);
  }

  // ---- what warps wait for

  double memoryLatency() const {
    if (fitsL2())
      return gpu_.l2_latency;
    return gpu_.memory_latency > 0 ? gpu_.memory_latency : machine_.memory_latency;
  }

  double latencyOf(std::string_view kind) const {
    auto is = [&](std::string_view begin) { return kind.starts_with(begin); };
    if (is("load.global") || is("load.generic"))
      return memoryLatency();
    if (is("atomic.global") || is("atomic.generic"))
      return 2 * gpu_.l2_latency;
    if (is("atomic."))
      return 3 * gpu_.shared_latency;
    if (is("load.shared"))
      return gpu_.shared_latency + wavefrontsBeyondFirst();
    if (is("load."))
      return gpu_.l1_latency;
    if (is("store.") || is("fence"))
      return machine_.arithmetic_latency;
    if (is("barrier"))
      return kBarrierLatency;
    if (is("warp"))
      return kShuffleLatency;
    if (is("special"))
      return kSpecialLatency;
    return is("fp64") ? gpu_.fp64_latency : instructionsOf(kind) * machine_.arithmetic_latency;
  }

  double wavefrontsBeyondFirst() const {
    return std::max(accesses(Operation::kLoad, Memory::kShared).perRequest() - 1, 0.0);
  }

  double latencyOf(const std::map<std::string, std::uint64_t> &chain) const {
    return std::accumulate(chain.begin(), chain.end(), 0.0, [&](double sum, const auto &part) {
      return sum + each(part.second) * latencyOf(part.first);
    });
  }

  void addLatency() {
    const double all_warps = number(launches_.blocks()) * warps_of_block_;
    const double of_warp =
        (latencyOf(launches_.serial_chain) + latencyOf(launches_.overlapped_chain) / kUnrolled) / all_warps;
    const double rounds = std::ceil(busiest_blocks_ / fit_.occupancy.blocks);
    add("latency", of_warp * rounds);
  }

  // ---- what is not known

  std::vector<std::string> doubtsOf(const GpuEstimate &result, double start) const {
    std::vector<std::string> doubts;
    auto doubt = [&](bool is_so, std::string text) {
      if (is_so)
        doubts.push_back(std::move(text));
    };
    const auto &bound = result.bound();
    doubt(launches_.is_approximate, "counts are not exact");
    doubt(launches_.flags & kRaddleKernelWaitsForBlocks, "blocks wait for others, which may come later");
    doubt(!launches_.thread_engine_reason.empty(), "lanes wait for each other, as often as it happens");
    doubt(launches_.cooperative, "barriers of the grid are not modelled");
    doubt(launches_.cluster.x != 0, "clusters, and the shared memory of other blocks, are not modelled");
    doubt(launches_.flags & kRaddleKernelRecurses, "calls through pointers and recursion are not modelled");
    doubt(launches_.flags & kRaddleKernelPrints, "printf is not modelled");
    doubt(bound == "atomic updates", "how long updates of the same word take depends on other blocks");
    doubt(warps("other") > 0.05 * warps(""), "instructions that have no place in the model");
    doubt(warps("load.local") + warps("store.local") > 0.2 * warps(""),
          "local memory, which a GPU may keep in registers");
    doubt(bound == "latency" && fit_.occupancy.isLimitedBy(raddle::occupancy::Resource::Registers) &&
              launches_.threads() > 64,
          "warps that are resident depend on registers, whose number is an estimate");
    doubt(result.cycles < 2 * start, "the kernel is too short: starting it takes as long");
    doubt(gpu_.source == "estimated", "parameters of this architecture are estimated in part");
    return doubts;
  }

  const Launches &launches_;
  const Fit &fit_;
  const Parameters &gpu_;
  const Machine &machine_;
  const double launch_count_;
  double busiest_blocks_ = 1, share_ = 1; // blocks of the SM that has the most, as part of all
  double warps_of_block_ = 1;
  std::vector<GpuEstimate::Part> parts_;
};

} // namespace

std::string whyNoEstimate(const Launches &launches, const Target &target) {
  const std::optional<Fit> fit = fitOf(launches, target);
  if (!fit)
    return fmt::format("{} is no architecture that is known", target.architecture);
  if (!fit->machine || !parametersOf(*fit->architecture))
    return fmt::format("how fast {} does what is not known", target.architecture);
  if (!launches.blocks())
    return "no block was launched";
  return fit->occupancy.blocks ? "" : fmt::format("no SM of {} can hold such a block", target.architecture);
}

std::optional<GpuEstimate> estimateTime(const Launches &launches, const Target &target) {
  if (!whyNoEstimate(launches, target).empty())
    return std::nullopt;
  const std::optional<Fit> fit = fitOf(launches, target);
  return Model(launches, *fit, *parametersOf(*fit->architecture)).estimate();
}

} // namespace raddle::tools::profile
