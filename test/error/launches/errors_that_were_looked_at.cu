// Calls that fail in a program that asks, in each of the ways in which one can: nothing is told.
#include "../error_check.h"

#include <thread>

static int elsewhere[100];

static void copyTooMuch(int *to) {
  cudaMemcpy(to, elsewhere, 400, cudaMemcpyHostToDevice);
}

int main() {
  DeviceArray<int> values(64);

  copyTooMuch(values.get());
  cudaFree(elsewhere);
  CHECK_EQ(cudaGetLastError(), cudaErrorInvalidValue);

  addIndexToEach<<<1, 2048>>>(values.get());
  CHECK_EQ(cudaPeekAtLastError(), cudaErrorInvalidConfiguration);

  // What a macro does that prints the error.
  int *more = nullptr;
  const cudaError_t error = cudaMalloc(&more, std::size_t(1) << 60);
  CHECK_EQ(std::string(cudaGetErrorString(error)), std::string("out of memory"));
  CHECK_EQ(std::string(cudaGetErrorName(cudaSetDevice(77))), std::string("cudaErrorInvalidDevice"));

  // Each thread asks for itself.
  for (int i = 0; i < 2; ++i)
    std::thread([&] {
      copyTooMuch(values.get());
      CHECK_EQ(cudaGetLastError(), cudaErrorInvalidValue);
    }).join();

  CHECK_EQ(cudaDeviceSynchronize(), cudaSuccess);
  return verdict();
}
