#include "occupancy/latency.h"

#include <cmath>

namespace raddle::occupancy {

namespace {

unsigned ceiling(double value) { return static_cast<unsigned>(std::ceil(value - 1e-9)); }

LatencyBudget budget(double needed, unsigned resident_warps, double per_thread, double unit) {
  double threads = static_cast<double>(resident_warps) * kWarpSize;
  return {.needed = needed,
          .available = threads * per_thread,
          .warps_needed = warpsFor(needed, per_thread),
          .per_thread_needed = resident_warps == 0 ? 0 : std::max(1u, ceiling(needed / threads / unit))};
}

} // namespace

std::span<const Machine> machines() {
  static constexpr Machine kTable[] = {
#define MACHINE(...) {__VA_ARGS__},
#include "occupancy/machines.def"
  };
  return kTable;
}

const Machine *machineOf(const Architecture &architecture) {
  for (const Machine &machine : machines())
    if (machine.major == architecture.major && machine.minor == architecture.minor)
      return &machine;
  return nullptr;
}

const Machine *findMachine(std::string_view product) {
  for (const Machine &machine : machines())
    if (machine.product == product)
      return &machine;
  return nullptr;
}

double operationsInFlight(const Machine &machine) {
  return machine.arithmetic_latency * machine.operations_per_cycle;
}

double bytesPerCycle(const Machine &machine) { return machine.bandwidth_gbs / machine.clock_ghz; }

std::optional<double> bytesInFlight(const Machine &machine) {
  if (machine.memory_latency == 0)
    return std::nullopt;
  return machine.memory_latency * bytesPerCycle(machine);
}

unsigned warpsFor(double amount, double per_thread) { return ceiling(amount / per_thread / kWarpSize); }

LatencyBudget arithmeticBudget(const Machine &machine, unsigned resident_warps, ThreadWork work) {
  return budget(operationsInFlight(machine), resident_warps, work.operations, 1);
}

std::optional<LatencyBudget> memoryBudget(const Machine &machine, unsigned resident_warps, ThreadWork work) {
  std::optional<double> bytes = bytesInFlight(machine);
  if (!bytes)
    return std::nullopt;
  double per_thread = static_cast<double>(work.loads) * work.bytes_per_load;
  return budget(*bytes / machine.multiprocessors, resident_warps, per_thread, work.bytes_per_load);
}

} // namespace raddle::occupancy
