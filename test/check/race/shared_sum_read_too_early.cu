// A sum is read before all have added to it. Everything else is atomic, and tells the threads nothing of the sum.
#include <cuda_runtime.h>

constexpr unsigned kSlots = 64;

__global__ void count(unsigned key, unsigned *out) {
  __shared__ unsigned keys[kSlots], sums[kSlots];
  for (unsigned i = 0; i < kSlots; ++i) {
    atomicExch(&keys[i], 0u);
    atomicExch(&sums[i], 0u);
  }
  __syncthreads();
  unsigned slot = key % kSlots, old;
  do {
    old = atomicCAS(&keys[slot], 0u, key);
    if (old != 0 && old != key)
      slot = (slot + 1) % kSlots;
  } while (old != 0 && old != key);
  atomicAdd(&sums[slot], 1u);
#ifdef REPAIRED
  __syncthreads();
#endif
  if (threadIdx.x == 3)
    *out = sums[slot]; // EXPECT: error race-missing-fence
}

int main() {
  unsigned *out;
  cudaMalloc(&out, sizeof(unsigned));
  count<<<1, 96>>>(5, out);
  unsigned sum = 0;
  cudaMemcpy(&sum, out, sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(out);
#ifdef REPAIRED
  return sum != 96;
#endif
}
