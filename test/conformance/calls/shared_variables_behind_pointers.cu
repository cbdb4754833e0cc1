// Functions that pointers lead to read shared variables which only the kernel writes, and write ones which only it reads.
#include "../check.h"

__shared__ int given, taken;
__shared__ const int *row;

__device__ int reader() { return given * 2 + row[1]; }
__device__ int writer() {
  taken = static_cast<int>(blockIdx.x) + 7;
  return 0;
}
__device__ int (*const functions[])() = {reader, writer};

__global__ void kernel(const int *rows, const int *which, int *out) {
  if (threadIdx.x == 0) {
    given = static_cast<int>(blockIdx.x) + 1;
    row = rows + 2 * blockIdx.x;
  }
  __syncthreads();
  const int got = functions[which[threadIdx.x]]();
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = got + 1000 * taken;
}

int main() {
  constexpr int kThreads = 64, kBlocks = 3;
  std::vector<int> which(kThreads), rows(2 * kBlocks);
  for (int i = 0; i < kThreads; ++i)
    which[i] = i % 3 == 0;
  for (int i = 0; i < 2 * kBlocks; ++i)
    rows[i] = 100 * i;
  DeviceArray<int> device_which(which), device_rows(rows), out(kThreads * kBlocks);
  kernel<<<kBlocks, kThreads>>>(device_rows.get(), device_which.get(), out.get());
  CHECK_LAUNCH();
  const std::vector<int> got = out.host();
  for (int block = 0; block < kBlocks; ++block)
    for (int i = 0; i < kThreads; ++i)
      CHECK_EQ(got[block * kThreads + i],
               1000 * (block + 7) + (which[i] ? 0 : 2 * (block + 1) + rows[2 * block + 1]));
  return verdict();
}
