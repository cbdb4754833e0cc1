// The default stream does not wait for a stream that was made without its order.
#include <cuda_runtime.h>

__global__ void square(int *values) { values[threadIdx.x] *= values[threadIdx.x]; }

int main() {
  int host[64] = {1, 2, 3}, *values;
  cudaMalloc(&values, sizeof host);
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  cudaStream_t stream;
#ifdef REPAIRED
  cudaStreamCreate(&stream);
#else
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
#endif
  square<<<1, 64, 0, stream>>>(values);
  cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost); // EXPECT: error race-between-streams
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  cudaFree(values);
}
