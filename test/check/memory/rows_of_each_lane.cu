// Each lane has an array of its own, and one of them is too short.
#include <cuda_runtime.h>

__global__ void fill(int **rows, const int *lengths) {
  int *const row = rows[threadIdx.x];
  for (int i = 0; i < lengths[threadIdx.x]; ++i)
    row[i] = i; // EXPECT: error out-of-bounds-global
}

int main() {
  int *host[32], host_lengths[32], **rows, *lengths;
  for (int i = 0; i < 32; ++i) {
    host_lengths[i] = 8 + i % 3;
#ifdef REPAIRED
    cudaMalloc(&host[i], host_lengths[i] * sizeof(int));
#else
    cudaMalloc(&host[i], (host_lengths[i] - (i == 17)) * sizeof(int));
#endif
  }
  cudaMalloc(&rows, sizeof(host));
  cudaMalloc(&lengths, sizeof(host_lengths));
  cudaMemcpy(rows, host, sizeof(host), cudaMemcpyHostToDevice);
  cudaMemcpy(lengths, host_lengths, sizeof(host_lengths), cudaMemcpyHostToDevice);
  fill<<<1, 32>>>(rows, lengths);
  cudaDeviceSynchronize();
  for (int *row : host)
    cudaFree(row);
  cudaFree(rows);
  cudaFree(lengths);
}
