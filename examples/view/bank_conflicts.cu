#include <cstdio>

// A tile is written by rows and read by columns. A row of 33 words moves each column to banks of its own.
__global__ void bankConflicts(const int *in, int *out) {
  __shared__ int tile[32][32];
  __shared__ int padded[32][33];
  int lane = threadIdx.x;
  for (int row = 0; row < 32; row += 16) {
    tile[row][lane] = in[row * 32 + lane];
    padded[row][lane] = in[row * 32 + lane];
  }
  __syncwarp();
  int conflict = tile[lane][0];
  int without = padded[lane][0];
  int broadcast = tile[0][3];
  int pairs = tile[0][lane / 2];
  out[lane] = conflict + without + broadcast + pairs;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 1024 * sizeof(int));
  cudaMallocManaged(&out, 32 * sizeof(int));
  for (int i = 0; i < 1024; ++i)
    in[i] = i;
  bankConflicts<<<1, 32>>>(in, out);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  printf("%d\n", out[0]);
}
