// __managed__ variables are the same memory for host and kernels, from their initial values on.
#include "../check.h"

struct Range {
  int low, high;
  constexpr Range(int low, int high) : low(low), high(high) {}
  __host__ __device__ int size() const { return high - low; }
};

__managed__ int total = 5;
__device__ __managed__ float samples[64];
__managed__ __device__ short table[6] = {0, -1, 300, 0, 7};
static __managed__ int hidden = 11;
static __managed__ int only_in_kernels = 13;
namespace {
__managed__ double anonymous = 0.25;
}
__managed__ Range range(-3, 4);
__managed__ int *pointer;
__managed__ char text[] = "managed\n\"text\"";
template <typename T> struct Counter {
  int value = 17;
};
__managed__ Counter<float> counter;

__global__ void accumulate() {
  samples[threadIdx.x] *= 2;
  atomicAdd(&total, static_cast<int>(threadIdx.x));
}

__global__ void change() {
  hidden += only_in_kernels++;
  anonymous += table[2];
  table[3] = static_cast<short>(range.size());
  range.high = 40;
  *pointer += text[0];
  counter.value += *pointer;
}

int main() {
  // No CUDA call has been made yet.
  CHECK_EQ(total, 5);
  CHECK_EQ(samples[63], 0);
  CHECK_EQ(table[1], -1);
  CHECK_EQ(table[2], 300);
  CHECK_EQ(table[4], 7);
  CHECK_EQ(table[5], 0);
  CHECK_EQ(hidden, 11);
  CHECK_EQ(anonymous, 0.25);
  CHECK_EQ(range.size(), 7);
  CHECK_EQ(counter.value, 17);
  CHECK(pointer == nullptr);
  CHECK_EQ(text[8], '"');
  pointer = &total;

  cudaPointerAttributes attributes;
  CHECK_CUDA(cudaPointerGetAttributes(&attributes, &samples[3]));
  CHECK_EQ(attributes.type, cudaMemoryTypeManaged);
  CHECK(attributes.devicePointer == &samples[3]);

  for (int i = 0; i < 64; ++i)
    samples[i] = i + 0.5f;
  hidden = 0;
  accumulate<<<1, 64>>>();
  CHECK_LAUNCH();
  CHECK_EQ(total, 5 + 63 * 64 / 2);
  for (int i = 0; i < 64; ++i)
    CHECK_EQ(samples[i], 2 * (i + 0.5f));
  total = 0;
  accumulate<<<1, 2>>>();
  CHECK_LAUNCH();
  CHECK_EQ(total, 1);

  change<<<1, 1>>>();
  CHECK_LAUNCH();
  CHECK_EQ(hidden, 13);
  CHECK_EQ(anonymous, 300.25);
  CHECK_EQ(table[3], 7);
  CHECK_EQ(range.size(), 43);
  CHECK_EQ(total, 1 + 'm');
  CHECK_EQ(counter.value, 17 + 1 + 'm');

  CHECK_CUDA(cudaMemset(samples, 0, sizeof samples));
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_EQ(samples[1], 0);
  return verdict();
}
