#include "host/graph/updatable_kernel.h"

#include <algorithm>
#include <climits>
#include <utility>

namespace raddle::host {

namespace {

constexpr unsigned kMaxGridYZ = 65535;

std::mutex kernels_mutex;
// By their handles, which begin with 1.
std::vector<std::weak_ptr<UpdatableKernel>> &allKernels() {
  static auto *const kKernels = new std::vector<std::weak_ptr<UpdatableKernel>>;
  return *kKernels;
}

bool isGrid(const RaddleDim3 &grid) {
  const auto within = [](unsigned value, unsigned limit) { return value >= 1 && value <= limit; };
  return within(grid.x, INT_MAX) && within(grid.y, kMaxGridYZ) && within(grid.z, kMaxGridYZ);
}

bool divides(const RaddleDim3 &cluster, const RaddleDim3 &grid) {
  return grid.x % cluster.x == 0 && grid.y % cluster.y == 0 && grid.z % cluster.z == 0;
}

bool fits(const backend::Launch &launch, const RaddleDim3 &grid) {
  const std::optional<RaddleDim3> &cluster = launch.extras().cluster_dim;
  return isGrid(grid) && (!cluster || divides(*cluster, grid)) &&
         (!launch.cooperative || backend::volume(grid) <= backend::volume(launch.grid_dim));
}

} // namespace

std::shared_ptr<UpdatableKernel> UpdatableKernel::make() {
  std::lock_guard lock(kernels_mutex);
  std::shared_ptr<UpdatableKernel> made(new UpdatableKernel(allKernels().size() + 1));
  allKernels().push_back(made);
  return made;
}

std::shared_ptr<UpdatableKernel> UpdatableKernel::find(std::uint64_t handle) {
  std::lock_guard lock(kernels_mutex);
  return handle >= 1 && handle <= allKernels().size() ? allKernels()[handle - 1].lock() : nullptr;
}

void UpdatableKernel::begin(std::shared_ptr<const backend::Launch> launch, bool is_enabled) {
  const std::byte *const packed = launch->parameters.get();
  std::vector<std::byte> parameters(packed, packed + launch->function->parameter_bytes);
  std::lock_guard lock(mutex_);
  state_ = {std::move(launch), {}, std::move(parameters), is_enabled};
  state_.grid = state_.launch->grid_dim;
}

UpdatableKernel::State UpdatableKernel::state() const {
  std::lock_guard lock(mutex_);
  return state_;
}

Status UpdatableKernel::setEnabled(bool is_enabled) {
  std::lock_guard lock(mutex_);
  if (!state_.launch)
    return Status::kInvalidValue;
  state_.is_enabled = is_enabled;
  return Status::kSuccess;
}

Status UpdatableKernel::setGrid(const RaddleDim3 &grid) {
  std::lock_guard lock(mutex_);
  if (!state_.launch || !fits(*state_.launch, grid))
    return Status::kInvalidValue;
  state_.grid = grid;
  return Status::kSuccess;
}

bool UpdatableKernel::holds(std::size_t offset, std::size_t bytes) const {
  const std::size_t all = state_.parameters.size();
  return state_.launch && offset <= all && bytes <= all - offset;
}

Status UpdatableKernel::setParameter(std::size_t offset, std::span<const std::byte> value) {
  {
    std::lock_guard lock(mutex_);
    if (!holds(offset, value.size()))
      return Status::kInvalidValue;
  }
  // Without the lock, since a wild pointer of the kernel ends it here.
  const std::vector<std::byte> copy(value.begin(), value.end());
  std::lock_guard lock(mutex_);
  if (!holds(offset, copy.size()))
    return Status::kInvalidValue;
  std::ranges::copy(copy, state_.parameters.begin() + static_cast<std::ptrdiff_t>(offset));
  return Status::kSuccess;
}

} // namespace raddle::host
