// OPTIONS: --leak-check full
#include <cuda_runtime.h>

int main() {
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t image;
  // EXPECT: error leak-array
  cudaMallocArray(&image, &format, 16, 16);
#ifdef REPAIRED
  cudaFreeArray(image);
#endif
}
