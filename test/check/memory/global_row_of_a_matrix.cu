// Rows and columns are exchanged in the index of a matrix that is not square.
#include <cuda_runtime.h>

__global__ void transpose(const int *in, int *out, int rows, int columns) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= columns || y >= rows)
    return;
#ifdef REPAIRED
  out[x * rows + y] = in[y * columns + x];
#else
  out[x * columns + y] = in[y * columns + x]; // EXPECT: error out-of-bounds-global
#endif
}

int main() {
  const int rows = 16, columns = 48;
  int *in, *out;
  cudaMalloc(&in, rows * columns * sizeof(int));
  cudaMalloc(&out, rows * columns * sizeof(int));
  cudaMemset(in, 0, rows * columns * sizeof(int));
  transpose<<<dim3(3, 1), dim3(16, 16)>>>(in, out, rows, columns);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
