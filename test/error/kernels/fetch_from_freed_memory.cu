// A kernel fetches by a texture whose memory, or array, was freed.
// stderr: {here}: error: kernel 'fetch\(unsigned long long, float\*\)' read address 0x[0-9a-f]+, which this process may not access
// stderr: note: it lies in an array of [0-9]+ bytes, allocated at .*, freed at
// stderr: error: kernel 'fetch2D\(unsigned long long, float\*\)' read address 0x[0-9a-f]+, which this process may not access
// stderr: note: it lies in an array of [0-9]+ bytes, allocated at .*, freed at
#include "../error_check.h"

__global__ void fetch(cudaTextureObject_t texture, float *out) {
  out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x); // <- here
}

__global__ void fetch2D(cudaTextureObject_t texture, float *out) {
  out[threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, 0.5f);
}

int main() {
  constexpr int kWidth = 1024;
  float *memory, *out;
  CHECK_CUDA(cudaMalloc(&memory, kWidth * kWidth * sizeof(float)));
  CHECK_CUDA(cudaMalloc(&out, 32 * sizeof(float)));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = kWidth * kWidth * sizeof(float);
  cudaTextureDesc reading = {};
  cudaTextureObject_t texture;
  CHECK_CUDA(cudaCreateTextureObject(&texture, &resource, &reading, nullptr));
  fetch<<<1, 32>>>(texture, out);
  CHECK_LAUNCH();
  CHECK_CUDA(cudaFree(memory));
  fetch<<<1, 32>>>(texture, out);
  checkFailedLaunch(cudaErrorIllegalAddress);

  cudaArray_t array;
  CHECK_CUDA(cudaMalloc(&out, 32 * sizeof(float)));
  CHECK_CUDA(cudaMallocArray(&array, &resource.res.linear.desc, kWidth, kWidth));
  resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  CHECK_CUDA(cudaCreateTextureObject(&texture, &resource, &reading, nullptr));
  CHECK_CUDA(cudaFreeArray(array));
  fetch2D<<<1, 32>>>(texture, out);
  checkFailedLaunch(cudaErrorIllegalAddress);
  return verdict();
}
