// A counter that nobody has cleared decides.
#include <cuda_runtime.h>

__global__ void enough(const int *counter, int *answer) {
  if (*counter > 3) // EXPECT: error uninitialised-global
    *answer = 1;
}

int main() {
  int *counter, *answer;
  cudaMalloc(&counter, sizeof(int));
  cudaMalloc(&answer, sizeof(int));
#ifdef REPAIRED
  cudaMemset(counter, 0, sizeof(int));
#endif
  enough<<<1, 1>>>(counter, answer);
  cudaDeviceSynchronize();
  cudaFree(counter);
  cudaFree(answer);
}
