// Array reduction in place in global memory, in shared memory, and in dynamic shared memory: 128 threads per
// block.
#include "../check.h"

__global__ void reduce_global(float *x, float *y) {
  int t = threadIdx.x;
  float *mine = x + blockDim.x * blockIdx.x;
  for (int offset = blockDim.x >> 1; offset > 0; offset >>= 1) {
    if (t < offset)
      mine[t] += mine[t + offset];
    __syncthreads();
  }
  if (t == 0)
    y[blockIdx.x] = mine[0];
}

__global__ void reduce_shared(const float *x, int count, float *y) {
  __shared__ float values[128];
  int t = threadIdx.x, n = blockIdx.x * blockDim.x + t;
  values[t] = n < count ? x[n] : 0.0f;
  __syncthreads();
  for (int offset = blockDim.x >> 1; offset > 0; offset >>= 1) {
    if (t < offset)
      values[t] += values[t + offset];
    __syncthreads();
  }
  if (t == 0)
    y[blockIdx.x] = values[0];
}

__global__ void reduce_dynamic(const float *x, int count, float *y) {
  extern __shared__ float values[];
  int t = threadIdx.x, n = blockIdx.x * blockDim.x + t;
  values[t] = n < count ? x[n] : 0.0f;
  __syncthreads();
  for (int offset = blockDim.x >> 1; offset > 0; offset >>= 1) {
    if (t < offset)
      values[t] += values[t + offset];
    __syncthreads();
  }
  if (t == 0)
    atomicAdd(y, values[0]);
}

static float sum(const std::vector<float> &values) {
  float total = 0;
  for (float value : values)
    total += value;
  return total;
}

int main() {
  const int blocks = 60, count = blocks * 128;
  std::vector<float> x(count);
  for (int i = 0; i < count; ++i)
    x[i] = static_cast<float>(i % 10) * 0.5f; // small multiples of 0.5: every order of adding is exact
  DeviceArray<float> device(x), y(blocks), total(1);
  reduce_shared<<<blocks, 128>>>(device.get(), count - 5, y.get());
  CHECK_EQ(sum(y.host()), sum(x) - x[count - 1] - x[count - 2] - x[count - 3] - x[count - 4] - x[count - 5]);
  reduce_dynamic<<<blocks, 128, 128 * sizeof(float)>>>(device.get(), count, total.get());
  CHECK_EQ(total.first(), sum(x));
  reduce_global<<<blocks, 128>>>(device.get(), y.get());
  CHECK_EQ(sum(y.host()), sum(x));
  CHECK_LAUNCH();
  return verdict();
}
