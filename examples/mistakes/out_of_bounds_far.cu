// The index of a matrix with row and column the wrong way round.
#include <cstdio>

__global__ void clear(float *matrix, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int column = threadIdx.x; column < columns; column += blockDim.x)
      matrix[column * columns + row] = 0; // should be row * columns + column
}

int main() {
  const int rows = 10, columns = 4000;
  float *matrix;
  cudaMalloc(&matrix, rows * columns * sizeof(float));
  clear<<<1, 256>>>(matrix, rows, columns);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
