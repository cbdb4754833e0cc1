// Whether all lanes have the same value depends on memory that nobody has written; the answer stands in a local variable.
#include <cuda_runtime.h>

__global__ void agree(const int *a, int *out) {
  int same;
  const unsigned lanes = __match_all_sync(0xffffffffu, a[threadIdx.x], &same);
  if (same) // EXPECT: error uninitialised-local
    out[threadIdx.x] = lanes;
}

__global__ void agreeAboutKnown(int n, int *out) {
  int same;
  const unsigned lanes = __match_all_sync(0xffffffffu, static_cast<int>(threadIdx.x) / n, &same);
  if (same)
    out[32 + threadIdx.x] = lanes;
}

int main() {
  int *a, *out;
  cudaMalloc(&a, 32 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
#ifdef REPAIRED
  cudaMemset(a, 0, 32 * sizeof(int));
#endif
  agree<<<1, 32>>>(a, out);
  agreeAboutKnown<<<1, 32>>>(32, out);
  int first = 0;
  cudaMemcpy(&first, out + 32, sizeof first, cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(out);
  return first == 0;
}
