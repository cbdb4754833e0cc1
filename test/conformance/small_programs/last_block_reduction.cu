// The last block to finish adds up all partial results: __threadfence, then a ticket from atomicInc.
#include "../check.h"

__device__ unsigned int finished = 0;

__device__ float sum_of_block(const float *values, int count) {
  __shared__ float parts[256];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = t; i < count; i += blockDim.x)
    sum += values[i];
  parts[t] = sum;
  __syncthreads();
  for (int offset = blockDim.x / 2; offset > 0; offset /= 2) {
    if (t < offset)
      parts[t] += parts[t + offset];
    __syncthreads();
  }
  return parts[0];
}

__global__ void sum(const float *array, int per_block, volatile float *result) {
  __shared__ bool is_last_block;
  float partial = sum_of_block(array + blockIdx.x * per_block, per_block);
  if (threadIdx.x == 0) {
    result[blockIdx.x] = partial;
    // The partial sum must be visible before the ticket says so.
    __threadfence();
    unsigned int value = atomicInc(&finished, gridDim.x);
    is_last_block = value == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last_block) {
    float total = sum_of_block(const_cast<const float *>(result), gridDim.x);
    if (threadIdx.x == 0) {
      result[0] = total;
      finished = 0;
    }
  }
}

int main() {
  // The example of the document: a vector of 30, three blocks of ten.
  std::vector<float> thirty(30);
  for (int i = 0; i < 30; ++i)
    thirty[i] = i;
  DeviceArray<float> device_thirty(thirty), three(3);
  sum<<<3, 16>>>(device_thirty.get(), 10, three.get());
  CHECK_LAUNCH();
  CHECK_EQ(three.first(), 435.0f);
  // And a larger one, again and again: the counter starts from zero each time.
  const int blocks = 100, per_block = 777;
  std::vector<float> values(blocks * per_block);
  float expected = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    expected += values[i] = static_cast<float>(i % 7);
  DeviceArray<float> device(values), result(blocks);
  for (int repeat = 0; repeat < 20; ++repeat) {
    sum<<<blocks, 256>>>(device.get(), per_block, result.get());
    CHECK_LAUNCH();
    CHECK_EQ(result.first(), expected);
  }
  return verdict();
}
