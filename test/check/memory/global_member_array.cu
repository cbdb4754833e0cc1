// An array within a structure is left past its end, though the structures go on.
#include <cuda_runtime.h>

struct Particle {
  float position[3];
  float mass;
};

__global__ void move(Particle *p, int n, int components) {
  const int i = 2 * threadIdx.x + 1;
  if (i >= n)
    return;
  for (int c = 0; c < components; ++c)
    // EXPECT: error out-of-bounds-global
    // EXPECT: error out-of-bounds-member
    p[i + c / 4].position[c % 4] += 1;
}

int main() {
  Particle *p;
  cudaMalloc(&p, 32 * sizeof(Particle));
  cudaMemset(p, 0, 32 * sizeof(Particle));
#ifdef REPAIRED
  move<<<1, 16>>>(p, 32, 3);
#else
  move<<<1, 16>>>(p, 32, 7);
#endif
  cudaDeviceSynchronize();
  cudaFree(p);
}
