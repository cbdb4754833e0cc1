// Calls that fail in a program that never asks: each kind is told at the end once, with its first place, and so are all
// threads together. Questions, and answers that are no mistakes, are not.
// flags: -g
// stderr: ^raddle: warning: cudaGraphicsMapResources\(\) is not supported
// stderr: ^\S*errors_that_nobody_looks_at.cu:30:3: warning: cudaSetDevice failed: cudaErrorInvalidDevice \(invalid device ordinal\)$
// stderr: ^\S*errors_that_nobody_looks_at.cu:22:3: warning: cudaMemcpy failed 5 times: cudaErrorInvalidValue \(invalid argument\)$
// stderr: ^\S*errors_that_nobody_looks_at.cu:34:3: warning: cudaMalloc failed: cudaErrorMemoryAllocation \(out of memory\)$
// stderr: ^\S*errors_that_nobody_looks_at.cu:35:3: warning: cudaFree failed 2 times: cudaErrorInvalidValue
// stderr: ^\S*errors_that_nobody_looks_at.cu:39:5: warning: kernel 'addIndexToEach\(int\*\)' <<<\(1,1,1\), \(2048,1,1\)>>> was not launched: cudaErrorInvalidConfiguration \(.*\), nor were 2 more$
// stderr: ^note: a block may have 1024 threads, not 2048
// stderr: ^\S*errors_that_nobody_looks_at.cu:44:5: warning: cudaStreamSynchronize failed: cudaErrorInvalidResourceHandle
// stderr: ^\S*errors_that_nobody_looks_at.cu:48:3: warning: cudaGetDeviceProperties failed: cudaErrorInvalidDevice
// stderr: ^\S*errors_that_nobody_looks_at.cu:53:3: warning: cudaHostUnregister failed: cudaErrorHostMemoryNotRegistered
// stderr lacks: cudaDeviceGetAttribute|cudaHostRegister|cudaEventQuery
#include "../error_check.h"

#include <thread>

static int elsewhere[100];

static void copyTooMuch(int *to) {
  cudaMemcpy(to, elsewhere, 400, cudaMemcpyHostToDevice);
}

int main() {
  DeviceArray<int> values(64);
  for (int i = 0; i < 2; ++i)
    cudaGraphicsMapResources(0, nullptr, nullptr);

  cudaSetDevice(77);
  for (int i = 0; i < 3; ++i)
    copyTooMuch(values.get());
  int *more = nullptr;
  cudaMalloc(&more, std::size_t(1) << 60);
  cudaFree(elsewhere);
  cudaFree(elsewhere + 1);

  for (int i = 0; i < 3; ++i)
    addIndexToEach<<<1, 2048>>>(values.get());

  std::thread([&] { copyTooMuch(values.get()); }).join();
  std::thread([&] { copyTooMuch(values.get()); }).join();
  std::thread([] {
    cudaStreamSynchronize(reinterpret_cast<cudaStream_t>(elsewhere));
  }).join();

  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 99);
  int attribute = 0;
  cudaDeviceGetAttribute(&attribute, cudaDevAttrWarpSize, 99);
  cudaHostRegister(elsewhere, sizeof elsewhere, 0);
  cudaHostRegister(elsewhere, sizeof elsewhere, 0);
  cudaHostUnregister(elsewhere + 1);
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaEventQuery(event);
  CHECK_CUDA(cudaDeviceSynchronize());
  return verdict();
}
