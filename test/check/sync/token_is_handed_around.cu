// A livelock: threads take a token that is for none of them, and put it back, for ever.
// ENV: RADDLE_HANG_SECONDS=1
#include <cuda_runtime.h>

__global__ void relay(int *token, int *turns) {
  const int me = threadIdx.x / 32 + 1;
  if (threadIdx.x % 32 != 0)
    return;
  for (;;) {
    // EXPECT-SOMEWHERE: error no-progress
    const int taken = atomicExch(token, 0);
    if (taken == me)
      break;
    if (taken != 0)
      atomicExch(token, taken);
  }
  turns[me - 1] = me;
  atomicExch(token, me + 1);
}

int main() {
#ifdef REPAIRED
  const int first = 1;
#else
  const int first = 3; // of two
#endif
  int *token, *turns;
  cudaMalloc(&token, 1024 * sizeof(int));
  cudaMalloc(&turns, 1024 * sizeof(int));
  cudaMemcpy(token, &first, sizeof first, cudaMemcpyHostToDevice);
  relay<<<1, 64>>>(token, turns);
  cudaDeviceSynchronize();
  cudaFree(token);
  cudaFree(turns);
}
