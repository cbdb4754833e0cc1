// cudaMallocHost, cudaHostAlloc (mapped) and cudaHostRegister: kernels use the host's memory in place.
#include "../check.h"

__global__ void square(int *values) { values[threadIdx.x] *= values[threadIdx.x]; }

int main() {
  int *pinned = nullptr, *mapped = nullptr, *device = nullptr;
  CHECK_CUDA(cudaMallocHost(&pinned, 64 * sizeof(int)));
  CHECK_CUDA(cudaHostAlloc(&mapped, 64 * sizeof(int), cudaHostAllocMapped));
  std::vector<int> own(64);
  CHECK_CUDA(cudaHostRegister(own.data(), 64 * sizeof(int), cudaHostRegisterMapped));
  for (int *memory : {pinned, mapped, own.data()}) {
    for (int i = 0; i < 64; ++i)
      memory[i] = i;
    CHECK_CUDA(cudaHostGetDevicePointer(&device, memory, 0));
    square<<<1, 64>>>(device);
    CHECK_LAUNCH();
    for (int i = 0; i < 64; ++i)
      CHECK_EQ(memory[i], i * i);
  }
  unsigned flags = 0;
  CHECK_CUDA(cudaHostGetFlags(&flags, mapped));
  CHECK(flags & cudaHostAllocMapped);
  CHECK_CUDA(cudaHostUnregister(own.data()));
  CHECK_EQ(cudaHostUnregister(own.data()), cudaErrorHostMemoryNotRegistered);
  CHECK_EQ(cudaGetLastError(), cudaErrorHostMemoryNotRegistered);
  CHECK_CUDA(cudaFreeHost(pinned));
  CHECK_CUDA(cudaFreeHost(mapped));
  CHECK_CUDA(cudaFreeHost(nullptr));
  return verdict();
}
