// Static shared arrays of several types: apart from each other, aligned, one instance per block.
#include "../check.h"

__global__ void fill_and_read(double *out, int *misplaced) {
  __shared__ char bytes[33];
  __shared__ double reals[64];
  __shared__ short halves[3];
  __shared__ int words[64];
  __shared__ int one;
  int t = threadIdx.x;
  if (t < 33)
    bytes[t] = t;
  if (t < 3)
    halves[t] = 100 + t;
  reals[t] = t * 0.5 + blockIdx.x;
  words[t] = -t;
  if (t == 0)
    one = 1000 * blockIdx.x;
  if (reinterpret_cast<size_t>(reals) % 8 || reinterpret_cast<size_t>(words) % 4 ||
      reinterpret_cast<size_t>(halves) % 2)
    *misplaced = 1;
  __syncthreads();
  int other = 63 - t;
  out[blockIdx.x * 64 + t] = bytes[other % 33] + halves[other % 3] + reals[other] + words[other] + one;
}

int main() {
  const int blocks = 37;
  DeviceArray<double> out(blocks * 64);
  DeviceArray<int> misplaced(1);
  fill_and_read<<<blocks, 64>>>(out.get(), misplaced.get());
  CHECK_LAUNCH();
  CHECK_EQ(misplaced.first(), 0);
  std::vector<double> got = out.host();
  for (int i = 0; i < blocks * 64; ++i) {
    int block = i / 64, other = 63 - i % 64;
    CHECK_EQ(got[i], other % 33 + 100 + other % 3 + other * 0.5 + block - other + 1000 * block);
  }
  return verdict();
}
