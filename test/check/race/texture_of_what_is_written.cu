// A texture over an array that the kernel writes: some threads fetch what others write meanwhile.
#include <cuda_runtime.h>

__global__ void shift(cudaTextureObject_t texture, float *values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 64 < n)
    values[i] = tex1Dfetch<float>(texture, i + 64); // EXPECT: error race-global
}

int main() {
  constexpr int kValues = 256;
  float *values, *shifted;
  cudaMalloc(&values, kValues * sizeof(float));
  cudaMalloc(&shifted, kValues * sizeof(float));
  cudaMemset(values, 0, kValues * sizeof(float));

  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = values;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = kValues * sizeof(float);
  cudaTextureDesc reading{};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &reading, nullptr);
#ifdef REPAIRED
  shift<<<4, 64>>>(texture, shifted, kValues);
#else
  shift<<<4, 64>>>(texture, values, kValues);
#endif
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);
  cudaFree(values);
  cudaFree(shifted);
}
