// Descriptors and formats that no array or texture can have, handles that are gone, copies beyond an array: each with CUDA's own
// error, and all that is there stays as it is.
#include "../error_check.h"

namespace {

constexpr int kWidth = 64, kHeight = 16;
const cudaChannelFormatDesc kFloats = cudaCreateChannelDesc<float>();

void arrays() {
  cudaArray_t array = nullptr;
  const cudaChannelFormatDesc three = cudaCreateChannelDesc(8, 8, 8, 0, cudaChannelFormatKindUnsigned);
  const cudaChannelFormatDesc odd = cudaCreateChannelDesc(12, 0, 0, 0, cudaChannelFormatKindUnsigned);
  const cudaChannelFormatDesc half_a_float = cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindFloat);
  for (const cudaChannelFormatDesc &format : {three, odd, half_a_float})
    checkRefused(cudaMallocArray(&array, &format, kWidth, kHeight), cudaErrorInvalidChannelDescriptor);
  checkRefused(cudaMallocArray(&array, &kFloats, 0, kHeight), cudaErrorInvalidValue);
  checkRefused(cudaMalloc3DArray(&array, &kFloats, {8, 4, 6}, cudaArrayCubemap), cudaErrorInvalidValue);
  checkRefused(cudaMallocArray(nullptr, &kFloats, kWidth), cudaErrorInvalidValue);
}

void copies() {
  cudaArray_t array = nullptr;
  CHECK_CUDA(cudaMallocArray(&array, &kFloats, kWidth, kHeight));
  std::vector<float> host(kWidth * (kHeight + 1), 1.5f), got(kWidth * kHeight);
  const std::size_t row = kWidth * sizeof(float);
  CHECK_CUDA(cudaMemcpy2DToArray(array, 0, 0, host.data(), row, row, kHeight, cudaMemcpyHostToDevice));
  for (float &value : host)
    value = -1.0f;
  // One row too many, one byte beyond the end of rows, and a start outside.
  checkRefused(cudaMemcpy2DToArray(array, 0, 0, host.data(), row, row, kHeight + 1, cudaMemcpyHostToDevice),
               cudaErrorInvalidValue);
  checkRefused(cudaMemcpy2DToArray(array, 4, 0, host.data(), row, row, kHeight, cudaMemcpyHostToDevice),
               cudaErrorInvalidValue);
  checkRefused(cudaMemcpy2DToArray(array, 0, kHeight, host.data(), row, row, 1, cudaMemcpyHostToDevice),
               cudaErrorInvalidValue);
  checkRefused(cudaMemcpyToArray(array, 0, 1, host.data(), row * kHeight, cudaMemcpyHostToDevice),
               cudaErrorInvalidValue);
  checkRefused(cudaMemcpyFromArray(host.data(), array, 0, 0, row * kHeight + 1, cudaMemcpyDeviceToHost),
               cudaErrorInvalidValue);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(host.data(), row, kWidth, kHeight);
  copy.dstArray = array;
  copy.extent = {kWidth, kHeight, 2};
  copy.kind = cudaMemcpyHostToDevice;
  checkRefused(cudaMemcpy3D(&copy), cudaErrorInvalidValue);
  CHECK_CUDA(cudaMemcpy2DFromArray(got.data(), row, array, 0, 0, row, kHeight, cudaMemcpyDeviceToHost));
  CHECK_SAME(got, std::vector<float>(kWidth * kHeight, 1.5f));
  CHECK_CUDA(cudaFreeArray(array));
  checkRefused(cudaFreeArray(array), cudaErrorInvalidResourceHandle);
  checkRefused(cudaMemcpy2DToArray(array, 0, 0, host.data(), row, row, 1, cudaMemcpyHostToDevice),
               cudaErrorInvalidResourceHandle);
}

void textures() {
  float *memory;
  CHECK_CUDA(cudaMalloc(&memory, 4096));
  cudaResourceDesc resource = {};
  cudaTextureDesc reading = {};
  cudaTextureObject_t texture = 0;
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {memory, cudaCreateChannelDesc<int>(), 4096};
  reading.readMode = cudaReadModeNormalizedFloat;
  checkRefused(cudaCreateTextureObject(&texture, &resource, &reading, nullptr), cudaErrorInvalidNormSetting);
  cudaArray_t integers = nullptr;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  CHECK_CUDA(cudaMallocArray(&integers, &format, kWidth, kHeight));
  resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = integers;
  reading.readMode = cudaReadModeElementType;
  reading.filterMode = cudaFilterModeLinear;
  checkRefused(cudaCreateTextureObject(&texture, &resource, &reading, nullptr),
               cudaErrorInvalidFilterSetting);
  reading.filterMode = cudaFilterModePoint;
  CHECK_CUDA(cudaCreateTextureObject(&texture, &resource, &reading, nullptr));
  CHECK_CUDA(cudaDestroyTextureObject(texture));
  checkRefused(cudaDestroyTextureObject(texture), cudaErrorInvalidValue);
  CHECK_CUDA(cudaFreeArray(integers));
  checkRefused(cudaCreateTextureObject(&texture, &resource, &reading, nullptr),
               cudaErrorInvalidResourceHandle);
  cudaSurfaceObject_t surface = 0;
  checkRefused(cudaCreateSurfaceObject(&surface, &resource), cudaErrorInvalidResourceHandle);
  CHECK_CUDA(cudaFree(memory));
}

__global__ void slowly(int *values, int rounds) {
  int value = values[threadIdx.x];
  for (int i = 0; i < rounds; ++i)
    value = value * 1664525 + 1013904223;
  values[threadIdx.x] = value;
}

// Freeing waits for the work that is in flight; so what was to be computed is.
void freedInFlight() {
  int *values, *result, expected = 3, got = 0;
  constexpr int kRounds = 3'000'000;
  for (int i = 0; i < kRounds; ++i)
    expected = static_cast<int>(static_cast<unsigned>(expected) * 1664525u + 1013904223u);
  cudaStream_t stream;
  CHECK_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CHECK_CUDA(cudaMalloc(&values, 1 << 20));
  CHECK_CUDA(cudaMalloc(&result, sizeof(int)));
  got = 3;
  CHECK_CUDA(cudaMemcpy(values, &got, sizeof got, cudaMemcpyHostToDevice));
  slowly<<<1, 1, 0, stream>>>(values, kRounds);
  CHECK_CUDA(cudaMemcpyAsync(result, values, sizeof(int), cudaMemcpyDeviceToDevice, stream));
  CHECK_CUDA(cudaFree(values));
  CHECK_CUDA(cudaMemcpy(&got, result, sizeof got, cudaMemcpyDeviceToHost));
  CHECK_EQ(got, expected);
  CHECK_CUDA(cudaFree(result));
  CHECK_CUDA(cudaStreamDestroy(stream));
}

} // namespace

int main() {
  arrays();
  copies();
  textures();
  freedInFlight();
  checkStillComputes();
  return verdict();
}
