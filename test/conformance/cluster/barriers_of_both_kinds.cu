// The barrier of a cluster, whole and in halves, among barriers of its blocks; in clusters of any size, in blocks that
// are clusters of their own, and where warps have returned before.
#include "../check.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr int kMostThreads = 192;

// Each block adds what the next one of its cluster has, mirrored, and how many of its own are odd.
__global__ void exchange(int *values, int rounds) {
  __shared__ int offered[kMostThreads];
  __shared__ int mirrored[kMostThreads];
  cg::cluster_group cluster = cg::this_cluster();
  const int threads = blockDim.x, self = threadIdx.x;
  const int *theirs = cluster.map_shared_rank(offered, (cluster.block_rank() + 1) % cluster.num_blocks());
  int own = 100 * blockIdx.x + self;
  for (int round = 0; round < rounds; ++round) {
    offered[self] = own;
    cluster.barrier_arrive();
    const int odd = __syncthreads_count(own & 1);
    cluster.barrier_wait();
    mirrored[threads - 1 - self] = theirs[self];
    __syncthreads();
    own = own / 2 + mirrored[self] + odd;
    cluster.sync();
  }
  values[blockIdx.x * threads + self] = own;
}

// The first warps return; the others count on.
__global__ void leave(int *values, int stays_from) {
  __shared__ int count;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == blockDim.x - 1)
    count = cluster.block_rank() + 1;
  cluster.sync();
  if (threadIdx.x < stays_from)
    return;
  int sum = 0;
  for (unsigned rank = 0; rank < cluster.num_blocks(); ++rank)
    sum += *cluster.map_shared_rank(&count, rank);
  values[blockIdx.x * blockDim.x + threadIdx.x] = sum;
  cluster.sync();
}

template <typename... Arguments>
void launch(void (*kernel)(Arguments...), int cluster, int blocks, int threads, Arguments... arguments) {
  cudaLaunchConfig_t config = {};
  config.gridDim = blocks;
  config.blockDim = threads;
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = cluster;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  config.attrs = &attribute;
  config.numAttrs = cluster != 0;
  CHECK_CUDA(cudaLaunchKernelEx(&config, kernel, arguments...));
  CHECK_LAUNCH();
}

void testExchange(int cluster, int blocks, int threads, int rounds) {
  DeviceArray<int> values(blocks * threads);
  launch(exchange, cluster, blocks, threads, values.get(), rounds);
  std::vector<int> expected(blocks * threads);
  for (int i = 0; i < blocks * threads; ++i)
    expected[i] = 100 * (i / threads) + i % threads;
  const int size = cluster ? cluster : 1;
  for (int round = 0; round < rounds; ++round) {
    const std::vector<int> before = expected;
    for (int block = 0; block < blocks; ++block) {
      const int next = block / size * size + (block + 1) % size;
      int odd = 0;
      for (int thread = 0; thread < threads; ++thread)
        odd += before[block * threads + thread] & 1;
      for (int thread = 0; thread < threads; ++thread) {
        int &own = expected[block * threads + thread];
        own = own / 2 + before[next * threads + threads - 1 - thread] + odd;
      }
    }
  }
  CHECK_SAME(values.host(), expected);
}

void testLeave(int cluster, int blocks, int threads, int stays_from) {
  DeviceArray<int> values(blocks * threads);
  launch(leave, cluster, blocks, threads, values.get(), stays_from);
  std::vector<int> expected(blocks * threads);
  for (int i = 0; i < blocks * threads; ++i)
    expected[i] = i % threads < stays_from ? 0 : cluster * (cluster + 1) / 2;
  CHECK_SAME(values.host(), expected);
}

int main() {
  for (int cluster : {0, 1, 2, 4, 8})
    for (int threads : {20, 32, 64, 192})
      testExchange(cluster, 24, threads, 5);
  for (int cluster : {1, 2, 4})
    for (int stays_from : {0, 32, 50, 96})
      testLeave(cluster, 12, 128, stays_from);
  return verdict();
}
