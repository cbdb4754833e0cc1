// How much work must be in flight to hide latency, and whether a launch has it.
//
// Little's law: work in flight = latency x throughput. An SM that completes 128 multiply-adds per cycle, each
// of which takes 4 cycles, is busy when 512 of them are in flight: 16 warps of 32 threads, or 8 warps with
// two independent multiply-adds each. A GPU whose memory answers after 350 ns and delivers 4.8 TB/s is busy
// with 1.7 MB under way.
#ifndef RADDLE_OCCUPANCY_LATENCY_H
#define RADDLE_OCCUPANCY_LATENCY_H

#include "occupancy/occupancy.h"

#include <algorithm>
#include <optional>

namespace raddle::occupancy {

/// A GPU one can buy. Rows and sources: machines.def.
struct Machine {
  unsigned major;
  unsigned minor;
  std::string_view product;
  unsigned multiprocessors;
  double clock_ghz;            // of the cycles below
  double arithmetic_latency;   // cycles from a multiply-add to one that needs its result
  double operations_per_cycle; // 32-bit multiply-adds per SM
  std::string_view arithmetic_source;
  double memory_latency; // cycles of a load that misses all caches; 0 when not known
  double bandwidth_gbs;  // GB/s (10^9), theoretical peak
  std::string_view memory_source;
};

std::span<const Machine> machines();

/// The machine that stands for an architecture, or null when none has been measured.
const Machine *machineOf(const Architecture &architecture);

/// The machine of that product, or null.
const Machine *findMachine(std::string_view product);

/// Multiply-adds that must be in flight on one SM.
double operationsInFlight(const Machine &machine);

/// Bytes that memory delivers to the whole GPU per cycle.
double bytesPerCycle(const Machine &machine);

/// Bytes that must be under way from memory to the whole GPU; nothing when the latency is not known.
std::optional<double> bytesInFlight(const Machine &machine);

/// Warps whose threads have `amount` in flight when each thread has `per_thread` of it; rounded up.
unsigned warpsFor(double amount, double per_thread);

/// What the threads of a kernel do at a time.
struct ThreadWork {
  unsigned operations = 1;     // independent multiply-adds of a thread: its instruction-level parallelism
  unsigned loads = 1;          // independent loads of a thread
  unsigned bytes_per_load = 4; // of useful data
};

/// One kind of latency on one SM: what is needed, what there is.
struct LatencyBudget {
  double needed = 0;         // operations or bytes in flight
  double available = 0;      // in flight with the resident warps
  unsigned warps_needed = 0; // resident warps that suffice with the present work per thread
  unsigned per_thread_needed =
      0; // operations or loads per thread that suffice with the present warps; 0: no warps

  bool isHidden() const { return available >= needed; }
  /// The part of the peak that Little's law allows, 0..1.
  double fraction() const { return needed > 0 ? std::min(1.0, available / needed) : 1.0; }
};

/// Of `resident_warps` warps on one SM.
LatencyBudget arithmeticBudget(const Machine &machine, unsigned resident_warps, ThreadWork work);
/// The bytes are one SM's equal share of those of the whole GPU. Nothing when the latency is not known.
std::optional<LatencyBudget> memoryBudget(const Machine &machine, unsigned resident_warps, ThreadWork work);

} // namespace raddle::occupancy

#endif
