// Which level of detail tex1DGrad finds for two distances between samples. No manual says how their length is estimated; these are an
// H100's answers.
#include "../check.h"

#include <cmath>

constexpr int kWidth = 64, kLevels = 7, kDistances = 8;

// In texels of the largest level.
constexpr float kSecond[kDistances] = {0, 1, 2, 3, 4, 6, 8, -4};

// In 256ths, for first distances from 1 to 8.
constexpr int kAnswers[kDistances][kDistances] = {
    {0, 118, 268, 406, 512, 662, 768, 512},   {256, 268, 374, 456, 524, 662, 768, 524},
    {406, 406, 456, 524, 581, 674, 768, 581}, {512, 512, 524, 581, 630, 712, 780, 630},
    {595, 595, 595, 630, 674, 748, 810, 674}, {662, 662, 662, 674, 712, 780, 837, 712},
    {719, 719, 719, 719, 748, 810, 862, 748}, {768, 768, 768, 768, 780, 837, 886, 780}};

__global__ void levels(cudaTextureObject_t texture, float second, float *out) {
  const float first = static_cast<float>(threadIdx.x + 1);
  out[threadIdx.x] = tex1DGrad<float>(texture, 0.5f, first / kWidth, second / kWidth);
}

// Each level holds its number.
cudaTextureObject_t textureOf(cudaMipmappedArray_t mipmap) {
  for (int level = 0; level < kLevels; ++level) {
    cudaArray_t array;
    CHECK_CUDA(cudaGetMipmappedArrayLevel(&array, mipmap, level));
    const std::vector<float> texels(kWidth >> level, static_cast<float>(level));
    const std::size_t row = texels.size() * sizeof(float);
    CHECK_CUDA(cudaMemcpy2DToArray(array, 0, 0, texels.data(), row, row, 1, cudaMemcpyHostToDevice));
  }
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = mipmap;
  cudaTextureDesc description = {};
  for (auto &mode : description.addressMode)
    mode = cudaAddressModeClamp;
  description.filterMode = description.mipmapFilterMode = cudaFilterModeLinear;
  description.normalizedCoords = 1;
  description.maxMipmapLevelClamp = kLevels - 1;
  cudaTextureObject_t texture = 0;
  CHECK_CUDA(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  return texture;
}

int main() {
  cudaMipmappedArray_t mipmap;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  CHECK_CUDA(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(kWidth, 0, 0), kLevels));
  const cudaTextureObject_t texture = textureOf(mipmap);
  float *out;
  CHECK_CUDA(cudaMalloc(&out, kDistances * sizeof(float)));
  for (int i = 0; i < kDistances; ++i) {
    levels<<<1, kDistances>>>(texture, kSecond[i], out);
    float got[kDistances];
    CHECK_CUDA(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
    for (int first = 0; first < kDistances; ++first) {
      // A texture unit's logarithm is coarser than a float's.
      const float difference = got[first] * 256 - static_cast<float>(kAnswers[first][i]);
      CHECK(std::fabs(difference) <= 2);
    }
  }
  CHECK_CUDA(cudaDestroyTextureObject(texture));
  CHECK_CUDA(cudaFreeMipmappedArray(mipmap));
  CHECK_CUDA(cudaFree(out));
  return verdict();
}
