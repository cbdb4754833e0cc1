// Rows of a pitched matrix are padded: the pitch counts bytes, not elements.
#include <cuda_runtime.h>

__global__ void clear(float *a, size_t pitch, int rows, int columns) {
  const int x = threadIdx.x, y = blockIdx.x;
  if (x >= columns || y >= rows)
    return;
#ifdef REPAIRED
  float *row = reinterpret_cast<float *>(reinterpret_cast<char *>(a) + y * pitch);
#else
  float *row = a + y * pitch;
#endif
  row[x] = 0; // EXPECT: error out-of-bounds-global
}

int main() {
  float *a;
  size_t pitch;
  cudaMallocPitch(&a, &pitch, 100 * sizeof(float), 16);
  clear<<<16, 128>>>(a, pitch, 16, 100);
  cudaDeviceSynchronize();
  cudaFree(a);
}
