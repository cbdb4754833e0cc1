// Rows of a matrix have 16 bytes, and lie where a multiple of 16 bytes is; a pitch of 18 bytes against bank conflicts is none.
#include <cuda_runtime.h>

#ifdef REPAIRED
constexpr int kPitch = 24;
#else
constexpr int kPitch = 9;
#endif

__global__ void load(unsigned *out) {
  __shared__ alignas(16) unsigned short tile[8 * kPitch];
  for (unsigned i = threadIdx.x; i < 8 * kPitch; i += 32)
    tile[i] = static_cast<unsigned short>(i);
  __syncwarp();
  unsigned row = static_cast<unsigned>(__cvta_generic_to_shared(&tile[threadIdx.x % 8 * kPitch])), words;
  // EXPECT: error misaligned-access
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(words) : "r"(row) : "memory");
  out[threadIdx.x] = words;
}

int main() {
  unsigned *out;
  cudaMalloc(&out, 32 * sizeof(unsigned));
  load<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
