// One kernel launch, from submission to its end.
#ifndef RADDLE_BACKEND_LAUNCH_H
#define RADDLE_BACKEND_LAUNCH_H

#include "abi/kernel_abi.h"
#include "backend/function.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <string>

namespace raddle::check {
struct Work;
}

namespace raddle::backend {

class DeviceState;

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

/// The packed parameters of a launch, at a multiple of kAlignment, as a tensor map asks for; many, which may be a structure that asks
/// for more, at one of kAlignmentOfMany. Few kernels take so many that they need memory of their own.
class ParameterBuffer {
public:
  static constexpr std::size_t kAlignment = 64, kAlignmentOfMany = 128;

  std::byte *allocate(std::size_t bytes) {
    if (bytes >= kAlignmentOfMany)
      many_.reset(new (std::align_val_t{kAlignmentOfMany}) std::byte[bytes]);
    return get();
  }
  std::byte *get() { return many_ ? many_.get() : few_ + gap(); }
  const std::byte *get() const { return many_ ? many_.get() : few_ + gap(); }

private:
  struct Free {
    void operator()(std::byte *bytes) const {
      ::operator delete[](bytes, std::align_val_t{kAlignmentOfMany});
    }
  };
  std::size_t gap() const { return -reinterpret_cast<std::uintptr_t>(few_) % kAlignment; }

  std::unique_ptr<std::byte[], Free> many_;
  // With room for a gap, so that launches, which are made a million times a second, are allocated like any other object.
  std::byte few_[kAlignmentOfMany + kAlignment];
};

/// What the grids of a launch on several devices share; each back end has its own kind.
class LaunchGroup {
public:
  virtual ~LaunchGroup() = default;
};

/// What a grid has launched itself. The host core's.
class LaunchChildren {
public:
  virtual ~LaunchChildren() = default;
};

/// The launch of a graph that a kernel is a node of. The host core's.
class LaunchedGraph {
public:
  virtual ~LaunchedGraph() = default;
};

/// What few launches have.
struct LaunchExtras {
  // Blocks of a cluster, which divides the grid; none: the launch asks for no clusters.
  std::optional<RaddleDim3> cluster_dim;
  // A launch on several devices has a group (see Backend::join); and which of its grids this one is.
  std::shared_ptr<LaunchGroup> group;
  std::uint32_t grid_rank = 0;
  // With RADDLE_CHECK=sync, the most blocks that fit on the device at the same time; 0 where that is not looked at.
  std::uint64_t most_resident = 0;
  std::uint64_t argument_bytes = 0; // of the arrays that parameters point to; known with RADDLE_PROFILE only
  check::Work *work = nullptr;      // what it is to other launches (RADDLE_CHECK=race)
  // Null, too, where its kernels have nothing to ask of it.
  std::shared_ptr<LaunchedGraph> graph;
};

/// Small, as launches are made a million times a second, and each is written by one core and read by another.
struct Launch {
  Launch() = default;
  Launch(const Launch &) = delete;
  Launch &operator=(const Launch &) = delete;
  ~Launch() { delete children.load(std::memory_order_relaxed); }

  const Function *function = nullptr;
  // The device's heap and the buffer of printf(). Where it is null, malloc() in kernels fails and printf() prints nothing.
  DeviceState *device_state = nullptr;
  RaddleDim3 grid_dim{1, 1, 1};
  RaddleDim3 block_dim{1, 1, 1};
  std::uint32_t dynamic_shared_bytes = 0;
  // cudaLimitStackSize: what a thread of a recursive kernel may at least use; 0 asks for the default.
  std::uint32_t stack_bytes = 0;
  int device = 0;             // its number
  std::uint32_t depth = 0;    // how many grids have launched each other up to this one
  bool cooperative = false;   // all blocks are resident at the same time
  bool checked = false;       // what its code finds out about its accesses is told (RADDLE_CHECK)
  std::uint64_t begun_at = 0; // nanoseconds(), when its first block began; known with RADDLE_TIMELINE only
  // Called once, on whichever thread finished the last block. `fault` is final by then. If a
  // Backend::waitUntil() waits for what it does, it has to call notify().
  std::function<void(Launch &)> on_finished;
  std::unique_ptr<LaunchFault> fault;               // null: none
  std::atomic<LaunchChildren *> children = nullptr; // what this grid has launched, if anything

  const LaunchExtras &extras() const {
    [[clang::no_destroy]] static constinit const LaunchExtras kNone;
    return extras_ ? *extras_ : kNone;
  }
  /// To be changed before the launch starts.
  LaunchExtras &addExtras() {
    if (!extras_)
      extras_ = std::make_unique<LaunchExtras>();
    return *extras_;
  }

private:
  std::unique_ptr<LaunchExtras> extras_;

public:
  ParameterBuffer parameters; // function->parameter_bytes of them
};

} // namespace raddle::backend

#endif
