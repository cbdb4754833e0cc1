// Memory pools: those of devices and those that programs make, what they hold, and who may use them.
#include "../check.h"

constexpr std::uint64_t kMegabyte = 1 << 20;

__global__ void fill(int *values) { values[threadIdx.x] = static_cast<int>(threadIdx.x); }

std::uint64_t figure(cudaMemPool_t pool, cudaMemPoolAttr attribute) {
  std::uint64_t value = 0;
  CHECK_CUDA(cudaMemPoolGetAttribute(pool, attribute, &value));
  return value;
}

// A pool's own device always has access; others are asked about.
void access(cudaMemPool_t pool) {
  cudaMemLocation own{};
  own.type = cudaMemLocationTypeDevice;
  own.id = 0;
  cudaMemAccessFlags flags = cudaMemAccessFlagsProtNone;
  CHECK_CUDA(cudaMemPoolGetAccess(&flags, pool, &own));
  CHECK_EQ(flags, cudaMemAccessFlagsProtReadWrite);
  cudaMemAccessDesc wanted{};
  wanted.location = own;
  wanted.flags = cudaMemAccessFlagsProtReadWrite;
  CHECK_CUDA(cudaMemPoolSetAccess(pool, &wanted, 1));
  CHECK_CUDA(cudaMemPoolGetAccess(&flags, pool, &own));
  CHECK_EQ(flags, cudaMemAccessFlagsProtReadWrite);
}

int main() {
  cudaMemPool_t standard{}, pool{}, current{};
  CHECK_CUDA(cudaDeviceGetDefaultMemPool(&standard, 0));
  access(standard);

  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.location.id = 0;
  CHECK_EQ(cudaMemPoolCreate(nullptr, &properties), cudaErrorInvalidValue);
  CHECK_CUDA(cudaMemPoolCreate(&pool, &properties));
  access(pool);
  CHECK_EQ(figure(pool, cudaMemPoolAttrUsedMemCurrent), std::uint64_t{0});
  CHECK_EQ(figure(pool, cudaMemPoolAttrReleaseThreshold), std::uint64_t{0});
  int reuse = 0;
  CHECK_CUDA(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &reuse));
  CHECK_EQ(reuse, 1);

  cudaStream_t stream;
  CHECK_CUDA(cudaStreamCreate(&stream));
  int *one, *two;
  CHECK_CUDA(cudaMallocFromPoolAsync(&one, kMegabyte, pool, stream));
  CHECK_CUDA(cudaDeviceSetMemPool(0, pool));
  CHECK_CUDA(cudaDeviceGetMemPool(&current, 0));
  CHECK(current == pool);
  CHECK_CUDA(cudaMallocAsync(&two, 2 * kMegabyte, stream));
  fill<<<1, 32, 0, stream>>>(two);
  std::vector<int> got(32);
  CHECK_CUDA(cudaMemcpyAsync(got.data(), two, sizeof(int) * 32, cudaMemcpyDeviceToHost, stream));
  CHECK_CUDA(cudaStreamSynchronize(stream));
  for (int i = 0; i < 32; ++i)
    CHECK_EQ(got[i], i);
  CHECK_EQ(figure(pool, cudaMemPoolAttrUsedMemCurrent), 3 * kMegabyte);
  CHECK(figure(pool, cudaMemPoolAttrReservedMemCurrent) >= 3 * kMegabyte);

  // What the program has freed it does not use.
  CHECK_CUDA(cudaFreeAsync(one, stream));
  CHECK_EQ(figure(pool, cudaMemPoolAttrUsedMemCurrent), 2 * kMegabyte);
  CHECK_CUDA(cudaStreamSynchronize(stream));
  CHECK_EQ(figure(pool, cudaMemPoolAttrUsedMemCurrent), 2 * kMegabyte);
  CHECK_EQ(figure(pool, cudaMemPoolAttrUsedMemHigh), 3 * kMegabyte);
  std::uint64_t value = 0;
  CHECK_CUDA(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &value));
  CHECK_EQ(figure(pool, cudaMemPoolAttrUsedMemHigh), 2 * kMegabyte);
  value = 1;
  CHECK_EQ(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &value), cudaErrorInvalidValue);
  value = 64 * kMegabyte;
  CHECK_CUDA(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &value));
  CHECK_EQ(figure(pool, cudaMemPoolAttrReleaseThreshold), 64 * kMegabyte);
  CHECK_CUDA(cudaMemPoolTrimTo(pool, 0));

  // The pool goes; memory that was taken from it stays until it is freed, and the device has its own pool again.
  CHECK_CUDA(cudaMemPoolDestroy(pool));
  CHECK_CUDA(cudaDeviceGetMemPool(&current, 0));
  CHECK(current == standard);
  fill<<<1, 32, 0, stream>>>(two);
  CHECK_CUDA(cudaFreeAsync(two, stream));
  CHECK_CUDA(cudaStreamSynchronize(stream));
  CHECK_CUDA(cudaStreamDestroy(stream));
  cudaGetLastError();
  return verdict();
}
