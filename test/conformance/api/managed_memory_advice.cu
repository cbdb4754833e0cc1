// What was advised about managed memory, and where it was prefetched to: of ranges, and of parts of them.
#include "../check.h"

constexpr std::size_t kBytes = std::size_t{4} << 20, kHalf = kBytes / 2;

int attribute(const void *address, std::size_t bytes, cudaMemRangeAttribute which) {
  int value = -99;
  CHECK_CUDA(cudaMemRangeGetAttribute(&value, sizeof value, which, address, bytes));
  return value;
}

int main() {
  cudaDeviceProp properties;
  CHECK_CUDA(cudaGetDeviceProperties(&properties, 0));
  char *memory;
  CHECK_CUDA(cudaMallocManaged(&memory, kBytes));
  CHECK_EQ(attribute(memory, kBytes, cudaMemRangeAttributeReadMostly), 0);
  CHECK_EQ(attribute(memory, kBytes, cudaMemRangeAttributePreferredLocation), cudaInvalidDeviceId);
  CHECK_EQ(attribute(memory, kBytes, cudaMemRangeAttributeLastPrefetchLocation), cudaInvalidDeviceId);

#if CUDART_VERSION >= 13000
  const cudaMemLocation host = {cudaMemLocationTypeHost, 0}, device = {cudaMemLocationTypeDevice, 0};
#define PREFETCH(address, bytes, where) cudaMemPrefetchAsync(address, bytes, where, 0)
#else
  const int host = cudaCpuDeviceId, device = 0;
#define PREFETCH(address, bytes, where) cudaMemPrefetchAsync(address, bytes, where)
#endif
  CHECK_CUDA(cudaMemAdvise(memory, kHalf, cudaMemAdviseSetReadMostly, device));
  CHECK_EQ(attribute(memory, kHalf, cudaMemRangeAttributeReadMostly), 1);
  CHECK_EQ(attribute(memory + kHalf, kHalf, cudaMemRangeAttributeReadMostly), 0);
  CHECK_EQ(attribute(memory, kBytes, cudaMemRangeAttributeReadMostly), 0);
  CHECK_CUDA(cudaMemAdvise(memory, kHalf, cudaMemAdviseUnsetReadMostly, device));
  CHECK_EQ(attribute(memory, kHalf, cudaMemRangeAttributeReadMostly), 0);

  CHECK_CUDA(cudaMemAdvise(memory, kBytes, cudaMemAdviseSetPreferredLocation, device));
  CHECK_EQ(attribute(memory, kBytes, cudaMemRangeAttributePreferredLocation), 0);
  CHECK_CUDA(cudaMemAdvise(memory + kHalf, kHalf, cudaMemAdviseSetPreferredLocation, host));
  CHECK_EQ(attribute(memory + kHalf, kHalf, cudaMemRangeAttributePreferredLocation), cudaCpuDeviceId);
  CHECK_EQ(attribute(memory, kBytes, cudaMemRangeAttributePreferredLocation), cudaInvalidDeviceId);
  CHECK_EQ(attribute(memory, kHalf, cudaMemRangeAttributePreferredLocationType), cudaMemLocationTypeDevice);
  CHECK_EQ(attribute(memory, kHalf, cudaMemRangeAttributePreferredLocationId), 0);

  CHECK_CUDA(cudaMemAdvise(memory, kBytes, cudaMemAdviseSetAccessedBy, device));
  int accessed[3] = {-99, -99, -99};
  CHECK_CUDA(
      cudaMemRangeGetAttribute(accessed, sizeof accessed, cudaMemRangeAttributeAccessedBy, memory, kBytes));
  CHECK_EQ(accessed[0], 0);
  CHECK_EQ(accessed[1], cudaInvalidDeviceId);
  CHECK_EQ(accessed[2], cudaInvalidDeviceId);

  CHECK_CUDA(PREFETCH(memory, kBytes, device));
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_EQ(attribute(memory, kBytes, cudaMemRangeAttributeLastPrefetchLocation), 0);

  int one = -99, two = -99;
  void *values[] = {&one, &two};
  size_t sizes[] = {sizeof one, sizeof two};
  cudaMemRangeAttribute attributes[] = {cudaMemRangeAttributePreferredLocation,
                                        cudaMemRangeAttributeLastPrefetchLocation};
  CHECK_CUDA(cudaMemRangeGetAttributes(values, sizes, attributes, 2, memory, kHalf));
  CHECK_EQ(one, 0);
  CHECK_EQ(two, 0);

  void *other;
  CHECK_CUDA(cudaMalloc(&other, 4096));
  CHECK_EQ(cudaMemRangeGetAttribute(&one, sizeof one, cudaMemRangeAttributeReadMostly, other, 4096),
           cudaErrorInvalidValue);
  CHECK_EQ(cudaMemRangeGetAttribute(&one, 3, cudaMemRangeAttributeReadMostly, memory, kBytes),
           cudaErrorInvalidValue);
  cudaGetLastError();
  CHECK_CUDA(cudaFree(other));
  CHECK_CUDA(cudaFree(memory));
  return verdict();
}
