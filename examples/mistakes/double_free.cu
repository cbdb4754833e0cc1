// Two pointers, one piece of memory, freed twice.
#include <cstdio>

__global__ void copy(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  out = in; // should be a cudaMalloc of its own
  copy<<<1, 64>>>(in, out);
  cudaFree(in);
  cudaFree(out);
  printf("done\n");
}
