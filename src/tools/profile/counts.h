// What a program has counted: one model for all reports, and for whoever wants to look at it otherwise.
#ifndef RADDLE_TOOLS_PROFILE_COUNTS_H
#define RADDLE_TOOLS_PROFILE_COUNTS_H

#include "abi/kernel_abi.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace raddle::tools::profile {

/// The GPU that a report is about.
struct Target {
  std::string architecture; // "sm_90"
  std::string product;      // of occupancy/machines.def; "": the first one of that architecture

  Target(std::string of, std::string by = "") : architecture(std::move(of)), product(std::move(by)) {}
  Target(const char *of) : architecture(of) {}
};

/// Warps that did something, and the lanes of them that did.
struct Executions {
  std::uint64_t warps = 0, lanes = 0;

  Executions &operator+=(const Executions &other);
  double lanesPerWarp() const { return warps ? static_cast<double>(lanes) / static_cast<double>(warps) : 0; }
};

enum class Operation { kLoad, kStore, kAtomic };
enum class Memory { kGlobal, kShared, kLocal };
inline constexpr std::array kOperations = {Operation::kLoad, Operation::kStore, Operation::kAtomic};
inline constexpr std::array kMemories = {Memory::kGlobal, Memory::kShared, Memory::kLocal};
const char *nameOf(Operation operation);
const char *nameOf(Memory memory);

/// The accesses of one kind.
struct Accesses {
  std::uint64_t requests = 0, lanes = 0, bytes = 0; // bytes that the lanes asked for
  std::uint64_t units = 0;                          // sectors of global memory, wavefronts of shared memory
  std::uint64_t excessive = 0;                      // of them
  double reused = 0;           // of the sectors, what L1 has of an earlier access of the same thread
  std::uint64_t conflicts = 0; // atomic updates of an address that another lane of the warp updates too
  // From lane to lane, of requests with two or more excessive units: sum, sum of squares, and how many. Modulo 2^64.
  std::uint64_t distances = 0, distance_squares = 0, distance_count = 0;
  double spread_cycles = 0; // of loads of global memory; see l1_cycles.h

  Accesses &operator+=(const Accesses &other);
  std::uint64_t ideal() const { return units - excessive; }
  /// Bytes from lane to lane, if they are the same in all requests that are spread.
  std::optional<std::int64_t> distance() const;
  /// Of one lane.
  double elementBytes() const { return lanes ? static_cast<double>(bytes) / static_cast<double>(lanes) : 0; }
  double perRequest() const {
    return requests ? static_cast<double>(units) / static_cast<double>(requests) : 0;
  }
};

/// Of a kernel, or one line of it.
struct Counts {
  std::map<std::string, Executions> instructions; // by class
  Executions branches;
  std::uint64_t divergent_branches = 0;
  std::array<std::array<Accesses, kMemories.size()>, kOperations.size()> accesses;

  Counts &operator+=(const Counts &other);
  const Accesses &of(Operation operation, Memory memory) const {
    return accesses[static_cast<std::size_t>(operation)][static_cast<std::size_t>(memory)];
  }
  Accesses &of(Operation operation, Memory memory) {
    return accesses[static_cast<std::size_t>(operation)][static_cast<std::size_t>(memory)];
  }
  /// Of all operations.
  Accesses of(Memory memory) const;
  /// Of the classes that begin so; of all with "".
  Executions of(const std::string &kind) const;
};

struct SourceLine {
  std::string file, path, function;
  unsigned line = 0;
  std::vector<std::vector<std::string>>
      inlined_at; // "file:line" of the calls, innermost first; each way once
  Counts counts;
};

/// Warps that came to a barrier, and for how many instructions they waited for the last one of their block; nothing of the thread engine.
struct Waits {
  std::uint64_t arrivals = 0, waited = 0;
  std::array<std::uint64_t, 32> by_warp{};

  Waits &operator+=(const Waits &other);
};

/// Launches with the same grid and block.
struct Launches {
  RaddleDim3 grid{}, block{}, cluster{};
  std::uint32_t dynamic_shared = 0, static_shared = 0, local_bytes = 0;
  std::uint32_t max_threads = 0, min_blocks = 0, max_registers = 0, lanes = 0;
  std::string thread_engine_reason;
  int device = 0;
  unsigned number = 0; // in the order in which such launches came first
  unsigned flags = 0;  // RaddleKernelFlags
  bool cooperative = false;
  std::uint64_t count = 0, nanoseconds = 0, shortest = 0, longest = 0;
  std::uint64_t argument_bytes = 0; // of the arrays that arguments point to
  bool is_approximate = false;
  Counts counts;
  /// Instructions, by class, that warps execute one after the other because each needs the result of the one before; and those in loops
  /// whose iterations are independent.
  std::map<std::string, std::uint64_t> serial_chain, overlapped_chain;
  /// Instructions that step from one iteration to the next in such loops.
  std::map<std::string, std::uint64_t> loop_steps;
  /// Instructions that a GPU does together with those that use them.
  std::map<std::string, std::uint64_t> fused;

  std::uint64_t blocks() const { return std::uint64_t{grid.x} * grid.y * grid.z; }
  std::uint32_t threads() const { return block.x * block.y * block.z; }
  std::uint32_t warps() const { return (threads() + kRaddleWarpSize - 1) / kRaddleWarpSize; } // of a block
  /// "<<<4, (8,8), 1024>>>"
  std::string shape() const;
};

struct KernelProfile {
  std::string mangled, name; // as the user wrote it
  std::string file;
  unsigned line = 0;
  std::string title; // the name, with the file where kernels of several files have it
  std::uint64_t process = 0;
  std::vector<Launches> launches; // the most frequent first
  Counts counts;
  std::vector<SourceLine> lines;                              // by file and number
  std::map<std::pair<std::string, unsigned>, Waits> barriers; // by file and line

  std::uint64_t nanoseconds() const;
  std::uint64_t launchCount() const;
  /// Number of the launch that came first.
  unsigned firstLaunch() const;
};

struct Compilation {
  std::string kernel; // as the user wrote it
  std::uint64_t nanoseconds = 0;
};

struct Profile {
  std::string program;
  Target target = "sm_90";
  unsigned workers = 0;
  std::uint64_t host_nanoseconds = 0; // from the start of the program to its end; 0 where that is not known
  std::vector<KernelProfile> kernels; // the longest first
  std::vector<Compilation> compilations;
};

/// Of the folder that $RADDLE_PROFILE named (profile/record.h). What cannot be read is left out.
Profile readProfile(const std::string &folder);

} // namespace raddle::tools::profile

#endif
