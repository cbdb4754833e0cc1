// A launch that the device cannot run is refused at once, runs nothing, and leaves the device usable.
#include "../check.h"

__global__ void count(int *runs) { atomicAdd(runs, 1); }

#if CUDART_VERSION >= 13000
const cudaError_t kRefused = cudaErrorInvalidValue; // CUDA 13 changed the code
#else
const cudaError_t kRefused = cudaErrorInvalidConfiguration;
#endif

#if CUDART_VERSION >= 13000
constexpr cudaError_t kUnknownFunction = cudaErrorInvalidResourceHandle;
#else
constexpr cudaError_t kUnknownFunction = cudaErrorInvalidDeviceFunction;
#endif

int main() {
  DeviceArray<int> runs(1);
  struct Shape {
    dim3 grid, block;
    std::size_t shared;
  };
  const Shape refused[] = {{1, 1025, 0},
                           {1, dim3(32, 33), 0},
                           {0, 32, 0},
                           {1, 0, 0},
                           {dim3(1, 70000), 1, 0},
                           {dim3(1, 1, 65536), 1, 0},
                           {1, dim3(1, 1, 65), 0},
                           {dim3(2, 0), 32, 0},
                           {1, 32, 49153},
                           {1, 32, 1 << 30}};
  for (const Shape &shape : refused) {
    count<<<shape.grid, shape.block, shape.shared>>>(runs.get());
    cudaError_t error = cudaPeekAtLastError();
    CHECK(error == kRefused || (shape.shared && error == cudaErrorInvalidValue));
    CHECK_EQ(cudaGetLastError(), error);
    CHECK_CUDA(cudaDeviceSynchronize());
  }
  CHECK_EQ(runs.first(), 0);
  int *pointer = runs.get();
  void *arguments[] = {&pointer};
  CHECK_EQ(cudaLaunchKernel(reinterpret_cast<const void *>(&tally), dim3(1), dim3(1), arguments, 0, nullptr),
           kUnknownFunction);
  CHECK_EQ(cudaGetLastError(), kUnknownFunction);
  CHECK(cudaLaunchKernel(reinterpret_cast<const void *>(count), dim3(1), dim3(2000), arguments, 0, nullptr) ==
        kRefused);
  CHECK_EQ(cudaGetLastError(), kRefused);
  count<<<2, 1024>>>(runs.get());
  CHECK_LAUNCH();
  CHECK_EQ(runs.first(), 2048);
  return verdict();
}
