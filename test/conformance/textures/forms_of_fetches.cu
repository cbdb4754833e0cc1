// Every function that fetches, in its forms with a level of detail and with gradients too, over mipmaps of every shape: each finds the
// texel that it names in the level that it asks for.
// long: seven kernels of several fetches each
#include "../check.h"

enum Shape { kLine, kPlane, kSolid, kLines, kPlanes, kCube, kCubes };
enum Form { kPlain, kLevel, kGradient };

constexpr int kSize = 8, kLevels = 4, kLayers = 3;

// A texel of a level, and where it is asked for. `slice` counts planes of a solid, layers, or faces.
struct Place {
  int level, x, y, slice;
};

__device__ float middleOf(int texel, int level) {
  return (static_cast<float>(texel) + 0.5f) / static_cast<float>(kSize >> level);
}

// From one texel of the level to the next.
__device__ float stepOf(int level) { return static_cast<float>(1 << level) / kSize; }

__device__ int ofLine(cudaTextureObject_t texture, const Place &at, Form form, bool layered) {
  const float x = middleOf(at.x, at.level), level = static_cast<float>(at.level), step = stepOf(at.level);
  int texel;
  if (layered && form == kPlain)
    tex1DLayered(&texel, texture, x, at.slice);
  else if (layered && form == kLevel)
    tex1DLayeredLod(&texel, texture, x, at.slice, level);
  else if (layered)
    tex1DLayeredGrad(&texel, texture, x, at.slice, step, 0.5f * step);
  else
    texel = form == kPlain   ? tex1D<int>(texture, x)
            : form == kLevel ? tex1DLod<int>(texture, x, level)
                             : tex1DGrad<int>(texture, x, step, 0.5f * step);
  return texel;
}

__device__ int ofPlane(cudaTextureObject_t texture, const Place &at, Form form, bool layered) {
  const float x = middleOf(at.x, at.level), y = middleOf(at.y, at.level),
              level = static_cast<float>(at.level);
  const float2 dx = make_float2(stepOf(at.level), 0), dy = make_float2(0, stepOf(at.level));
  if (layered)
    return form == kPlain   ? tex2DLayered<int>(texture, x, y, at.slice)
           : form == kLevel ? tex2DLayeredLod<int>(texture, x, y, at.slice, level)
                            : tex2DLayeredGrad<int>(texture, x, y, at.slice, dx, dy);
  return form == kPlain   ? tex2D<int>(texture, x, y)
         : form == kLevel ? tex2DLod<int>(texture, x, y, level)
                          : tex2DGrad<int>(texture, x, y, dx, dy);
}

__device__ int ofSolid(cudaTextureObject_t texture, const Place &at, Form form) {
  const float x = middleOf(at.x, at.level), y = middleOf(at.y, at.level), z = middleOf(at.slice, at.level);
  const float step = stepOf(at.level);
  return form == kPlain ? tex3D<int>(texture, x, y, z)
         : form == kLevel
             ? tex3DLod<int>(texture, x, y, z, static_cast<float>(at.level))
             : tex3DGrad<int>(texture, x, y, z, make_float4(step, 0, 0, 0), make_float4(0, 0, step, 0));
}

// The direction that leads to (s, t) on a face, both from -1 to 1, where `through` is 1; without it, how the direction changes.
__device__ float4 towards(int face, float through, float s, float t) {
  return face == 0   ? make_float4(through, -t, -s, 0)
         : face == 1 ? make_float4(-through, -t, s, 0)
         : face == 2 ? make_float4(s, through, t, 0)
         : face == 3 ? make_float4(s, -through, -t, 0)
         : face == 4 ? make_float4(s, -t, through, 0)
                     : make_float4(-s, -t, -through, 0);
}

__device__ int ofCube(cudaTextureObject_t texture, const Place &at, Form form, bool layered) {
  const int face = at.slice % 6, layer = at.slice / 6;
  const float length = 3, level = static_cast<float>(at.level), step = 2 * length * stepOf(at.level);
  const float4 to = towards(face, length, length * (2 * middleOf(at.x, at.level) - 1),
                            length * (2 * middleOf(at.y, at.level) - 1));
  const float4 dx = towards(face, 0, step, 0), dy = towards(face, 0, 0, step);
  int texel;
  if (layered)
    return form == kPlain   ? texCubemapLayered<int>(texture, to.x, to.y, to.z, layer)
           : form == kLevel ? texCubemapLayeredLod<int>(texture, to.x, to.y, to.z, layer, level)
                            : texCubemapLayeredGrad<int>(texture, to.x, to.y, to.z, layer, dx, dy);
  if (form == kPlain)
    texCubemap(&texel, texture, to.x, to.y, to.z);
  else if (form == kLevel)
    texCubemapLod(&texel, texture, to.x, to.y, to.z, level);
  else
    texCubemapGrad(&texel, texture, to.x, to.y, to.z, dx, dy);
  return texel;
}

// A kernel for each shape.
template <Shape shape>
__global__ void fetchAll(Form form, cudaTextureObject_t texture, const Place *places, int *out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  const Place &at = places[i];
  if (shape == kLine || shape == kLines)
    out[i] = ofLine(texture, at, form, shape == kLines);
  else if (shape == kPlane || shape == kPlanes)
    out[i] = ofPlane(texture, at, form, shape == kPlanes);
  else if (shape == kSolid)
    out[i] = ofSolid(texture, at, form);
  else
    out[i] = ofCube(texture, at, form, shape == kCubes);
}

struct Geometry {
  Shape shape;
  cudaExtent extent;
  unsigned flags;
  void (*fetch_all)(Form, cudaTextureObject_t, const Place *, int *, int);
};

// How many rows and slices a level has.
int rowsOf(const Geometry &geometry, int level) { return geometry.extent.height ? kSize >> level : 1; }
int slicesOf(const Geometry &geometry, int level) {
  const int depth = static_cast<int>(geometry.extent.depth);
  return geometry.shape == kSolid ? kSize >> level : depth ? depth : 1;
}

std::vector<Place> placesOf(const Geometry &geometry, int level) {
  std::vector<Place> places;
  for (int slice = 0; slice < slicesOf(geometry, level); ++slice)
    for (int y = 0; y < rowsOf(geometry, level); ++y)
      for (int x = 0; x < kSize >> level; ++x)
        places.push_back({level, x, y, slice});
  return places;
}

// Each texel says where it is.
int numberOf(const Place &at) { return at.level * 10000 + at.slice * 100 + at.y * 10 + at.x; }
void fill(cudaArray_t array, const Geometry &geometry, int level) {
  std::vector<int> texels;
  for (const Place &at : placesOf(geometry, level))
    texels.push_back(numberOf(at));
  const std::size_t width = kSize >> level, rows = rowsOf(geometry, level);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(texels.data(), width * sizeof(int), width, rows);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(width, rows, slicesOf(geometry, level));
  copy.kind = cudaMemcpyHostToDevice;
  CHECK_CUDA(cudaMemcpy3D(&copy));
}

cudaTextureObject_t textureOf(cudaMipmappedArray_t mipmap) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = mipmap;
  cudaTextureDesc description = {};
  for (auto &mode : description.addressMode)
    mode = cudaAddressModeClamp;
  description.normalizedCoords = 1;
  description.maxMipmapLevelClamp = kLevels - 1;
  cudaTextureObject_t texture = 0;
  CHECK_CUDA(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  return texture;
}

void check(const Geometry &geometry, Form form, cudaTextureObject_t texture,
           const std::vector<Place> &places) {
  Place *device_places;
  int *out;
  const int count = static_cast<int>(places.size());
  CHECK_CUDA(cudaMalloc(&device_places, count * sizeof(Place)));
  CHECK_CUDA(cudaMalloc(&out, count * sizeof(int)));
  CHECK_CUDA(cudaMemcpy(device_places, places.data(), count * sizeof(Place), cudaMemcpyHostToDevice));
  geometry.fetch_all<<<(count + 63) / 64, 64>>>(form, texture, device_places, out, count);
  std::vector<int> got(count);
  CHECK_CUDA(cudaMemcpy(got.data(), out, count * sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < count; ++i)
    wrong += got[i] != numberOf(places[i]);
  if (wrong)
    std::printf("shape %d, form %d, level %d:\n", geometry.shape, form, places[0].level);
  CHECK_EQ(wrong, 0);
  CHECK_CUDA(cudaFree(device_places));
  CHECK_CUDA(cudaFree(out));
}

int main() {
  const Geometry geometries[] = {
      {kLine, make_cudaExtent(kSize, 0, 0), 0, fetchAll<kLine>},
      {kPlane, make_cudaExtent(kSize, kSize, 0), 0, fetchAll<kPlane>},
      {kSolid, make_cudaExtent(kSize, kSize, kSize), 0, fetchAll<kSolid>},
      {kLines, make_cudaExtent(kSize, 0, kLayers), cudaArrayLayered, fetchAll<kLines>},
      {kPlanes, make_cudaExtent(kSize, kSize, kLayers), cudaArrayLayered, fetchAll<kPlanes>},
      {kCube, make_cudaExtent(kSize, kSize, 6), cudaArrayCubemap, fetchAll<kCube>},
      {kCubes, make_cudaExtent(kSize, kSize, 12), cudaArrayCubemap | cudaArrayLayered, fetchAll<kCubes>},
  };
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  for (const Geometry &geometry : geometries) {
    cudaMipmappedArray_t mipmap;
    CHECK_CUDA(cudaMallocMipmappedArray(&mipmap, &format, geometry.extent, kLevels, geometry.flags));
    for (int level = 0; level < kLevels; ++level) {
      cudaArray_t array;
      CHECK_CUDA(cudaGetMipmappedArrayLevel(&array, mipmap, level));
      fill(array, geometry, level);
    }
    const cudaTextureObject_t texture = textureOf(mipmap);
    check(geometry, kPlain, texture, placesOf(geometry, 0));
    for (int level = 0; level < kLevels; ++level) {
      check(geometry, kLevel, texture, placesOf(geometry, level));
      check(geometry, kGradient, texture, placesOf(geometry, level));
    }
    CHECK_CUDA(cudaDestroyTextureObject(texture));
    CHECK_CUDA(cudaFreeMipmappedArray(mipmap));
  }
  return verdict();
}
