// Kernels of clusters have shared memory of their own: those of one file may have more than a block can have,
// beside a kernel that calls functions through pointers.
// flags: -arch=sm_90
#include "../check.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ int twice(int x) { return 2 * x; }
__device__ int square(int x) { return x * x; }
__device__ int (*functions[2])(int) = {twice, square};

template <int N> __device__ void fromNext(int *out) {
  __shared__ int values[8192]; // 32 KiB
  for (int i = threadIdx.x; i < 8192; i += blockDim.x)
    values[i] = i * N + static_cast<int>(blockIdx.x);
  cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  const unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();
  const int at = 8191 - static_cast<int>(threadIdx.x);
  out[blockIdx.x * blockDim.x + threadIdx.x] =
      functions[threadIdx.x % 2](cluster.map_shared_rank(values, next)[at]);
  cluster.sync();
}

__global__ void __cluster_dims__(2, 1, 1) first(int *out) { fromNext<1>(out); }
__global__ void __cluster_dims__(4, 1, 1) second(int *out) { fromNext<2>(out); }
__global__ void __cluster_dims__(2, 1, 1) third(int *out) { fromNext<3>(out); }

template <class Kernel> static void check(Kernel kernel, int factor, unsigned blocks) {
  DeviceArray<int> out(4 * 64);
  kernel<<<4, 64>>>(out.get());
  CHECK_LAUNCH();
  std::vector<int> expected;
  for (unsigned i = 0; i < 4 * 64; ++i) {
    const unsigned block = i / 64, next = block / blocks * blocks + (block + 1) % blocks, thread = i % 64;
    const int value = static_cast<int>(8191 - thread) * factor + static_cast<int>(next);
    expected.push_back(thread % 2 ? value * value : 2 * value);
  }
  CHECK_SAME(out.host(), expected);
}

int main() {
  check(first, 1, 2);
  check(second, 2, 4);
  check(third, 3, 2);
  return verdict();
}
