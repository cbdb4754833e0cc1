// Distributed shared memory: the blocks of a cluster keep one histogram between them, each a part of its bins
// in its shared memory, and add to each other's parts.
#include "../check.h"

#include <cooperative_groups.h>
#include <utility>
namespace cg = cooperative_groups;

// A block holds `bins_per_block` bins; the grid adds up into `bins`.
__global__ void cluster_histogram(int *bins, int bin_count, int bins_per_block, const int *input, int count) {
  extern __shared__ int mine[];
  cg::cluster_group cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < bins_per_block; i += blockDim.x)
    mine[i] = 0;
  // No block adds to another's bins before they are zero.
  cluster.sync();
  for (int i = cg::this_grid().thread_rank(); i < count; i += cg::this_grid().num_threads()) {
    int bin = min(max(input[i], 0), bin_count - 1);
    int *theirs = cluster.map_shared_rank(mine, bin / bins_per_block);
    atomicAdd(theirs + bin % bins_per_block, 1);
  }
  // And no block leaves while others may still add to its bins.
  cluster.sync();
  int *out = bins + cluster.block_rank() * bins_per_block;
  for (int i = threadIdx.x; i < bins_per_block; i += blockDim.x)
    atomicAdd(&out[i], mine[i]);
}

// The shape of the cluster may also belong to the kernel. Every block reads the number of its right
// neighbour.
__global__ void __cluster_dims__(4, 1, 1) neighbours(unsigned *out, unsigned *sizes) {
  __shared__ unsigned number;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    number = 100 + blockIdx.x;
  cg::cluster_group::arrival_token token = cluster.barrier_arrive();
  unsigned right = (cluster.block_rank() + 1) % cluster.num_blocks();
  cluster.barrier_wait(std::move(token));
  unsigned *theirs = cluster.map_shared_rank(&number, right);
  out[cg::this_grid().thread_rank()] = *theirs + 10000 * cluster.query_shared_rank(theirs);
  if (threadIdx.x == 0)
    sizes[blockIdx.x] = cluster.num_blocks() * 1000000 + cluster.num_threads() * 1000 +
                        cluster.dim_blocks().x * 100 + cluster.block_index().x * 10 + cluster.block_rank();
  cluster.sync();
}

int main() {
  Random random;
  const int count = 20'000, bin_count = 256;
  std::vector<int> input(count), expected(bin_count);
  for (int &value : input) {
    value = static_cast<int>(random.below(300)) - 20;
    ++expected[value < 0 ? 0 : value >= bin_count ? bin_count - 1 : value];
  }
  DeviceArray<int> device(input);
  for (unsigned blocks_per_cluster : {1, 2, 4, 8}) {
    int bins_per_block = bin_count / blocks_per_cluster;
    DeviceArray<int> bins(bin_count);
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = blocks_per_cluster;
    attribute.val.clusterDim.y = 1;
    attribute.val.clusterDim.z = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = 16;
    config.blockDim = 96;
    config.dynamicSmemBytes = bins_per_block * sizeof(int);
    config.attrs = &attribute;
    config.numAttrs = 1;
    CHECK_CUDA(cudaLaunchKernelEx(&config, cluster_histogram, bins.get(), bin_count, bins_per_block,
                                  static_cast<const int *>(device.get()), count));
    CHECK_LAUNCH();
    CHECK_SAME(bins.host(), expected);
  }

  const unsigned blocks = 12, threads = 40;
  DeviceArray<unsigned> out(blocks * threads), sizes(blocks);
  neighbours<<<blocks, threads>>>(out.get(), sizes.get());
  CHECK_LAUNCH();
  std::vector<unsigned> got = out.host(), got_sizes = sizes.host();
  for (unsigned i = 0; i < blocks * threads; ++i) {
    unsigned b = i / threads, right = b / 4 * 4 + (b + 1) % 4;
    CHECK_EQ(got[i], 100 + right + 10000 * (right % 4));
  }
  for (unsigned b = 0; b < blocks; ++b)
    CHECK_EQ(got_sizes[b], 4 * 1000000 + 4 * threads * 1000 + 400 + b % 4 * 11);
  return verdict();
}
