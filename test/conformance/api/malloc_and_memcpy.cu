// cudaMalloc, cudaFree and cudaMemcpy in every direction, inside allocations and with cudaMemcpyDefault.
#include "../check.h"

__global__ void increment(int *values, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    values[i] += 1;
}

int main() {
  const int count = 1000;
  int *a = nullptr, *b = nullptr;
  CHECK_CUDA(cudaMalloc(&a, count * sizeof(int)));
  CHECK_CUDA(cudaMalloc(reinterpret_cast<void **>(&b), count * sizeof(int)));
  CHECK(a && b && a != b);
  CHECK_EQ(reinterpret_cast<std::uintptr_t>(a) % 256, 0u);
  std::vector<int> values(count), back(count);
  for (int i = 0; i < count; ++i)
    values[i] = i * i;
  CHECK_CUDA(cudaMemcpy(a, values.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  increment<<<1, 128>>>(a, count);
  CHECK_CUDA(cudaMemcpy(b, a, count * sizeof(int), cudaMemcpyDeviceToDevice));
  increment<<<1, 128>>>(b + 500, 500);
  CHECK_CUDA(cudaMemcpy(back.data(), b, count * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < count; ++i)
    CHECK_EQ(back[i], i * i + (i < 500 ? 1 : 2));
  CHECK_CUDA(cudaMemcpy(a + 100, values.data() + 7, 10 * sizeof(int), cudaMemcpyDefault));
  CHECK_CUDA(cudaMemcpy(back.data(), a + 95, 20 * sizeof(int), cudaMemcpyDefault));
  for (int i = 0; i < 20; ++i)
    CHECK_EQ(back[i], i >= 5 && i < 15 ? (i + 2) * (i + 2) : (95 + i) * (95 + i) + 1);
  CHECK_CUDA(cudaMemcpy(values.data(), back.data(), 20 * sizeof(int), cudaMemcpyHostToHost));
  CHECK_EQ(values[19], back[19]);
  CHECK_CUDA(cudaMemcpy(a, values.data(), 0, cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaFree(a));
  CHECK_CUDA(cudaFree(b));
  CHECK_CUDA(cudaFree(nullptr));
  int *none = a;
  CHECK_CUDA(cudaMalloc(&none, 0));
  CHECK_EQ(none, static_cast<int *>(nullptr));
  for (int i = 0; i < 200; ++i) {
    double *pointer;
    CHECK_CUDA(cudaMalloc(&pointer, (i + 1) * 1000));
    CHECK_CUDA(cudaMemset(pointer, i, (i + 1) * 1000));
    CHECK_CUDA(cudaFree(pointer));
  }
  return verdict();
}
