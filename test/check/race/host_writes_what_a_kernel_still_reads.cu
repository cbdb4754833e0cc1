// A kernel reads some elements of an array and writes others. The host may write neither, and read only the former, while it runs.
#include <cuda_runtime.h>

#include <cstdio>

struct Particle {
  int mass, force;
};

__global__ void pull(Particle *particles) { particles[threadIdx.x].force = 2 * particles[threadIdx.x].mass; }

int main() {
  Particle *particles;
  cudaHostAlloc(&particles, 64 * sizeof(Particle), cudaHostAllocMapped);
  for (int i = 0; i < 64; ++i)
    particles[i] = {i, 0};
  pull<<<1, 64>>>(particles);
  int sum = 0;
  for (int i = 0; i < 64; ++i)
    sum += particles[i].mass;
#ifdef REPAIRED
  cudaDeviceSynchronize();
#endif
  particles[3].mass = sum; // EXPECT: error race-with-host
  cudaDeviceSynchronize();
  std::printf("%d\n", particles[3].force);
  cudaFreeHost(particles);
}
