// Every device has its own instances of __device__ variables, its own memory and its own default stream.
// env: RADDLE_DEVICES=3
#include "../check.h"

__device__ int counter = 100;
__constant__ int addend = 1;

__global__ void add() { counter += addend; }

int main() {
  int count = 0;
  CHECK_CUDA(cudaGetDeviceCount(&count));
  for (int device = 0; device < count; ++device) {
    CHECK_CUDA(cudaSetDevice(device));
    int value = device + 1;
    CHECK_CUDA(cudaMemcpyToSymbol(addend, &value, sizeof value));
    for (int i = 0; i < 10; ++i)
      add<<<1, 1>>>();
    CHECK_LAUNCH();
  }
  std::vector<int *> memory(count);
  for (int device = count - 1; device >= 0; --device) {
    CHECK_CUDA(cudaSetDevice(device));
    int got = 0;
    CHECK_CUDA(cudaMemcpyFromSymbol(&got, counter, sizeof got));
    CHECK_EQ(got, 100 + 10 * (device + 1));
    CHECK_CUDA(cudaMalloc(&memory[device], 64));
    cudaPointerAttributes attributes;
    CHECK_CUDA(cudaPointerGetAttributes(&attributes, memory[device]));
    CHECK_EQ(attributes.device, device);
  }
  for (int *pointer : memory)
    CHECK_CUDA(cudaFree(pointer));
  return verdict();
}
