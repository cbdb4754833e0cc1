#include <cstdio>

// The sum of all lanes up to one's own, in five steps, each of which reaches twice as far.
__global__ void scan(const int *in, int *out) {
  int lane = threadIdx.x;
  int sum = in[lane];
  for (int distance = 1; distance < 32; distance *= 2) {
    int below = __shfl_up_sync(0xffffffff, sum, distance);
    if (lane >= distance)
      sum += below;
  }
  out[lane] = sum;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 32 * sizeof(int));
  cudaMallocManaged(&out, 32 * sizeof(int));
  for (int lane = 0; lane < 32; ++lane)
    in[lane] = lane + 1;
  scan<<<1, 32>>>(in, out);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  for (int lane = 0; lane < 32; ++lane)
    printf("%d ", out[lane]);
  printf("\n");
}
