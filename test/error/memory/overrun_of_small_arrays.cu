// Writes beside arrays too small for pages of their own, in front of them and past them: the call that frees one says so,
// and frees it. Whoever allocated it is named.
// stderr: raddle: error: 4 bytes past the end of an array of 4000 bytes were overwritten, at a distance of 0 to 3 bytes
// stderr: note: it lies at 0x[0-9a-f]+, allocated at {here}
// stderr: note: RADDLE_GUARD=sync
// stderr: raddle: error: 8 bytes before an array of 7 bytes were overwritten, at a distance of 1 to 8 bytes
// stderr: raddle: error: 2 bytes past the end of an array of 7 bytes were overwritten, at a distance of 60 to 61 bytes
// stderr: note: it lies at 0x[0-9a-f]+, allocated at {here}
// stderr: raddle: error: 1 byte past the end of an array of 65535 bytes was overwritten, at a distance of 0 bytes
// stderr: note: it lies at 0x[0-9a-f]+, allocated at {here}
// stderr: raddle: error: 16 bytes before an array of 512 bytes were overwritten
// stderr: note: it lies at 0x[0-9a-f]+, allocated at {here}
// stderr: raddle: error: 16 bytes past the end of an array of 1000 bytes were overwritten
// stderr: note: it lies at 0x[0-9a-f]+, allocated at {here}
// stderr: raddle: error: 4 bytes past the end of an array of 1536 bytes were overwritten, at a distance of 0 to 3 bytes
// stderr: note: it lies at 0x[0-9a-f]+, allocated at {here}
#include "../error_check.h"

template <typename T> __global__ void fill(T *values, int first, int end) {
  for (int i = first + threadIdx.x; i < end; i += blockDim.x)
    values[i] = T();
}

__global__ void fill(float4 *values, int i) {
  __shared__ float4 value;
  if (threadIdx.x == 0)
    value = make_float4(1, 2, 3, 4);
  __syncthreads();
  if (threadIdx.x == 33)
    values[i] = value;
}

template <typename T> void checkOverrun(T *values, cudaError_t (*release)(void *)) {
  CHECK_LAUNCH();
  checkRefused(release(values), cudaErrorIllegalAddress);
  CHECK_EQ(release(values), cudaErrorInvalidValue); // it is free
  cudaGetLastError();
}

int main() {
  int *ints = nullptr;
  CHECK_CUDA(cudaMalloc(&ints, 4000)); // <- here
  fill<<<4, 256>>>(ints, 0, 1001);
  checkOverrun(ints, cudaFree);

  char *chars = nullptr;
  CHECK_CUDA(cudaMallocManaged(&chars, 7)); // <- here
  fill<<<1, 64>>>(chars, -8, 0);
  fill<<<1, 2>>>(chars, 67, 69);
  checkOverrun(chars, cudaFree);

  CHECK_CUDA(cudaMallocAsync(&chars, 65535, 0)); // <- here
  fill<<<1, 1>>>(chars, 65535, 65536);
  checkOverrun(chars, cudaFree);

  float4 *vectors = nullptr;
  CHECK_CUDA(cudaMallocHost(&vectors, 512)); // <- here
  fill<<<1, 64>>>(vectors, -1);
  checkOverrun(vectors, cudaFreeHost);

  void *untyped = nullptr;
  CHECK_CUDA(cudaMalloc(&untyped, 1000));                  // <- here
  fill<<<1, 64>>>(static_cast<float4 *>(untyped) + 62, 0); // half of it is in the array
  fill<<<1, 8>>>(static_cast<char *>(untyped), 1008, 1016);
  checkOverrun(untyped, cudaFree);

  std::size_t pitch = 0;
  CHECK_CUDA(cudaMallocPitch(&ints, &pitch, 100, 3)); // <- here
  fill<<<1, 1>>>(ints, 3 * pitch / 4, 3 * pitch / 4 + 1);
  checkOverrun(ints, cudaFree);
  checkStillComputes();
  return verdict();
}
