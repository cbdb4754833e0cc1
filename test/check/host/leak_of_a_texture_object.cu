// OPTIONS: --leak-check full
// The array is freed, the object that read it is forgotten.
#include <cuda_runtime.h>

int main() {
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  cudaMallocArray(&resource.res.array.array, &format, 16, 16);
  cudaTextureDesc texture = {};
  cudaTextureObject_t object;
  // EXPECT: error leak-texture
  cudaCreateTextureObject(&object, &resource, &texture, nullptr);
#ifdef REPAIRED
  cudaDestroyTextureObject(object);
#endif
  cudaFreeArray(resource.res.array.array);
}
