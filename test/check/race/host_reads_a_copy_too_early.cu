// An event says when the copy has arrived, to those who wait for it.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

__global__ void fill(double *values) { values[threadIdx.x] = threadIdx.x; }

struct Result {
  double values[128];
};

int main() {
  double *values;
  Result *pinned, result;
  cudaMalloc(&values, sizeof(Result));
  cudaMallocHost(&pinned, sizeof(Result));
  cudaStream_t stream;
  cudaEvent_t arrived;
  cudaStreamCreate(&stream);
  cudaEventCreate(&arrived);
  fill<<<1, 128, 0, stream>>>(values);
  cudaMemcpyAsync(pinned, values, sizeof(Result), cudaMemcpyDeviceToHost, stream);
  cudaEventRecord(arrived, stream);
#ifdef REPAIRED
  cudaEventSynchronize(arrived);
#endif
  std::memcpy(&result, pinned, sizeof result); // EXPECT: error race-with-host
  std::printf("%g\n", result.values[5]);
  cudaStreamSynchronize(stream);
  cudaEventDestroy(arrived);
  cudaStreamDestroy(stream);
  cudaFree(values);
  cudaFreeHost(pinned);
}
