// The rows of a matrix are arrays of their own.
#include <cuda_runtime.h>

__global__ void fill(int **rows, int columns) {
#ifdef REPAIRED
  if (threadIdx.x < columns)
#else
  if (threadIdx.x <= columns)
#endif
    rows[blockIdx.x][threadIdx.x] = 1; // EXPECT: error out-of-bounds-global
}

int main() {
  int *host[4], **rows;
  for (int *&row : host)
    cudaMalloc(&row, 20 * sizeof(int));
  cudaMalloc(&rows, sizeof(host));
  cudaMemcpy(rows, host, sizeof(host), cudaMemcpyHostToDevice);
  fill<<<4, 32>>>(rows, 20);
  cudaDeviceSynchronize();
  for (int *row : host)
    cudaFree(row);
  cudaFree(rows);
}
