// Filters and transforms of images: neighbourhoods in global memory, in tiles, in constant memory; colours as structures.
#include "kernels.h"

using namespace ablation;

constexpr int kWidth = 2048, kHeight = 1024, kPixels = kWidth * kHeight;
static const dim3 kBlock(32, 8), kGrid(kWidth / 32, kHeight / 8);

__global__ void boxBlur(float *out, const float *in, int width, int height, int radius) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  float sum = 0;
  int count = 0;
  for (int dy = -radius; dy <= radius; ++dy)
    for (int dx = -radius; dx <= radius; ++dx) {
      int nx = x + dx, ny = y + dy;
      if (nx >= 0 && nx < width && ny >= 0 && ny < height) {
        sum += in[ny * width + nx];
        ++count;
      }
    }
  out[y * width + x] = sum / count;
}

ABLATION_KERNEL(box_blur) {
  DeviceArray<float> in = uniform(kPixels), out(kPixels);
  runner.measure([&] { boxBlur<<<kGrid, kBlock>>>(out, in, kWidth, kHeight, 1); }, out);
}

constexpr int kRadius = 4;
__constant__ float weights[2 * kRadius + 1];

__global__ void convolveRows(float *out, const float *in, int width) {
  __shared__ float tile[8][32 + 2 * kRadius];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  const float *row = in + y * width;
  for (int i = threadIdx.x; i < 32 + 2 * kRadius; i += 32) {
    int from = int(blockIdx.x) * 32 + i - kRadius;
    tile[threadIdx.y][i] = from >= 0 && from < width ? row[from] : 0;
  }
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = -kRadius; k <= kRadius; ++k)
    sum += weights[k + kRadius] * tile[threadIdx.y][threadIdx.x + kRadius + k];
  out[y * width + x] = sum;
}

__global__ void convolveColumns(float *out, const float *in, int width, int height) {
  __shared__ float tile[8 + 2 * kRadius][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  for (int i = threadIdx.y; i < 8 + 2 * kRadius; i += 8) {
    int from = int(blockIdx.y) * 8 + i - kRadius;
    tile[i][threadIdx.x] = from >= 0 && from < height ? in[from * width + x] : 0;
  }
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = -kRadius; k <= kRadius; ++k)
    sum += weights[k + kRadius] * tile[threadIdx.y + kRadius + k][threadIdx.x];
  out[y * width + x] = sum;
}

ABLATION_KERNEL(separable_gauss) {
  DeviceArray<float> in = uniform(kPixels), between(kPixels), out(kPixels);
  const float host[2 * kRadius + 1] = {0.02f, 0.06f, 0.12f, 0.18f, 0.24f, 0.18f, 0.12f, 0.06f, 0.02f};
  bench::require(cudaMemcpyToSymbol(weights, host, sizeof host));
  runner.measure(
      [&] {
        convolveRows<<<kGrid, kBlock>>>(between, in, kWidth);
        convolveColumns<<<kGrid, kBlock>>>(out, between, kWidth, kHeight);
      },
      out);
}

__global__ void sobel(unsigned char *out, const unsigned char *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
    return;
  const unsigned char *p = in + y * width + x;
  int gx = p[-width + 1] + 2 * p[1] + p[width + 1] - p[-width - 1] - 2 * p[-1] - p[width - 1];
  int gy = p[width - 1] + 2 * p[width] + p[width + 1] - p[-width - 1] - 2 * p[-width] - p[-width + 1];
  int magnitude = abs(gx) + abs(gy);
  out[y * width + x] = magnitude > 255 ? 255 : magnitude;
}

ABLATION_KERNEL(sobel_bytes) {
  DeviceArray<unsigned char> in = integersBelow<unsigned char>(256, 4 * kPixels), out(4 * kPixels);
  runner.measure(
      [&] { sobel<<<dim3(2 * kWidth / 32, 2 * kHeight / 8), kBlock>>>(out, in, 2 * kWidth, 2 * kHeight); },
      out);
}

__device__ void order(unsigned char &a, unsigned char &b) {
  unsigned char least = min(a, b), most = max(a, b);
  a = least;
  b = most;
}

__global__ void median3x3(unsigned char *out, const unsigned char *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
    return;
  unsigned char v[9];
  for (int i = 0; i < 9; ++i)
    v[i] = in[(y + i / 3 - 1) * width + x + i % 3 - 1];
  for (int i = 0; i < 5; ++i)
    for (int j = i + 1; j < 9; ++j)
      order(v[i], v[j]);
  out[y * width + x] = v[4];
}

ABLATION_KERNEL(median_3x3) {
  DeviceArray<unsigned char> in = integersBelow<unsigned char>(256, kPixels), out(kPixels);
  runner.measure([&] { median3x3<<<kGrid, kBlock>>>(out, in, kWidth, kHeight); }, out);
}

__global__ void luminance(float *grey, const uchar4 *colours, int pixels) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pixels; i += gridDim.x * blockDim.x) {
    uchar4 c = colours[i];
    grey[i] = 0.299f * c.x + 0.587f * c.y + 0.114f * c.z;
  }
}

ABLATION_KERNEL(luminance_of_rgba) {
  DeviceArray<uchar4> in = generated<uchar4>(4 * kPixels, [](std::size_t i) {
    return uchar4{(unsigned char)(i), (unsigned char)(i * 7), (unsigned char)(i * 13), 255};
  });
  DeviceArray<float> out(4 * kPixels);
  runner.measure([&] { luminance<<<1024, 256>>>(out, in, 4 * kPixels); }, out);
}

__global__ void resizeBilinear(float *out, const float *in, int width, int height, int in_width,
                               int in_height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  float sx = x * float(in_width - 1) / width, sy = y * float(in_height - 1) / height;
  int x0 = int(sx), y0 = int(sy);
  float fx = sx - x0, fy = sy - y0;
  const float *p = in + y0 * in_width + x0;
  float top = p[0] + fx * (p[1] - p[0]), bottom = p[in_width] + fx * (p[in_width + 1] - p[in_width]);
  out[y * width + x] = top + fy * (bottom - top);
}

ABLATION_KERNEL(resize_bilinear) {
  DeviceArray<float> in = uniform(1000 * 700), out(kPixels);
  runner.measure([&] { resizeBilinear<<<kGrid, kBlock>>>(out, in, kWidth, kHeight, 1000, 700); }, out);
}

__global__ void rotate(unsigned *out, const unsigned *in, int width, int height, float cosine, float sine) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float cx = x - width / 2, cy = y - height / 2;
  int sx = int(cosine * cx - sine * cy) + width / 2, sy = int(sine * cx + cosine * cy) + height / 2;
  if (sx >= 0 && sx < width && sy >= 0 && sy < height)
    out[y * width + x] = in[sy * width + sx];
}

ABLATION_KERNEL(rotate_nearest) {
  DeviceArray<unsigned> in = integersBelow<unsigned>(~0u, kPixels), out(kPixels);
  runner.measure([&] { rotate<<<kGrid, kBlock>>>(out, in, kWidth, kHeight, 0.8f, 0.6f); }, out);
}

__global__ void bilateral(float *out, const float *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float centre = in[y * width + x], sum = 0, norm = 0;
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx) {
      int nx = min(max(x + dx, 0), width - 1), ny = min(max(y + dy, 0), height - 1);
      float value = in[ny * width + nx], difference = value - centre;
      float weight = expf(-(dx * dx + dy * dy) * 0.1f - difference * difference * 8);
      sum += weight * value;
      norm += weight;
    }
  out[y * width + x] = sum / norm;
}

ABLATION_KERNEL(bilateral_filter) {
  constexpr int width = 1024, height = 256;
  DeviceArray<float> in = uniform(width * height), out(width * height);
  runner.measure([&] { bilateral<<<dim3(width / 32, height / 8), kBlock>>>(out, in, width, height); }, out);
}

__global__ void histogramOfBytes(unsigned *bins, const unsigned char *pixels, int size) {
  __shared__ unsigned counts[256];
  counts[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x)
    atomicAdd(&counts[pixels[i]], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], counts[threadIdx.x]);
}

__global__ void equalise(unsigned char *pixels, const unsigned *bins, int size) {
  __shared__ unsigned below[256];
  below[threadIdx.x] = bins[threadIdx.x];
  __syncthreads();
  for (int offset = 1; offset < 256; offset *= 2) {
    unsigned left = threadIdx.x >= offset ? below[threadIdx.x - offset] : 0;
    __syncthreads();
    below[threadIdx.x] += left;
    __syncthreads();
  }
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x)
    pixels[i] = below[pixels[i]] * 255ull / size;
}

ABLATION_KERNEL(histogram_equalisation) {
  DeviceArray<unsigned char> original = integersBelow<unsigned char>(256, 4 * kPixels), pixels(4 * kPixels);
  DeviceArray<unsigned> bins(256);
  runner.before([&] {
    bench::require(cudaMemcpy(pixels, original, 4 * kPixels, cudaMemcpyDeviceToDevice));
    bench::require(cudaMemset(bins, 0, 256 * sizeof(unsigned)));
  });
  runner.measure(
      [&] {
        histogramOfBytes<<<64, 256>>>(bins, pixels, 4 * kPixels);
        equalise<<<64, 256>>>(pixels, bins, 4 * kPixels);
      },
      pixels, bins);
}

__device__ int mirrored(int i, int size) {
  if (i < 0)
    i = -i;
  if (i >= size)
    i = 2 * size - 2 - i;
  return i;
}

__global__ void sharpen(float *out, const float *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  float sum = 9 * in[y * width + x];
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0)
        sum -= in[mirrored(y + dy, height) * width + mirrored(x + dx, width)];
  out[y * width + x] = fminf(fmaxf(sum, 0.f), 1.f);
}

ABLATION_KERNEL(sharpen_with_mirrored_border) {
  constexpr int width = 1900, height = 1000;
  DeviceArray<float> in = uniform(width * height), out(width * height);
  runner.measure(
      [&] { sharpen<<<dim3(blocksFor(width, 32), blocksFor(height, 8)), kBlock>>>(out, in, width, height); },
      out);
}

// Dilation by a square, with the largest value of each window from a sliding column.
__global__ void dilate(unsigned char *out, const unsigned char *in, int width, int height, int radius) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int most = 0;
  for (int ny = max(y - radius, 0); ny <= min(y + radius, height - 1); ++ny)
    for (int nx = max(x - radius, 0); nx <= min(x + radius, width - 1); ++nx)
      most = max(most, int(in[ny * width + nx]));
  out[y * width + x] = most;
}

ABLATION_KERNEL(dilation_5x5) {
  DeviceArray<unsigned char> in = integersBelow<unsigned char>(256, kPixels), out(kPixels);
  runner.measure([&] { dilate<<<kGrid, kBlock>>>(out, in, kWidth, kHeight, 2); }, out);
}

__global__ void toHsv(float3 *out, const uchar3 *in, int pixels) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= pixels)
    return;
  float r = in[i].x / 255.f, g = in[i].y / 255.f, b = in[i].z / 255.f;
  float most = fmaxf(r, fmaxf(g, b)), least = fminf(r, fminf(g, b)), range = most - least, hue = 0;
  if (range > 0) {
    if (most == r)
      hue = 60 * (g - b) / range;
    else if (most == g)
      hue = 60 * (b - r) / range + 120;
    else
      hue = 60 * (r - g) / range + 240;
    if (hue < 0)
      hue += 360;
  }
  out[i] = make_float3(hue, most > 0 ? range / most : 0, most);
}

ABLATION_KERNEL(rgb_to_hsv) {
  DeviceArray<uchar3> in = generated<uchar3>(kPixels, [](std::size_t i) {
    return uchar3{(unsigned char)(i * 3), (unsigned char)(i * 7), (unsigned char)(i * 13 + 5)};
  });
  DeviceArray<float3> out(kPixels);
  runner.measure([&] { toHsv<<<kPixels / 256, 256>>>(out, in, kPixels); }, out);
}
