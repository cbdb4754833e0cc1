// Two streams work on halves of one array, but the first one goes one element too far.
#include <cuda_runtime.h>

__global__ void fill(char *bytes, int count, char value) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    bytes[i] = value; // EXPECT: error race-between-streams
}

int main() {
  constexpr int kHalf = 10001;
  char *bytes;
  cudaMalloc(&bytes, 2 * kHalf);
  cudaStream_t streams[2];
  for (cudaStream_t &stream : streams)
    cudaStreamCreate(&stream);
#ifdef REPAIRED
  constexpr int kFirst = kHalf;
#else
  constexpr int kFirst = kHalf + 1;
#endif
  fill<<<4, 256, 0, streams[0]>>>(bytes, kFirst, 1);
  fill<<<4, 256, 0, streams[1]>>>(bytes + kHalf, kHalf, 2);
  cudaStreamSynchronize(streams[0]);
  cudaStreamSynchronize(streams[1]);
  for (cudaStream_t stream : streams)
    cudaStreamDestroy(stream);
  cudaFree(bytes);
}
