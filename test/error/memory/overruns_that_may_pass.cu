// RADDLE_LENIENT=1: what lies near an array may be read and written, is told once for each, and the program ends as on a GPU.
// env: RADDLE_LENIENT=1
// stderr: {here}: warning: kernel 'gather\(.*\)' read memory that lies \d+ bytes past the end of an array of 100000 bytes, allocated at
// stderr: note: RADDLE_LENIENT=1 lets it pass
// stderr: {here}: warning: kernel 'put\(.*\)' wrote memory that lies 22000 bytes past the end of an array of 4000000 bytes
// stderr: {here}: warning: kernel 'put\(.*\)' wrote memory that lies 50000 bytes before an array of 2097152 bytes
// stderr: raddle: warning: 4 bytes past the end of an array of 400 bytes were overwritten
// stderr: raddle: warning: kernel 'fillShared\(\)' overwrote 4 bytes past the shared memory of a block, which has 400 bytes
#include "../error_check.h"

__global__ void gather(const int *values, int n, int more, int *last) {
  for (int i = threadIdx.x; i < n + more; i += blockDim.x)
    last[(i < n ? 0 : blockDim.x) + threadIdx.x] = values[i]; // <- here
}

__global__ void put(int *values, int i) {
  values[i + static_cast<int>(threadIdx.x)] = 1; // <- here
}

__global__ void fillShared() {
  __shared__ volatile int values[100];
  if (threadIdx.x <= 100)
    values[threadIdx.x] = 1;
}

int main() {
  DeviceArray<int> last(512);
  int *values = nullptr;
  CHECK_CUDA(cudaMalloc(&values, 100000));
  gather<<<1, 256>>>(values, 25000, 5000, last.get());
  CHECK_LAUNCH();
  gather<<<1, 256>>>(values, 25000, 5500, last.get());
  CHECK_LAUNCH();
  CHECK_EQ(last.host()[0], 0);
  CHECK_CUDA(cudaFree(values));

  CHECK_CUDA(cudaMalloc(&values, 4000000));
  put<<<1, 1>>>(values, 1005500);
  put<<<1, 1>>>(values, 1005600);
  CHECK_LAUNCH();
  CHECK_CUDA(cudaFree(values));

  // These lie in whole huge pages.
  for (int i = 0; i < 7; ++i)
    CHECK_CUDA(cudaMalloc(&values, 2 << 20));
  CHECK_CUDA(cudaFree(values));
  CHECK_CUDA(cudaMallocHost(&values, 2 << 20));
  put<<<1, 1>>>(values, -12500);
  CHECK_LAUNCH();
  CHECK_CUDA(cudaFreeHost(values));

  CHECK_CUDA(cudaMalloc(&values, 400));
  put<<<1, 101>>>(values, 0);
  CHECK_LAUNCH();
  CHECK_CUDA(cudaFree(values));

  for (int i = 0; i < 3; ++i)
    fillShared<<<4, 128>>>();
  CHECK_LAUNCH();
  return verdict();
}
