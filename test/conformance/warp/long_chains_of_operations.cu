// Threads that do one thing after the other, where each needs the one before, and return after different ones.
#include "../check.h"

#include <cstdio>
#include <vector>

__host__ __device__ unsigned step(unsigned x, unsigned round) {
  x = (x ^ (x >> 15)) * 0x2c1b3c6du + round;
  x = (x ^ (x >> 12)) * 0x297a2d39u;
  return x ^ (x >> 15);
}

// In how many rounds a thread takes part: whole warps return early, and parts of warps.
__host__ __device__ int roundsOf(int thread, int size) {
  if (thread >= size)
    return 0;
  return thread % 7 == 3 ? 8 : (thread / 32) % 5 == 1 ? 16 : 24;
}

__global__ void chains(unsigned *out, unsigned *halfway, const unsigned *in, int size) {
  int i = (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  int rounds = roundsOf(i, size);
  if (rounds == 0)
    return;
  unsigned x = in[i];
#pragma unroll
  for (int round = 0; round < 8; ++round)
    x = step(x, round);
  halfway[i] = x;
  if (rounds == 8)
    return;
#pragma unroll
  for (int round = 8; round < 16; ++round)
    x = step(x, round);
  if (rounds == 16) {
    out[i] = ~x;
    return;
  }
#pragma unroll
  for (int round = 16; round < 24; ++round)
    x = step(x, round);
  out[i] = x;
}

// Shuffles within a warp, in between.
__global__ void exchanges(unsigned *out, const unsigned *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned x = in[i];
#pragma unroll
  for (int round = 0; round < 16; ++round)
    x = step(x, round) + __shfl_xor_sync(0xffffffff, x, 1 << round % 5);
  out[i] = x;
}

int main() {
  for (dim3 block : {dim3(32), dim3(64), dim3(256), dim3(1024), dim3(100), dim3(16, 16), dim3(24, 5)}) {
    int threads = block.x * block.y, blocks = 3, total = threads * blocks, size = total - 50;
    std::vector<unsigned> in(total), out(total), halfway(total);
    for (int i = 0; i < total; ++i)
      in[i] = i * 2654435761u;
    unsigned *device_in, *device_out, *device_halfway;
    for (unsigned **each : {&device_in, &device_out, &device_halfway}) {
      CHECK_CUDA(cudaMalloc(each, total * sizeof(unsigned)));
      CHECK_CUDA(cudaMemset(*each, 0, total * sizeof(unsigned)));
    }
    CHECK_CUDA(cudaMemcpy(device_in, in.data(), total * sizeof(unsigned), cudaMemcpyHostToDevice));
    chains<<<blocks, block>>>(device_out, device_halfway, device_in, size);
    CHECK_CUDA(cudaMemcpy(out.data(), device_out, total * sizeof(unsigned), cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaMemcpy(halfway.data(), device_halfway, total * sizeof(unsigned), cudaMemcpyDeviceToHost));
    for (int i = 0; i < total; ++i) {
      unsigned x = in[i], expected = 0, expected_halfway = 0;
      int rounds = roundsOf(i, size);
      for (int round = 0; round < rounds; ++round) {
        x = step(x, round);
        if (round == 7)
          expected_halfway = x;
      }
      if (rounds > 8)
        expected = rounds == 16 ? ~x : x;
      CHECK_EQ(halfway[i], expected_halfway);
      CHECK_EQ(out[i], expected);
    }
    if (threads % 32 == 0) {
      exchanges<<<blocks, threads>>>(device_out, device_in);
      CHECK_CUDA(cudaMemcpy(out.data(), device_out, total * sizeof(unsigned), cudaMemcpyDeviceToHost));
      for (int warp = 0; warp < total; warp += 32) {
        unsigned x[32], next[32];
        for (int lane = 0; lane < 32; ++lane)
          x[lane] = in[warp + lane];
        for (int round = 0; round < 16; ++round) {
          for (int lane = 0; lane < 32; ++lane)
            next[lane] = step(x[lane], round) + x[lane ^ (1 << round % 5)];
          for (int lane = 0; lane < 32; ++lane)
            x[lane] = next[lane];
        }
        for (int lane = 0; lane < 32; ++lane)
          CHECK_EQ(out[warp + lane], x[lane]);
      }
    }
    for (unsigned *each : {device_in, device_out, device_halfway})
      CHECK_CUDA(cudaFree(each));
  }
  return verdict();
}
