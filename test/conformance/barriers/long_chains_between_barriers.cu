// Between two barriers each thread does one thing after the other, where each needs the one before: on a CPU two warps
// may go side by side there, and the last of an odd number alone.
#include "../check.h"

#include <vector>

__host__ __device__ unsigned step(unsigned x, unsigned round) {
  x = (x ^ (x >> 15)) + round;
  return (x << 7 | x >> 25) ^ (x << 3);
}

__host__ __device__ unsigned manySteps(unsigned x) {
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (unsigned round = 0; round < 24; ++round)
    x = step(x, round);
  return x;
}

// What one warp writes the next one reads after the barrier, iteration by iteration.
__global__ void chains(unsigned *out, const unsigned *in, int turns) {
  __shared__ unsigned tile[1024];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, next = (t + 33) % blockDim.x;
  tile[t] = in[i];
  for (int turn = 0; turn < turns; ++turn) {
    __syncthreads();
    unsigned x = tile[next];
    __syncthreads();
    tile[t] = manySteps(x) + turn;
  }
  __syncthreads();
  out[i] = manySteps(tile[t]) ^ tile[next];
}

int main() {
  constexpr int kTurns = 5, kBlocks = 3;
  for (int block : {32, 64, 96, 160, 256, 992, 1024, 40, 1000}) {
    const int total = block * kBlocks;
    std::vector<unsigned> in(total), out(total), tile(block), before(block);
    for (int i = 0; i < total; ++i)
      in[i] = i * 2654435761u;
    unsigned *device_in, *device_out;
    CHECK_CUDA(cudaMalloc(&device_in, total * sizeof(unsigned)));
    CHECK_CUDA(cudaMalloc(&device_out, total * sizeof(unsigned)));
    CHECK_CUDA(cudaMemcpy(device_in, in.data(), total * sizeof(unsigned), cudaMemcpyHostToDevice));
    chains<<<kBlocks, block>>>(device_out, device_in, kTurns);
    CHECK_CUDA(cudaMemcpy(out.data(), device_out, total * sizeof(unsigned), cudaMemcpyDeviceToHost));
    for (int first = 0; first < total; first += block) {
      for (int t = 0; t < block; ++t)
        tile[t] = in[first + t];
      for (int turn = 0; turn < kTurns; ++turn) {
        before = tile;
        for (int t = 0; t < block; ++t)
          tile[t] = manySteps(before[(t + 33) % block]) + turn;
      }
      for (int t = 0; t < block; ++t)
        CHECK_EQ(out[first + t], manySteps(tile[t]) ^ tile[(t + 33) % block]);
    }
    CHECK_CUDA(cudaFree(device_in));
    CHECK_CUDA(cudaFree(device_out));
  }
  return verdict();
}
