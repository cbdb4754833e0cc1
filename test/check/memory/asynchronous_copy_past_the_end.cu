// A copy from global to shared memory by the pipeline reads a whole tile, of which the array has only a part.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void stage(const int *in, int *out, int count) {
  __shared__ int tile[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
#ifdef REPAIRED
  if (i < count)
#endif
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[i], sizeof(int)); // EXPECT: error out-of-bounds-global
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  if (i < count)
    out[i] = tile[threadIdx.x ^ 1];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 100 * sizeof(int));
  cudaMemset(in, 0, 100 * sizeof(int));
  cudaMalloc(&out, 100 * sizeof(int));
  stage<<<2, 64>>>(in, out, 100);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
