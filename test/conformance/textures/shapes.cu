// Textures of other shapes: three dimensions, layers, cubes, mipmaps, views, gathers, linear and pitched memory.
#include "../check.h"

#include <cmath>

constexpr int kWidth = 16, kHeight = 8, kDepth = 4;

template <typename Read> __global__ void readAll(Read read, float *out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    out[i] = read(i);
}

template <typename Read> std::vector<float> results(Read read, int count) {
  float *device;
  CHECK_CUDA(cudaMalloc(&device, count * sizeof(float)));
  readAll<<<(count + 95) / 96, 96>>>(read, device, count);
  std::vector<float> host(count);
  CHECK_CUDA(cudaMemcpy(host.data(), device, count * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK_CUDA(cudaFree(device));
  return host;
}

std::vector<float> counted(int count) {
  std::vector<float> values(count);
  for (int i = 0; i < count; ++i)
    values[i] = static_cast<float>(i);
  return values;
}

cudaArray_t arrayOf(const std::vector<float> &values, cudaExtent extent, unsigned flags) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  CHECK_CUDA(cudaMalloc3DArray(&array, &format, extent, flags));
  cudaMemcpy3DParms copy = {};
  const std::size_t rows = extent.height ? extent.height : 1;
  copy.srcPtr = make_cudaPitchedPtr(const_cast<float *>(values.data()), extent.width * sizeof(float),
                                    extent.width, rows);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(extent.width, rows, extent.depth ? extent.depth : 1);
  copy.kind = cudaMemcpyHostToDevice;
  CHECK_CUDA(cudaMemcpy3D(&copy));
  return array;
}

cudaTextureObject_t textureOf(cudaArray_t array, cudaTextureFilterMode filter, bool normalised) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  for (auto &mode : description.addressMode)
    mode = cudaAddressModeClamp;
  description.filterMode = filter;
  description.normalizedCoords = normalised;
  cudaTextureObject_t texture = 0;
  CHECK_CUDA(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  return texture;
}

void destroy(cudaTextureObject_t texture, cudaArray_t array) {
  CHECK_CUDA(cudaDestroyTextureObject(texture));
  CHECK_CUDA(cudaFreeArray(array));
}

struct Solid {
  cudaTextureObject_t texture;
  float shift;
  __device__ float operator()(int i) const {
    return tex3D<float>(texture, i % kWidth + 0.5f + shift, i / kWidth % kHeight + 0.5f + shift,
                        i / (kWidth * kHeight) + 0.5f + shift);
  }
};

void solids() {
  constexpr int kCount = kWidth * kHeight * kDepth;
  cudaArray_t array = arrayOf(counted(kCount), make_cudaExtent(kWidth, kHeight, kDepth), 0);
  cudaTextureObject_t point = textureOf(array, cudaFilterModePoint, false);
  CHECK_SAME(results(Solid{point, 0.0f}, kCount), counted(kCount));
  CHECK_CUDA(cudaDestroyTextureObject(point));
  // Half a texel on along each axis: the mean of eight, which is exact.
  cudaTextureObject_t linear = textureOf(array, cudaFilterModeLinear, false);
  const std::vector<float> got = results(Solid{linear, 0.5f}, kCount);
  for (int z = 0; z + 1 < kDepth; ++z)
    for (int y = 0; y + 1 < kHeight; ++y)
      for (int x = 0; x + 1 < kWidth; ++x) {
        const int at = (z * kHeight + y) * kWidth + x;
        CHECK_EQ(got[at], static_cast<float>(at) + 0.5f + 0.5f * kWidth + 0.5f * kWidth * kHeight);
      }
  destroy(linear, array);
}

struct Layers1D {
  cudaTextureObject_t texture;
  __device__ float operator()(int i) const {
    return tex1DLayered<float>(texture, i % kWidth + 0.5f, i / kWidth);
  }
};
struct Layers2D {
  cudaTextureObject_t texture;
  __device__ float operator()(int i) const {
    return tex2DLayered<float>(texture, i % kWidth + 0.5f, i / kWidth % kHeight + 0.5f,
                               i / (kWidth * kHeight));
  }
};

void layers() {
  cudaArray_t lines = arrayOf(counted(kWidth * kDepth), make_cudaExtent(kWidth, 0, kDepth), cudaArrayLayered);
  cudaTextureObject_t texture = textureOf(lines, cudaFilterModePoint, false);
  CHECK_SAME(results(Layers1D{texture}, kWidth * kDepth), counted(kWidth * kDepth));
  destroy(texture, lines);

  constexpr int kCount = kWidth * kHeight * kDepth;
  cudaArray_t planes = arrayOf(counted(kCount), make_cudaExtent(kWidth, kHeight, kDepth), cudaArrayLayered);
  texture = textureOf(planes, cudaFilterModePoint, false);
  CHECK_SAME(results(Layers2D{texture}, kCount), counted(kCount));
  destroy(texture, planes);
}

// The middles of the texels of each face, by the directions that lead to them.
struct Cube {
  cudaTextureObject_t texture;
  bool layered;
  __device__ float operator()(int i) const {
    const int x = i % kHeight, y = i / kHeight % kHeight, face = i / (kHeight * kHeight) % 6;
    const float s = (x + 0.5f) / kHeight * 2 - 1, t = (y + 0.5f) / kHeight * 2 - 1;
    const float3 to = face == 0   ? make_float3(1, -t, -s)
                      : face == 1 ? make_float3(-1, -t, s)
                      : face == 2 ? make_float3(s, 1, t)
                      : face == 3 ? make_float3(s, -1, -t)
                      : face == 4 ? make_float3(s, -t, 1)
                                  : make_float3(-s, -t, -1);
    return layered ? texCubemapLayered<float>(texture, to.x, to.y, to.z, i / (6 * kHeight * kHeight))
                   : texCubemap<float>(texture, to.x, to.y, to.z);
  }
};

void cubes() {
  constexpr int kFaces = 6 * kHeight * kHeight;
  cudaArray_t array = arrayOf(counted(kFaces), make_cudaExtent(kHeight, kHeight, 6), cudaArrayCubemap);
  cudaTextureObject_t texture = textureOf(array, cudaFilterModePoint, true);
  CHECK_SAME(results(Cube{texture, false}, kFaces), counted(kFaces));
  destroy(texture, array);
  array = arrayOf(counted(2 * kFaces), make_cudaExtent(kHeight, kHeight, 12),
                  cudaArrayCubemap | cudaArrayLayered);
  texture = textureOf(array, cudaFilterModePoint, true);
  CHECK_SAME(results(Cube{texture, true}, 2 * kFaces), counted(2 * kFaces));
  destroy(texture, array);
}

struct Detail {
  cudaTextureObject_t texture;
  __device__ float operator()(int i) const { return tex2DLod<float>(texture, 0.5f, 0.5f, i * 0.25f); }
};
struct Gradient {
  cudaTextureObject_t texture;
  __device__ float operator()(int i) const {
    const float step = static_cast<float>(1 << i) / 32;
    return tex2DGrad<float>(texture, 0.5f, 0.5f, make_float2(step, 0), make_float2(0, step));
  }
};

// Each level holds its number; the last is one texel.
void mipmaps() {
  constexpr unsigned kLevels = 6;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t mipmap;
  CHECK_CUDA(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(32, 32, 0), kLevels));
  for (unsigned level = 0; level < kLevels; ++level) {
    cudaArray_t array;
    CHECK_CUDA(cudaGetMipmappedArrayLevel(&array, mipmap, level));
    cudaExtent extent;
    CHECK_CUDA(cudaArrayGetInfo(nullptr, &extent, nullptr, array));
    CHECK_EQ(extent.width, std::size_t{32} >> level);
    CHECK_EQ(extent.height, std::size_t{32} >> level);
    const std::vector<float> values(extent.width * extent.height, static_cast<float>(level));
    const std::size_t row = extent.width * sizeof(float);
    CHECK_CUDA(
        cudaMemcpy2DToArray(array, 0, 0, values.data(), row, row, extent.height, cudaMemcpyHostToDevice));
  }
  cudaArray_t none;
  CHECK_EQ(cudaGetMipmappedArrayLevel(&none, mipmap, kLevels), cudaErrorInvalidValue);
  cudaGetLastError();

  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = mipmap;
  cudaTextureDesc description = {};
  for (auto &mode : description.addressMode)
    mode = cudaAddressModeClamp;
  description.filterMode = description.mipmapFilterMode = cudaFilterModeLinear;
  description.normalizedCoords = 1;
  description.maxMipmapLevelClamp = 4;
  cudaTextureObject_t texture;
  CHECK_CUDA(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  const std::vector<float> got = results(Detail{texture}, 24);
  for (int i = 0; i < 24; ++i)
    CHECK_EQ(got[i], std::fmin(static_cast<float>(i) * 0.25f, 4.0f));
  const std::vector<float> by_distance = results(Gradient{texture}, 6);
  for (int i = 0; i < 6; ++i)
    CHECK_EQ(by_distance[i], std::fmin(static_cast<float>(i), 4.0f));
  CHECK_CUDA(cudaDestroyTextureObject(texture));

  // Only some of the levels: the second is the first of the view.
  cudaResourceViewDesc view = {};
  view.format = cudaResViewFormatFloat1;
  view.width = view.height = 32;
  view.firstMipmapLevel = 1;
  view.lastMipmapLevel = 3;
  CHECK_CUDA(cudaCreateTextureObject(&texture, &resource, &description, &view));
  CHECK_EQ(results(Detail{texture}, 1)[0], 1.0f);
  cudaResourceViewDesc same;
  CHECK_CUDA(cudaGetTextureObjectResourceViewDesc(&same, texture));
  CHECK_EQ(same.lastMipmapLevel, 3u);
  CHECK_CUDA(cudaDestroyTextureObject(texture));
  CHECK_CUDA(cudaFreeMipmappedArray(mipmap));
}

struct Gather {
  cudaTextureObject_t texture;
  __device__ float operator()(int i) const {
    const int at = i / 4;
    const float4 four = tex2Dgather<float4>(texture, at % (kWidth - 1) + 1.0f, at / (kWidth - 1) + 1.0f, 0);
    return i % 4 == 0 ? four.x : i % 4 == 1 ? four.y : i % 4 == 2 ? four.z : four.w;
  }
};

void gathers() {
  cudaArray_t array =
      arrayOf(counted(kWidth * kHeight), make_cudaExtent(kWidth, kHeight, 0), cudaArrayTextureGather);
  cudaTextureObject_t texture = textureOf(array, cudaFilterModePoint, false);
  const int count = 4 * (kWidth - 1) * (kHeight - 1);
  const std::vector<float> got = results(Gather{texture}, count);
  for (int i = 0; i < count; ++i) {
    const int x = i / 4 % (kWidth - 1), y = i / 4 / (kWidth - 1);
    const int right = i % 4 == 1 || i % 4 == 2, below = i % 4 < 2;
    CHECK_EQ(got[i], static_cast<float>((y + below) * kWidth + x + right));
  }
  destroy(texture, array);
}

struct Element {
  cudaTextureObject_t texture;
  int first;
  __device__ float operator()(int i) const { return tex1Dfetch<float>(texture, i + first); }
};
struct Row {
  cudaTextureObject_t texture;
  __device__ float operator()(int i) const {
    return tex2D<float>(texture, i % kWidth + 0.5f, i / kWidth + 0.5f);
  }
};

void memory() {
  float *linear;
  CHECK_CUDA(cudaMalloc(&linear, 100 * sizeof(float)));
  CHECK_CUDA(cudaMemcpy(linear, counted(100).data(), 100 * sizeof(float), cudaMemcpyHostToDevice));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = linear;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = 100 * sizeof(float);
  cudaTextureDesc description = {};
  cudaTextureObject_t texture;
  CHECK_CUDA(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  CHECK_SAME(results(Element{texture, 0}, 100), counted(100));
  CHECK_EQ(results(Element{texture, 100}, 1)[0], 0.0f);
  CHECK_EQ(results(Element{texture, -1}, 1)[0], 0.0f);
  cudaResourceDesc same;
  CHECK_CUDA(cudaGetTextureObjectResourceDesc(&same, texture));
  CHECK_EQ(same.res.linear.devPtr, static_cast<void *>(linear));
  CHECK_CUDA(cudaDestroyTextureObject(texture));
  CHECK_CUDA(cudaFree(linear));

  float *rows;
  std::size_t pitch;
  CHECK_CUDA(cudaMallocPitch(&rows, &pitch, kWidth * sizeof(float), kHeight));
  const std::size_t row = kWidth * sizeof(float);
  CHECK_CUDA(
      cudaMemcpy2D(rows, pitch, counted(kWidth * kHeight).data(), row, row, kHeight, cudaMemcpyHostToDevice));
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = rows;
  resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  resource.res.pitch2D.width = kWidth;
  resource.res.pitch2D.height = kHeight;
  resource.res.pitch2D.pitchInBytes = pitch;
  CHECK_CUDA(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  CHECK_SAME(results(Row{texture}, kWidth * kHeight), counted(kWidth * kHeight));
  CHECK_CUDA(cudaDestroyTextureObject(texture));
  CHECK_CUDA(cudaFree(rows));
}

int main() {
  solids();
  layers();
  cubes();
  mipmaps();
  gathers();
  memory();
  return verdict();
}
