// A kernel gets a texture object whose memory was freed. The arrays are small, so that the kernel does not fault. Nothing is said
// while they are there.
// stderr: raddle: warning: argument 1 of kernel 'fetchArray\(.*\)' is a texture or surface object that accesses an array of [0-9]+ bytes, allocated at .*textures_over_freed_memory.cu:24:3, freed at .*:31:3
// stderr: raddle: warning: argument 1 of kernel 'fetchLinear\(.*\)' is a texture or surface object that accesses an array of 4096 bytes, allocated at .*textures_over_freed_memory.cu:37:3, freed at .*:45:3
#include "../error_check.h"

__global__ void fetchArray(cudaTextureObject_t texture, float *out) {
  out[threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, 0.5f);
}
__global__ void fetchLinear(cudaTextureObject_t texture, float *out) {
  out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x);
}

cudaTextureObject_t textureOver(const cudaResourceDesc &resource) {
  const cudaTextureDesc reading = {};
  cudaTextureObject_t texture = 0;
  CHECK_CUDA(cudaCreateTextureObject(&texture, &resource, &reading, nullptr));
  return texture;
}

void freedArray(float *out) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  CHECK_CUDA(cudaMallocArray(&array, &format, 32, 16));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  const cudaTextureObject_t texture = textureOver(resource);
  fetchArray<<<1, 32>>>(texture, out);
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_CUDA(cudaFreeArray(array));
  fetchArray<<<1, 32>>>(texture, out);
}

void freedLinearMemory(float *out) {
  float *memory = nullptr;
  CHECK_CUDA(cudaMalloc(&memory, 4096));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = 4096;
  const cudaTextureObject_t texture = textureOver(resource);
  fetchLinear<<<1, 32>>>(texture, out);
  CHECK_CUDA(cudaFree(memory));
  fetchLinear<<<1, 32>>>(texture, out);
}

int main() {
  float *out = nullptr;
  CHECK_CUDA(cudaMalloc(&out, 32 * sizeof(float)));
  freedArray(out);
  freedLinearMemory(out);
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_CUDA(cudaFree(out));
  return verdict();
}
