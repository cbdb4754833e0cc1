// One kernel launch, from submission to its end.
#ifndef RADDLE_BACKEND_LAUNCH_H
#define RADDLE_BACKEND_LAUNCH_H

#include "abi/kernel_abi.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace raddle::runtime {
class DeviceHeap;
class OutputBuffer;
struct MultiGrid;
} // namespace raddle::runtime

namespace raddle::backend {

/// How many threads, or blocks, such an extent has.
inline std::uint64_t volume(const RaddleDim3 &dim) { return std::uint64_t{dim.x} * dim.y * dim.z; }

/// Why a launch ended early.
enum class FaultKind {
  kNone,
  kIllegalAddress,     // wild read or write
  kMisalignedAddress,  // of a vector
  kAssert,             // failed assert
  kTrap,               // __trap(), wrong use of grids and clusters
  kStackOverflow,      // runaway recursion: cudaErrorIllegalAddress, as on a GPU
  kIllegalInstruction, // wrong use of a warp intrinsic, SIGILL
  kDeadlock,           // a wait that nobody can end
};

struct LaunchFault {
  FaultKind kind = FaultKind::kNone;
  // The whole diagnostic, already printed to stderr: what was observed, where (file:line, kernel, block,
  // thread), and the rule.
  std::string report;
};

/// The packed parameters of a launch, 16-byte aligned. Few kernels take so many that they need memory of
/// their own.
class ParameterBuffer {
public:
  std::byte *allocate(std::size_t bytes) {
    if (bytes > sizeof few_)
      many_ = std::make_unique<std::byte[]>(bytes);
    return get();
  }
  std::byte *get() { return many_ ? many_.get() : few_; }
  const std::byte *get() const { return many_ ? many_.get() : few_; }

private:
  alignas(16) std::byte few_[128];
  std::unique_ptr<std::byte[]> many_;
};

struct Launch {
  const RaddleKernel *kernel = nullptr;
  RaddleDim3 grid_dim{1, 1, 1};
  RaddleDim3 block_dim{1, 1, 1};
  std::uint32_t dynamic_shared_bytes = 0;
  int device = 0;           // its number
  bool cooperative = false; // all blocks are resident at the same time
  // Blocks of a cluster, which divides the grid; none: the launch asks for no clusters.
  std::optional<RaddleDim3> cluster_dim;
  // Of a launch on several devices (see Backend::join): what its grids share, and which of them this one is.
  std::shared_ptr<runtime::MultiGrid> multi_grid;
  std::uint32_t grid_rank = 0;
  // cudaLimitStackSize: what a thread of a recursive kernel may at least use; 0 asks for the default.
  std::uint32_t stack_bytes = 0;
  ParameterBuffer parameters; // kernel->parameter_bytes of them
  bool checked = false; // what its code finds out about its accesses is told (RADDLE_CHECK)
  // Finds the code of a kernel for single threads, to tell which thread faulted; null: there is none.
  const RaddleKernel *(*single_threads)(const RaddleKernel *kernel) = nullptr;
  // Whether an address lies in a __constant__ variable; null: none does.
  bool (*is_constant)(const void *address) = nullptr;
  // Of its device (DeviceState::prepare): what the kernel's malloc() takes from, where null makes it fail, and where its
  // printf goes, where null discards it.
  runtime::DeviceHeap *heap = nullptr;
  runtime::OutputBuffer *output = nullptr;
  // Called once, on whichever thread finished the last block. `fault` is final by then. If an
  // Executor::helpUntil() waits for what it does, it has to call notify().
  std::function<void(Launch &)> on_finished;
  LaunchFault fault;
};

} // namespace raddle::backend

#endif
