// __device__ variables keep their value between launches; the host copies to, from and inside them.
#include "../check.h"

__device__ int counter;
__device__ int values[100] = {10, 11, 12};
static __device__ float hidden = 2.5f;

__global__ void advance(float *out) {
  counter += 1;
  for (int i = 0; i < 100; ++i)
    values[i] += counter;
  *out = hidden;
}

int main() {
  DeviceArray<float> out(1);
  for (int i = 0; i < 4; ++i)
    advance<<<1, 1>>>(out.get());
  CHECK_LAUNCH();
  CHECK_EQ(out.first(), 2.5f);
  int count = 0;
  CHECK_CUDA(cudaMemcpyFromSymbol(&count, counter, sizeof count));
  CHECK_EQ(count, 4);

  std::vector<int> got(100), expected(100, 10);
  expected[0] = 20, expected[1] = 21, expected[2] = 22;
  CHECK_CUDA(cudaMemcpyFromSymbol(got.data(), values, 100 * sizeof(int)));
  CHECK_SAME(got, expected);

  int patch[3] = {-1, -2, -3};
  CHECK_CUDA(cudaMemcpyToSymbol(values, patch, sizeof patch, 50 * sizeof(int)));
  int part[5];
  CHECK_CUDA(cudaMemcpyFromSymbol(part, values, sizeof part, 49 * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK_EQ(part[0], 10);
  CHECK_EQ(part[1], -1);
  CHECK_EQ(part[3], -3);
  CHECK_EQ(part[4], 10);

  DeviceArray<int> source(std::vector<int>{7, 8});
  CHECK_CUDA(cudaMemcpyToSymbol(values, source.get(), 8, 0, cudaMemcpyDeviceToDevice));
  CHECK_CUDA(cudaMemcpyFromSymbol(part, values, 8));
  CHECK_EQ(part[0], 7);
  CHECK_EQ(part[1], 8);
  CHECK(cudaMemcpyToSymbol(values, patch, sizeof patch, 99 * sizeof(int)) != cudaSuccess);
  CHECK(cudaGetLastError() != cudaSuccess);
  return verdict();
}
