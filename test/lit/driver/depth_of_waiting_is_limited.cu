// Only so many grids that have launched each other may wait for their children; and launches by the functions that there are for it.
// RUN: %raddlecc -rdc=true -arch=sm_80 -o %t %s
// RUN: env RADDLE_DEVICE=sm_80 RADDLE_LANES=32 RADDLE_WORKERS=1 %t | FileCheck %s --check-prefixes=CHECK,LIMITED
// RUN: env RADDLE_DEVICE=sm_80 RADDLE_LANES=1 %t | FileCheck %s --check-prefixes=CHECK,LIMITED
// RUN: env RADDLE_DEVICE=sm_90 %t | FileCheck %s --check-prefixes=CHECK,FREE
#include <cstdio>
#include <cstring>

__global__ void waits(int *errors, int depth) {
  if (depth == 5)
    return;
  waits<<<1, 1>>>(errors, depth + 1);
  errors[depth] = cudaDeviceSynchronize();
  errors[5 + depth] = cudaGetLastError();
}

__global__ void put(int *place, int value) { *place = value; }
__global__ void launches(int *places) {
  void *parameters = cudaGetParameterBuffer(8, 16);
  memcpy(parameters, &places, sizeof places);
  const int value = 44;
  memcpy(static_cast<char *>(parameters) + sizeof places, &value, sizeof value);
  places[1] = cudaLaunchDevice(reinterpret_cast<void *>(put), parameters, dim3(1), dim3(1), 0, 0);
}

static void run(int *errors) {
  waits<<<1, 1>>>(errors, 0);
  std::printf("%s:", cudaGetErrorName(cudaDeviceSynchronize()));
  for (int i = 0; i < 10; ++i)
    std::printf(" %d", errors[i]);
  std::printf("\n");
}

int main() {
  int *errors = nullptr;
  size_t limit = 0;
  cudaMallocManaged(&errors, 10 * sizeof(int));
  // LIMITED: cudaSuccess 2
  // FREE: cudaErrorUnsupportedLimit 0
  std::printf("%s ", cudaGetErrorName(cudaDeviceGetLimit(&limit, cudaLimitDevRuntimeSyncDepth)));
  std::printf("%d\n", static_cast<int>(limit));
  // LIMITED: cudaSuccess: 0 0 68 68 68 0 0 68 68 68
  // FREE: cudaSuccess: 0 0 0 0 0 0 0 0 0 0
  run(errors);
  // LIMITED: cudaSuccess cudaErrorInvalidValue
  // FREE: cudaErrorUnsupportedLimit cudaErrorUnsupportedLimit
  std::printf("%s ", cudaGetErrorName(cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 4)));
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 25)));
  // LIMITED: cudaSuccess: 0 0 0 0 68 0 0 0 0 68
  // FREE: cudaSuccess: 0 0 0 0 0 0 0 0 0 0
  run(errors);
  launches<<<1, 1>>>(errors);
  // CHECK: cudaSuccess: 44 0
  std::printf("%s:", cudaGetErrorName(cudaDeviceSynchronize()));
  std::printf(" %d %d\n", errors[0], errors[1]);
}
