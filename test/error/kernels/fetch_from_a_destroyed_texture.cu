// A fetch from a texture object that was destroyed ends the launch.
// stderr: {here}: error: kernel 'fetch\(.*\)' accessed an address that cannot exist
#include "../error_check.h"

__global__ void fetch(cudaTextureObject_t texture, float *out) {
  *out = tex2D<float>(texture, 0.5f, 0.5f); // <- here
}

int main() {
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  CHECK_EQ(cudaMallocArray(&array, &format, 16, 8), cudaSuccess);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  cudaTextureObject_t texture;
  CHECK_EQ(cudaCreateTextureObject(&texture, &resource, &description, nullptr), cudaSuccess);
  float *out;
  CHECK_EQ(cudaMalloc(&out, sizeof(float)), cudaSuccess);
  CHECK_EQ(cudaDestroyTextureObject(texture), cudaSuccess);
  CHECK_EQ(cudaDestroyTextureObject(texture), cudaErrorInvalidValue);
  cudaGetLastError();
  fetch<<<1, 1>>>(texture, out);
  checkFailedLaunch(cudaErrorIllegalAddress);
  return verdict();
}
