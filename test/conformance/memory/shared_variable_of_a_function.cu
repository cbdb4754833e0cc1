// A __shared__ variable of a device function or of a template instance is one per block, whoever calls.
#include "../check.h"

__device__ __noinline__ int *scratch() {
  __shared__ int values[128];
  return values;
}

template <typename T> __device__ T exchange(T value) {
  __shared__ T cells[128];
  cells[threadIdx.x] = value;
  __syncthreads();
  T other = cells[127 - threadIdx.x];
  __syncthreads();
  return other;
}

__global__ void mirror(int *out) {
  scratch()[threadIdx.x] = threadIdx.x * 3;
  __syncthreads();
  int first = scratch()[127 - threadIdx.x];
  double second = exchange(threadIdx.x * 0.25);
  int third = exchange(static_cast<int>(threadIdx.x));
  out[threadIdx.x] = first + static_cast<int>(second * 4) + third;
}

int main() {
  DeviceArray<int> out(128);
  mirror<<<1, 128>>>(out.get());
  CHECK_LAUNCH();
  std::vector<int> got = out.host();
  for (int i = 0; i < 128; ++i)
    CHECK_EQ(got[i], (127 - i) * 5);
  return verdict();
}
