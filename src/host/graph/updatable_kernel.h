// Kernel nodes that kernels change while their graph runs.
//
//   cudaGraphKernelNodeSetParam(node, offset, value);   // in a kernel that comes before the node
//
// So what such a node does is known only when its turn comes.
#ifndef RADDLE_HOST_GRAPH_UPDATABLE_KERNEL_H
#define RADDLE_HOST_GRAPH_UPDATABLE_KERNEL_H

#include "backend/launch.h"
#include "host/status.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace raddle::host {

/// What the next launch of the node's kernel does, in the one graph that was made ready for launches. Any thread may call all of
/// it at any time.
class UpdatableKernel {
public:
  struct State {
    std::shared_ptr<const backend::Launch> launch; // null: no graph that has the node is ready for launches
    RaddleDim3 grid{};
    std::vector<std::byte> parameters; // packed
    bool is_enabled = true;
  };

  static std::shared_ptr<UpdatableKernel> make();
  /// The one by which device code knows it, if that exists: a number, since addresses of the host would look like a mistake
  /// among a kernel's arguments.
  static std::shared_ptr<UpdatableKernel> find(std::uint64_t handle);

  const std::uint64_t handle;

  /// The host has set what the node does: the changes that kernels have made before are lost.
  void begin(std::shared_ptr<const backend::Launch> launch, bool is_enabled);

  State state() const;

  /// kInvalidValue: no graph that has the node is ready for launches.
  Status setEnabled(bool is_enabled);
  /// kInvalidValue: besides, no grid has such dimensions, clusters do not divide it, or it is cooperative and larger than the
  /// host's grid, which is known to fit.
  Status setGrid(const RaddleDim3 &grid);
  /// kInvalidValue: besides, the bytes are not all of the kernel's parameters.
  Status setParameter(std::size_t offset, std::span<const std::byte> value);

private:
  explicit UpdatableKernel(std::uint64_t number) : handle(number) {}

  bool holds(std::size_t offset, std::size_t bytes) const;

  mutable std::mutex mutex_;
  State state_;
};

} // namespace raddle::host

#endif
