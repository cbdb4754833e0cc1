// tex1D and tex2D over arrays: every way to store a component, numbers of components, address modes, coordinates and filters,
// against the formulas of the Programming Guide. How numbers are rounded stands in no manual; these are an H100's answers.
#include "../check.h"

#include <cmath>
#include <cuda_fp16.h>
#include <type_traits>

constexpr int kWidth = 37, kHeight = 19, kSamples = 256;

template <typename T> __global__ void sample1D(cudaTextureObject_t texture, const float2 *at, T *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = tex1D<T>(texture, at[i].x);
}
template <typename T> __global__ void sample2D(cudaTextureObject_t texture, const float2 *at, T *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tex2D(&out[i], texture, at[i].x, at[i].y);
}

struct Way {
  cudaTextureAddressMode address;
  cudaTextureFilterMode filter;
  bool normalised;
};

// A coordinate as the texels it reads and the parts of the second, of 256. -1: the border.
struct Axis {
  int texel[2];
  int parts;
};

int inRange(int i, int size, cudaTextureAddressMode mode) {
  if (mode == cudaAddressModeWrap)
    return ((i % size) + size) % size;
  if (mode == cudaAddressModeMirror) {
    const int at = ((i % (2 * size)) + 2 * size) % (2 * size);
    return at < size ? at : 2 * size - 1 - at;
  }
  if (i < 0 || i >= size)
    return mode == cudaAddressModeBorder ? -1 : i < 0 ? 0 : size - 1;
  return i;
}

// Normalised coordinates have 21 bits after the point.
Axis axisOf(double x, int size, const Way &way) {
  const double texels = way.normalised ? std::floor(x * 2097152) / 2097152 * size : x;
  if (way.filter == cudaFilterModePoint) {
    const int i = inRange(static_cast<int>(std::floor(texels)), size, way.address);
    return {{i, i}, 0};
  }
  const int place = static_cast<int>(std::floor((texels - 0.5) * 256 + 0.5));
  const int first = place >> 8;
  return {{inRange(first, size, way.address), inRange(first + 1, size, way.address)}, place & 255};
}

// Component `c` of the texel, as a number; what is outside has as many bits as what is inside.
template <typename C>
double numberOf(const std::vector<C> &texels, int components, int x, int y, int c, double greatest,
                const float *border) {
  if (x >= 0 && y >= 0)
    return static_cast<double>(static_cast<float>(texels[(y * kWidth + x) * components + c]));
  return greatest == 1 ? border[c] : std::ceil(border[c] * greatest - 0.5);
}

// What is filtered has the 16 bits of a half, or those of an integer.
double rounded(double number, bool is_half, double greatest, bool is_signed) {
  if (is_half) {
    const double unit = std::ldexp(1.0, static_cast<int>(std::floor(std::log2(std::max(number, 1e-4)))) - 10);
    return std::floor(number / unit + 0.5) * unit;
  }
  if (greatest == 1)
    return number;
  const double steps = is_signed ? 32767 : 65535;
  return std::floor(number / greatest * steps + 0.5) / steps;
}

float2 coordinateOf(int i, bool normalised) {
  const float x = -1.3f * kWidth + 0.173f + static_cast<float>(i * 7919 % 1000) * 0.00361f * kWidth;
  const float y = -1.2f * kHeight + 0.311f + static_cast<float>(i * 104729 % 1000) * 0.00341f * kHeight;
  return normalised ? make_float2(x / kWidth, y / kHeight) : make_float2(x, y);
}

// Reads with T, whose components are `Read`s, texels whose components are stored as C.
template <typename C, typename T, typename Read>
void tryWay(const Way &way, cudaTextureReadMode mode, bool is_flat) {
  constexpr int kComponents = sizeof(T) / sizeof(Read);
  const int height = is_flat ? kHeight : 1;
  std::vector<C> texels(kWidth * height * kComponents);
  for (std::size_t i = 0; i < texels.size(); ++i)
    texels[i] = static_cast<C>(std::is_integral_v<C> ? static_cast<float>((i * 2654435761u >> 7) % 251) -
                                                           (std::is_signed_v<C> ? 128 : 0)
                                                     : static_cast<float>(i * 37 % 101) * 0.25f);
  const int bits = sizeof(C) * 8;
  const cudaChannelFormatDesc format = {bits, kComponents > 1 ? bits : 0, kComponents > 2 ? bits : 0,
                                        kComponents > 2 ? bits : 0,
                                        !std::is_integral_v<C> ? cudaChannelFormatKindFloat
                                        : std::is_signed_v<C>  ? cudaChannelFormatKindSigned
                                                               : cudaChannelFormatKindUnsigned};
  cudaArray_t array;
  CHECK_CUDA(cudaMallocArray(&array, &format, kWidth, is_flat ? kHeight : 0));
  const std::size_t row = kWidth * kComponents * sizeof(C);
  CHECK_CUDA(cudaMemcpy2DToArray(array, 0, 0, texels.data(), row, row, height, cudaMemcpyHostToDevice));

  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  description.addressMode[0] = description.addressMode[1] = way.address;
  description.filterMode = way.filter;
  description.readMode = mode;
  description.normalizedCoords = way.normalised;
  for (int c = 0; c < 4; ++c)
    description.borderColor[c] = std::is_integral_v<Read> ? 0.0f : 0.125f * static_cast<float>(c + 1);
  cudaTextureObject_t texture;
  CHECK_CUDA(cudaCreateTextureObject(&texture, &resource, &description, nullptr));

  std::vector<float2> at(kSamples);
  for (int i = 0; i < kSamples; ++i)
    at[i] = coordinateOf(i, way.normalised);
  float2 *device_at;
  T *device_out;
  CHECK_CUDA(cudaMalloc(&device_at, kSamples * sizeof(float2)));
  CHECK_CUDA(cudaMalloc(&device_out, kSamples * sizeof(T)));
  CHECK_CUDA(cudaMemcpy(device_at, at.data(), kSamples * sizeof(float2), cudaMemcpyHostToDevice));
  if (is_flat)
    sample2D<T><<<kSamples / 64, 64>>>(texture, device_at, device_out);
  else
    sample1D<T><<<kSamples / 64, 64>>>(texture, device_at, device_out);
  std::vector<T> out(kSamples);
  CHECK_CUDA(cudaMemcpy(out.data(), device_out, kSamples * sizeof(T), cudaMemcpyDeviceToHost));

  const bool is_scaled = mode == cudaReadModeNormalizedFloat && std::is_integral_v<C>;
  const double greatest = is_scaled ? static_cast<double>((1ll << (bits - std::is_signed_v<C>)) - 1) : 1.0;
  const bool is_linear = way.filter == cudaFilterModeLinear;
  // Texels of eight bits with a sign have a last bit of their own.
  const double allowed = is_scaled && is_linear && std::is_signed_v<C> ? 1.01 / 32767 : is_scaled ? 1e-6 : 1e-5;
  for (int i = 0; i < kSamples; ++i) {
    const Axis x = axisOf(at[i].x, kWidth, way);
    // One dimension is a plane of which the upper edge is looked at.
    const Axis y = is_flat ? axisOf(at[i].y, kHeight, way)
                   : is_linear && way.address == cudaAddressModeBorder ? Axis{{-1, 0}, 128}
                                                                       : Axis{{0, 0}, 0};
    const int last = (x.parts * y.parts + 128) >> 8;
    const int parts[4] = {256 - x.parts - y.parts + last, x.parts - last, y.parts - last, last};
    for (int c = 0; c < kComponents; ++c) {
      double sum = 0;
      for (int k = 0; k < 4; ++k)
        sum += parts[k] * numberOf(texels, kComponents, x.texel[k & 1], y.texel[k >> 1], c, greatest,
                                   description.borderColor);
      const double want =
          is_linear ? rounded(sum / 256, std::is_same_v<C, __half>, greatest, std::is_signed_v<C>)
                    : sum / 256 / greatest;
      const double got = static_cast<double>(reinterpret_cast<const Read *>(&out[i])[c]);
      CHECK(std::abs(got - (is_scaled ? std::max(want, -1.0) : want)) <= allowed);
    }
  }
  cudaFree(device_at);
  cudaFree(device_out);
  CHECK_CUDA(cudaDestroyTextureObject(texture));
  CHECK_CUDA(cudaFreeArray(array));
}

constexpr Way kWays[] = {
    {cudaAddressModeClamp, cudaFilterModePoint, false}, {cudaAddressModeBorder, cudaFilterModePoint, true},
    {cudaAddressModeWrap, cudaFilterModePoint, true},   {cudaAddressModeMirror, cudaFilterModePoint, true},
    {cudaAddressModeClamp, cudaFilterModeLinear, true}, {cudaAddressModeBorder, cudaFilterModeLinear, false},
    {cudaAddressModeWrap, cudaFilterModeLinear, true},  {cudaAddressModeMirror, cudaFilterModeLinear, true}};

template <typename C, typename T, typename Read> void tryWays(cudaTextureReadMode mode) {
  for (const Way &way : kWays)
    if (way.filter == cudaFilterModePoint || !std::is_integral_v<Read>)
      for (bool is_flat : {false, true})
        tryWay<C, T, Read>(way, mode, is_flat);
}

int main() {
  tryWays<float, float, float>(cudaReadModeElementType);
  tryWays<float, float4, float>(cudaReadModeElementType);
  tryWays<__half, float2, float>(cudaReadModeElementType);
  tryWays<unsigned char, float4, float>(cudaReadModeNormalizedFloat);
  tryWays<signed char, float, float>(cudaReadModeNormalizedFloat);
  tryWays<unsigned short, float2, float>(cudaReadModeNormalizedFloat);
  tryWays<short, float, float>(cudaReadModeNormalizedFloat);
  tryWays<unsigned char, uchar4, unsigned char>(cudaReadModeElementType);
  tryWays<signed char, char2, signed char>(cudaReadModeElementType);
  tryWays<short, short, short>(cudaReadModeElementType);
  tryWays<unsigned short, ushort4, unsigned short>(cudaReadModeElementType);
  tryWays<int, int2, int>(cudaReadModeElementType);
  tryWays<unsigned, unsigned, unsigned>(cudaReadModeElementType);
  return verdict();
}
