// flags: -rdc=true -lcudadevrt
// Functions of the runtime API that __host__ __device__ code calls on either side.
#include "../check.h"

__host__ __device__ char initialOf(cudaError_t error) {
  return error == cudaSuccess ? '-' : cudaGetErrorString(error)[0];
}

__host__ __device__ int multiprocessors() {
  int device = -1, count = -1;
  if (cudaGetDevice(&device) != cudaSuccess)
    return -1;
  return cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device) == cudaSuccess ? count : -2;
}

struct Seen {
  int device, devices, multiprocessors, version;
  size_t heap;
  cudaError_t wrong_device;
  char name[32];
  int copied[2];
};

__global__ void ask(Seen *seen, char *initials) {
  initials[threadIdx.x] = initialOf(static_cast<cudaError_t>(threadIdx.x % 4));
  if (threadIdx.x != 5)
    return;
  cudaGetDevice(&seen->device);
  cudaGetDeviceCount(&seen->devices);
  cudaRuntimeGetVersion(&seen->version);
  cudaDeviceGetLimit(&seen->heap, cudaLimitMallocHeapSize);
  seen->multiprocessors = multiprocessors();
  int unused;
  seen->wrong_device = cudaDeviceGetAttribute(&unused, cudaDevAttrWarpSize, 1000);
  const char *name = cudaGetErrorName(cudaErrorMemoryAllocation);
  for (int i = 0; i == 0 || name[i - 1]; ++i)
    seen->name[i] = name[i];
  int *array = nullptr;
  if (cudaMalloc(&array, 2 * sizeof *array) != cudaSuccess)
    return;
  array[0] = 3;
  array[1] = 4;
  cudaMemcpyAsync(seen->copied, array, 2 * sizeof *array, cudaMemcpyDeviceToDevice);
  cudaFree(array);
}

int main() {
  Seen *seen = nullptr;
  char *initials = nullptr;
  cudaMallocManaged(&seen, sizeof *seen);
  cudaMallocManaged(&initials, 32);
  *seen = Seen{};
  ask<<<1, 32>>>(seen, initials);
  CHECK_EQ(cudaDeviceSynchronize(), cudaSuccess);
  Seen host{};
  cudaGetDevice(&host.device);
  cudaGetDeviceCount(&host.devices);
  cudaRuntimeGetVersion(&host.version);
  cudaDeviceGetLimit(&host.heap, cudaLimitMallocHeapSize);
  CHECK_EQ(seen->device, host.device);
  CHECK_EQ(seen->devices, host.devices);
  CHECK(seen->version > 0); // of the device's runtime
  CHECK_EQ(seen->heap, host.heap);
  CHECK_EQ(seen->multiprocessors, multiprocessors());
  CHECK_EQ(seen->wrong_device, cudaErrorInvalidDevice);
  CHECK_EQ(std::string(seen->name), std::string("cudaErrorMemoryAllocation"));
  CHECK_EQ(seen->copied[0] * 10 + seen->copied[1], 34);
  for (int i = 0; i < 32; ++i)
    CHECK_EQ(initials[i], initialOf(static_cast<cudaError_t>(i % 4)));
  return verdict();
}
