// What programs ask about kernels, and what they set of them.
#ifndef RADDLE_HOST_REQUESTS_KERNEL_ATTRIBUTES_H
#define RADDLE_HOST_REQUESTS_KERNEL_ATTRIBUTES_H

#include "host/process/process.h"

#include <array>
#include <cstddef>

namespace raddle::host {

/// With the numbers that both of CUDA's APIs give them.
enum class KernelAttribute : unsigned {
  kMaxThreadsPerBlock,
  kStaticSharedBytes,
  kConstantBytes,
  kLocalBytes,
  kRegisters,
  kPtxVersion,
  kBinaryVersion,
  kCachesGlobalLoads,
  kMaxDynamicSharedBytes, // from here on they may be set, but for kNeedsCluster
  kCarveoutPercent,
  kNeedsCluster,
  kRequiredClusterWidth,
  kRequiredClusterHeight,
  kRequiredClusterDepth,
  kNonPortableClusterSize,
  kClusterSchedulingPolicy,
};

class KernelAttributes {
public:
  static constexpr std::size_t kCount = 16;

  int &operator[](KernelAttribute attribute) { return values_[static_cast<unsigned>(attribute)]; }
  int operator[](KernelAttribute attribute) const { return values_[static_cast<unsigned>(attribute)]; }

private:
  std::array<int, kCount> values_ = {};
};

KernelAttributes attributesOf(const Context &context, const Kernel &kernel);

/// kInvalidValue: there is no such attribute, it may not be set, or not to this value.
Status setAttribute(const Context &context, Kernel &kernel, KernelAttribute attribute, int value);

} // namespace raddle::host

#endif
