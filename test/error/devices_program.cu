// Used by devices.py: every call answers the error that is named by the first argument; with "cudaSuccess" prints the PCI buses
// of the devices that there are.
#include "error_check.h"

__device__ int variable;
__managed__ int managed = 3;

int main(int, char **argv) {
  const std::string expected = argv[1];
  int count = -1;
  CHECK_EQ(std::string(cudaGetErrorName(cudaGetDeviceCount(&count))), expected);
  if (expected == "cudaSuccess") {
    std::string buses = "buses";
    for (int device = 0; device < count; ++device) {
      cudaDeviceProp properties;
      CHECK_CUDA(cudaGetDeviceProperties(&properties, device));
      CHECK_CUDA(cudaSetDevice(device));
      checkStillComputes();
      buses += " " + std::to_string(properties.pciBusID);
    }
    CHECK_EQ(cudaSetDevice(count), cudaErrorInvalidDevice);
    cudaGetLastError();
    std::puts(buses.c_str());
    return verdict();
  }
  int number = 0;
  void *memory = nullptr;
  cudaStream_t stream = nullptr;
  cudaEvent_t event = nullptr;
  cudaDeviceProp properties;
  cudaFuncAttributes attributes;
  std::size_t bytes = 0;
  const cudaError_t answers[] = {
      cudaMalloc(&memory, 4), cudaMallocManaged(&memory, 4), cudaMallocHost(&memory, 4), cudaMallocAsync(&memory, 4, 0),
      cudaFree(nullptr), cudaMemcpy(&number, &count, 4, cudaMemcpyHostToHost), cudaMemset(memory, 0, 4),
      cudaMemcpyToSymbol(variable, &number, 4), cudaMemGetInfo(&bytes, &bytes), cudaSetDevice(0), cudaGetDevice(&number),
      cudaGetDeviceProperties(&properties, 0), cudaDeviceGetAttribute(&number, cudaDevAttrWarpSize, 0),
      cudaDeviceCanAccessPeer(&number, 0, 1), cudaDeviceSynchronize(), cudaDeviceReset(), cudaStreamCreate(&stream),
      cudaStreamSynchronize(nullptr), cudaStreamQuery(cudaStreamPerThread), cudaEventCreate(&event),
      cudaFuncGetAttributes(&attributes, addIndexToEach),
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&number, addIndexToEach, 32, 0),
      cudaLaunchCooperativeKernel(addIndexToEach, 1, 1, nullptr)};
  for (cudaError_t answer : answers)
    CHECK_EQ(std::string(cudaGetErrorName(answer)), expected);
  addIndexToEach<<<1, 1>>>(nullptr);
  CHECK_EQ(std::string(cudaGetErrorName(cudaGetLastError())), expected);
  CHECK_EQ(managed, 3);
  return verdict();
}
