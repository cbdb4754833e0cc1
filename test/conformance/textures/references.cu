// Texture and surface references, which CUDA 12 has removed: with it, this program only says that it passes.
#include "../check.h"

#if defined(__NVCC__) && defined(__CUDACC_VER_MAJOR__) && __CUDACC_VER_MAJOR__ >= 12 && !defined(__RADDLE__)

int main() {
  CHECK(true);
  return verdict();
}

#else

#include <cmath>

constexpr int kWidth = 64, kHeight = 8;

texture<float, 2, cudaReadModeElementType> image;
static texture<unsigned char, 1, cudaReadModeNormalizedFloat> bytes;
texture<int4, cudaTextureType1D> fours;
surface<void, cudaSurfaceType2D> target;

__device__ float at(texture<float, 2> by_value, float x, float y) { return tex2D(by_value, x, y); }

__global__ void combine(float *out) {
  const int x = threadIdx.x, y = blockIdx.x;
  out[y * kWidth + x] = tex2D(image, x + 0.5f, y + 0.5f) + tex1Dfetch(bytes, x) +
                        static_cast<float>(tex1Dfetch(fours, x & 3).y) + at(image, 1.5f, 0.5f);
  surf2Dwrite(static_cast<float>(x * y), target, x * static_cast<int>(sizeof(float)), y);
}

void look(cudaArray_t surface_array, float *device, float image_scale) {
  combine<<<kHeight, kWidth>>>(device);
  std::vector<float> got(kWidth * kHeight), written(kWidth * kHeight);
  CHECK_CUDA(cudaMemcpy(got.data(), device, got.size() * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK_CUDA(cudaMemcpyFromArray(written.data(), surface_array, 0, 0, written.size() * sizeof(float),
                                 cudaMemcpyDeviceToHost));
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x) {
      const float want = image_scale * static_cast<float>(y * kWidth + x + 1) +
                         static_cast<float>(x * 4) / 255.0f + static_cast<float>(10 * (x & 3));
      CHECK(std::abs(got[y * kWidth + x] - want) < 1e-3f);
      CHECK_EQ(written[y * kWidth + x], static_cast<float>(x * y));
    }
}

int main() {
  std::vector<float> values(kWidth * kHeight);
  cudaArray_t arrays[2], surface_array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  image.filterMode = cudaFilterModeLinear;
  image.addressMode[0] = image.addressMode[1] = cudaAddressModeClamp;
  CHECK_CUDA(cudaMallocArray(&surface_array, &format, kWidth, kHeight, cudaArraySurfaceLoadStore));
  CHECK_CUDA(cudaBindSurfaceToArray(target, surface_array));

  unsigned char *device_bytes;
  std::vector<unsigned char> host_bytes(kWidth);
  for (int i = 0; i < kWidth; ++i)
    host_bytes[i] = static_cast<unsigned char>(i * 4);
  CHECK_CUDA(cudaMalloc(&device_bytes, kWidth));
  CHECK_CUDA(cudaMemcpy(device_bytes, host_bytes.data(), kWidth, cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaBindTexture(nullptr, bytes, device_bytes, kWidth));

  int4 *device_fours;
  const int4 host_fours[4] = {{1, 0, 2, 3}, {1, 10, 2, 3}, {1, 20, 2, 3}, {1, 30, 2, 3}};
  CHECK_CUDA(cudaMalloc(&device_fours, sizeof host_fours));
  CHECK_CUDA(cudaMemcpy(device_fours, host_fours, sizeof host_fours, cudaMemcpyHostToDevice));
  std::size_t offset = 7;
  CHECK_CUDA(cudaBindTexture(&offset, fours, device_fours));
  CHECK_EQ(offset, std::size_t{0});

  float *device;
  CHECK_CUDA(cudaMalloc(&device, kWidth * kHeight * sizeof(float)));
  // A reference may be bound anew.
  for (int scale = 1; scale <= 2; ++scale) {
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<float>(scale) * static_cast<float>(i);
    CHECK_CUDA(cudaMallocArray(&arrays[scale - 1], &format, kWidth, kHeight));
    CHECK_CUDA(cudaMemcpyToArray(arrays[scale - 1], 0, 0, values.data(), values.size() * sizeof(float),
                                 cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaBindTextureToArray(image, arrays[scale - 1]));
    look(surface_array, device, static_cast<float>(scale));
  }
  CHECK_CUDA(cudaUnbindTexture(image));
  CHECK_EQ(cudaGetTextureAlignmentOffset(&offset, image), cudaErrorInvalidTextureBinding);
  cudaGetLastError();
  return verdict();
}

#endif
