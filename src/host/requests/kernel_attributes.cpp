#include "host/requests/kernel_attributes.h"

#include "host/requests/kernel_limits.h"

namespace raddle::host {

namespace {

using Attribute = KernelAttribute;

// Programs may leave it to the device (-1), or wish for so many hundredths of what there is.
constexpr int kLeastCarveout = -1, kMostCarveout = 100;
constexpr int kSchedulingPolicies = 3;

Status setWithin(std::atomic<int> &setting, int value, int least, int most) {
  if (value < least || value > most)
    return Status::kInvalidValue;
  setting = value;
  return Status::kSuccess;
}

Status setMaxDynamicShared(const Context &context, Kernel &kernel, int bytes) {
  const std::size_t limit = context.device.architecture().shared_optin;
  if (bytes < 0 || kernel.facts->static_shared_bytes + static_cast<std::size_t>(bytes) > limit)
    return Status::kInvalidValue;
  kernel.max_dynamic_shared = static_cast<unsigned>(bytes);
  return Status::kSuccess;
}

// What the source prescribes (`compiled`, 0 if nothing) cannot be changed.
Status setRequiredCluster(Kernel &kernel, std::size_t dimension, unsigned compiled, int blocks) {
  if (blocks < 0 || (compiled != 0 && static_cast<unsigned>(blocks) != compiled))
    return Status::kInvalidValue;
  kernel.required_cluster[dimension] = static_cast<unsigned>(blocks);
  return Status::kSuccess;
}

} // namespace

KernelAttributes attributesOf(const Context &context, const Kernel &kernel) {
  const backend::Function &facts = *kernel.facts;
  const occupancy::KernelResources resources = resourcesOf(context, kernel);
  const RaddleDim3 &cluster = facts.cluster_dim;
  const bool is_compiled = cluster.x != 0;
  auto required = [&](unsigned compiled, std::size_t dimension) {
    return static_cast<int>(is_compiled ? compiled : kernel.required_cluster[dimension].load());
  };
  KernelAttributes attributes;
  attributes[Attribute::kMaxThreadsPerBlock] = static_cast<int>(resources.max_threads_per_block);
  attributes[Attribute::kStaticSharedBytes] = static_cast<int>(facts.static_shared_bytes);
  attributes[Attribute::kConstantBytes] = static_cast<int>(facts.constant_bytes);
  attributes[Attribute::kLocalBytes] = static_cast<int>(facts.local_bytes);
  attributes[Attribute::kRegisters] = static_cast<int>(resources.registers_per_thread);
  attributes[Attribute::kPtxVersion] = static_cast<int>(context.device.arch());
  attributes[Attribute::kBinaryVersion] = static_cast<int>(context.device.arch());
  attributes[Attribute::kMaxDynamicSharedBytes] = static_cast<int>(kernel.max_dynamic_shared);
  attributes[Attribute::kCarveoutPercent] = kernel.carveout_percent;
  attributes[Attribute::kNeedsCluster] = is_compiled || facts.needs_cluster;
  attributes[Attribute::kRequiredClusterWidth] = required(cluster.x, 0);
  attributes[Attribute::kRequiredClusterHeight] = required(cluster.y, 1);
  attributes[Attribute::kRequiredClusterDepth] = required(cluster.z, 2);
  attributes[Attribute::kNonPortableClusterSize] = kernel.non_portable_cluster_size;
  attributes[Attribute::kClusterSchedulingPolicy] = kernel.cluster_scheduling_policy;
  return attributes;
}

Status setAttribute(const Context &context, Kernel &kernel, KernelAttribute attribute, int value) {
  switch (attribute) {
  case Attribute::kMaxDynamicSharedBytes:
    return setMaxDynamicShared(context, kernel, value);
  case Attribute::kCarveoutPercent:
    return setWithin(kernel.carveout_percent, value, kLeastCarveout, kMostCarveout);
  case Attribute::kRequiredClusterWidth:
    return setRequiredCluster(kernel, 0, kernel.facts->cluster_dim.x, value);
  case Attribute::kRequiredClusterHeight:
    return setRequiredCluster(kernel, 1, kernel.facts->cluster_dim.y, value);
  case Attribute::kRequiredClusterDepth:
    return setRequiredCluster(kernel, 2, kernel.facts->cluster_dim.z, value);
  case Attribute::kNonPortableClusterSize:
    kernel.non_portable_cluster_size = value;
    return Status::kSuccess;
  case Attribute::kClusterSchedulingPolicy:
    return setWithin(kernel.cluster_scheduling_policy, value, 0, kSchedulingPolicies - 1);
  default:
    return Status::kInvalidValue;
  }
}

} // namespace raddle::host
