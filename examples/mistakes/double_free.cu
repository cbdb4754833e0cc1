// Two pointers, one piece of memory, freed twice.
#include <cstdio>

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  out = in; // should be a cudaMalloc of its own
  cudaFree(in);
  printf("%s\n", cudaGetErrorString(cudaFree(out)));
}
