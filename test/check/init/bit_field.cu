// Of a word of two bit fields one has a value.
#include <cuda_runtime.h>

struct Flags {
  unsigned kind : 3, colour : 5;
};

__global__ void set(Flags *flags) { flags[threadIdx.x].kind = 2; }

__global__ void look(const Flags *flags, int *out) {
#ifdef REPAIRED
  if (flags[threadIdx.x].kind == 2)
#else
  if (flags[threadIdx.x].colour == 2) // EXPECT: error uninitialised-global
#endif
    out[threadIdx.x] = 1;
}

int main() {
  Flags *flags;
  int *out;
  cudaMalloc(&flags, 32 * sizeof(Flags));
  cudaMalloc(&out, 32 * sizeof(int));
  set<<<1, 32>>>(flags);
  look<<<1, 32>>>(flags, out);
  cudaDeviceSynchronize();
  cudaFree(flags);
  cudaFree(out);
}
