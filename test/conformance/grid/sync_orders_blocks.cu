// grid.sync() of a cooperative launch: what every thread of the grid wrote before is seen by all after it,
// for grids of every size that fits, one- to three-dimensional, with blocks of odd sizes.
#include "../check.h"

#include <cooperative_groups.h>

#include <algorithm>

namespace cg = cooperative_groups;

// In each round, each thread adds up what three threads somewhere in the grid wrote in the round before.
__global__ void mix(unsigned *buffers, unsigned rounds) {
  cg::grid_group grid = cg::this_grid();
  const unsigned long long count = grid.num_threads(), self = grid.thread_rank();
  for (unsigned round = 0; round < rounds; ++round) {
    const unsigned *in = buffers + (round % 2) * count;
    unsigned *out = buffers + (1 - round % 2) * count;
    out[self] = in[self] * 3 + in[(self * 7 + 13) % count] + in[count - 1 - self];
    grid.sync();
  }
}

static std::vector<unsigned> expected(std::vector<unsigned> in, unsigned rounds) {
  const std::size_t count = in.size();
  std::vector<unsigned> out(count);
  for (unsigned round = 0; round < rounds; ++round) {
    for (std::size_t self = 0; self < count; ++self)
      out[self] = in[self] * 3 + in[(self * 7 + 13) % count] + in[count - 1 - self];
    in.swap(out);
  }
  return in;
}

static void run(dim3 grid, dim3 block, unsigned rounds) {
  const std::size_t count = std::size_t{grid.x} * grid.y * grid.z * block.x * block.y * block.z;
  Random random(count);
  std::vector<unsigned> values(2 * count);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = static_cast<unsigned>(random.bits());
  DeviceArray<unsigned> buffers(values);
  unsigned *pointer = buffers.get();
  void *arguments[] = {&pointer, &rounds};
  CHECK_CUDA(cudaLaunchCooperativeKernel(mix, grid, block, arguments));
  CHECK_CUDA(cudaDeviceSynchronize());
  std::vector<unsigned> all = buffers.host();
  std::vector<unsigned> got(all.begin() + (rounds % 2) * count, all.begin() + (rounds % 2 + 1) * count);
  CHECK_SAME(got, expected({values.begin(), values.begin() + count}, rounds));
}

int main() {
  int multiprocessors = 0, per_multiprocessor = 0;
  CHECK_CUDA(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  for (int threads : {1, 33, 100, 256}) {
    CHECK_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, mix, threads, 0));
    const unsigned fit = static_cast<unsigned>(multiprocessors * per_multiprocessor);
    for (unsigned blocks : {1u, 2u, 5u, std::min(fit, 24u)})
      run(std::min(fit, blocks), threads, 9);
  }
  run(dim3(2, 1, 2), dim3(5, 3, 2), 6);
  run(1, 1024, 4);
  CHECK_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, mix, 1024, 0));
  run(std::min(multiprocessors * per_multiprocessor, 16), 1024, 3);
  return verdict();
}
