// cudaDeviceSynchronize() in device code, as architectures before 9.0 have it: however many blocks wait, and on one worker.
// RUN: %raddlecc -rdc=true -arch=sm_80 -o %t %s
// RUN: env RADDLE_LANES=32 RADDLE_WORKERS=1 %t | FileCheck %s
// RUN: env RADDLE_LANES=1 RADDLE_WORKERS=1 %t | FileCheck %s
// RUN: env RADDLE_LANES=32 %t | FileCheck %s
#include <cstdio>

__global__ void increase(int *place) { ++*place; }

__global__ void wide(int *places) {
  if (threadIdx.x == 0) {
    for (int turn = 0; turn < 2; ++turn) {
      increase<<<1, 1>>>(places + blockIdx.x);
      cudaDeviceSynchronize();
    }
    places[blockIdx.x] *= 10;
  }
}

// Each grid adds up what its two children have found.
__global__ void deep(int *sums, int node, int depth) {
  if (depth == 0) {
    sums[node] = node;
    return;
  }
  if (threadIdx.x < 2)
    deep<<<1, 32>>>(sums, 2 * node + threadIdx.x, depth - 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    cudaDeviceSynchronize();
    sums[node] = sums[2 * node] + sums[2 * node + 1];
  }
}

// What refuses a launch is the last error of the thread that made it.
__global__ void refused(int *out) {
  if (threadIdx.x == 1)
    increase<<<1, 4096>>>(out);
  out[threadIdx.x] = cudaGetLastError();
}
__global__ void tails(int *out, int launches) {
  *out = 0;
  for (int i = 0; i < launches; ++i) {
    increase<<<1, 1, 0, cudaStreamTailLaunch>>>(out + 1);
    if (cudaGetLastError() == cudaErrorLaunchPendingCountExceeded)
      ++*out;
  }
}
__global__ void lost(int *out) {
  increase<<<1, 1, 0, (cudaStream_t)0x1234560>>>(out);
  out[1] = cudaGetLastError();
  out[2] = cudaLaunchDevice(out, cudaGetParameterBuffer(64, 8), dim3(1), dim3(1), 0, 0);
}

int main() {
  constexpr int kBlocks = 3000;
  int *places = nullptr;
  cudaMallocManaged(&places, kBlocks * sizeof(int));
  wide<<<kBlocks, 32>>>(places);
  std::printf("%s", cudaGetErrorName(cudaDeviceSynchronize()));
  int good = 0;
  for (int i = 0; i < kBlocks; ++i)
    good += places[i] == 20;
  // CHECK: cudaSuccess: 3000 good
  std::printf(": %d good\n", good);
  deep<<<1, 32>>>(places, 1, 6);
  // CHECK: cudaSuccess: 6112
  std::printf("%s: ", cudaGetErrorName(cudaDeviceSynchronize()));
  std::printf("%d\n", places[1]);
  refused<<<1, 4>>>(places);
  cudaDeviceSynchronize();
  // CHECK: 0 9 0 0
  std::printf("%d %d %d %d\n", places[0], places[1], places[2], places[3]);
  places[1] = 0;
  cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 100);
  tails<<<1, 1>>>(places, 130);
  // CHECK: cudaSuccess: 30 refused, 100 run
  std::printf("%s: ", cudaGetErrorName(cudaDeviceSynchronize()));
  std::printf("%d refused, %d run\n", places[0], places[1]);
  lost<<<1, 1>>>(places);
  // CHECK: cudaSuccess: 400 98
  std::printf("%s: ", cudaGetErrorName(cudaDeviceSynchronize()));
  std::printf("%d %d\n", places[1], places[2]);
}
