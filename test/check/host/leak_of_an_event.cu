// OPTIONS: --leak-check full
#include <cuda_runtime.h>

int main() {
  cudaEvent_t event;
  cudaEventCreate(&event); // EXPECT: error leak-event
  cudaEventRecord(event, 0);
#ifdef REPAIRED
  cudaEventDestroy(event);
#endif
}
