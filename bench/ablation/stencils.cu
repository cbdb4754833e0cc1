// Stencils of all shapes: one to three dimensions, short and long arms, with and without tiles, one step or several.
#include "kernels.h"

using namespace ablation;

__global__ void stencil1d(float *out, const float *in, int size) {
  constexpr int kRadius = 7;
  __shared__ float tile[256 + 2 * kRadius];
  int i = blockIdx.x * blockDim.x + threadIdx.x, local = threadIdx.x + kRadius;
  tile[local] = i < size ? in[i] : 0;
  if (threadIdx.x < kRadius) {
    tile[local - kRadius] = i >= kRadius ? in[i - kRadius] : 0;
    tile[local + 256] = i + 256 < size ? in[i + 256] : 0;
  }
  __syncthreads();
  float sum = 0;
  for (int k = -kRadius; k <= kRadius; ++k)
    sum += tile[local + k];
  if (i < size)
    out[i] = sum;
}

ABLATION_KERNEL(stencil_1d_tile) {
  constexpr int size = 4 << 20;
  DeviceArray<float> in = uniform(size), out(size);
  runner.measure([&] { stencil1d<<<blocksFor(size, 256), 256>>>(out, in, size); }, out);
}

__global__ void heat2d(float *out, const float *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || y == 0 || x >= width - 1 || y >= height - 1)
    return;
  int i = y * width + x;
  out[i] = in[i] + 0.2f * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width] - 4 * in[i]);
}

ABLATION_KERNEL(heat_2d_16x16) {
  constexpr int width = 2000, height = 1500;
  DeviceArray<float> in = uniform(width * height), out(width * height);
  runner.measure(
      [&] {
        heat2d<<<dim3(blocksFor(width, 16), blocksFor(height, 16)), dim3(16, 16)>>>(out, in, width, height);
      },
      out);
}

__global__ void heat2dTile(float *out, const float *in, int width, int height) {
  __shared__ float tile[18][18];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  bool inside = x < width && y < height;
  tile[ty][tx] = inside ? in[y * width + x] : 0;
  if (threadIdx.x == 0)
    tile[ty][0] = x > 0 && y < height ? in[y * width + x - 1] : 0;
  if (threadIdx.x == 15)
    tile[ty][17] = x + 1 < width && y < height ? in[y * width + x + 1] : 0;
  if (threadIdx.y == 0)
    tile[0][tx] = y > 0 && x < width ? in[(y - 1) * width + x] : 0;
  if (threadIdx.y == 15)
    tile[17][tx] = y + 1 < height && x < width ? in[(y + 1) * width + x] : 0;
  __syncthreads();
  if (inside)
    out[y * width + x] = tile[ty][tx] + 0.2f * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] +
                                                tile[ty + 1][tx] - 4 * tile[ty][tx]);
}

ABLATION_KERNEL(heat_2d_halo_tile) {
  constexpr int width = 2000, height = 1000;
  DeviceArray<float> in = uniform(width * height), out(width * height);
  runner.measure(
      [&] {
        heat2dTile<<<dim3(blocksFor(width, 16), blocksFor(height, 16)), dim3(16, 16)>>>(out, in, width,
                                                                                        height);
      },
      out);
}

__global__ void laplace3d(float *out, const float *in, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1)
    return;
  int i = (z * ny + y) * nx + x, plane = nx * ny;
  out[i] = in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - plane] + in[i + plane] - 6 * in[i];
}

ABLATION_KERNEL(laplace_3d_8x8x4) {
  constexpr int nx = 160, ny = 128, nz = 96;
  DeviceArray<float> in = uniform(nx * ny * nz), out(nx * ny * nz);
  runner.measure([&] { laplace3d<<<dim3(nx / 8, ny / 8, nz / 4), dim3(8, 8, 4)>>>(out, in, nx, ny, nz); },
                 out);
}

__global__ void finiteDifferences(float *out, const float *in, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int plane = nx * ny, i = y * nx + x;
  const float c[5] = {-2.8f, 1.6f, -0.2f, 0.025f, -0.002f};
  float below[4], current, above[4];
  for (int k = 0; k < 4; ++k)
    below[k] = in[i + k * plane];
  current = in[i + 4 * plane];
  for (int k = 0; k < 4; ++k)
    above[k] = in[i + (5 + k) * plane];
  bool inside = x >= 4 && y >= 4 && x < nx - 4 && y < ny - 4;
  for (int z = 4; z < nz - 4; ++z) {
    if (inside) {
      float value = 3 * c[0] * current;
      int at = i + z * plane;
      for (int k = 1; k <= 4; ++k)
        value += c[k] *
                 (in[at - k] + in[at + k] + in[at - k * nx] + in[at + k * nx] + below[4 - k] + above[k - 1]);
      out[at] = value;
    }
    for (int k = 0; k < 3; ++k)
      below[k] = below[k + 1];
    below[3] = current;
    current = above[0];
    for (int k = 0; k < 3; ++k)
      above[k] = above[k + 1];
    above[3] = z + 5 < nz ? in[i + (z + 5) * plane] : 0;
  }
}

ABLATION_KERNEL(finite_differences_3d_order_8) {
  constexpr int nx = 192, ny = 128, nz = 64;
  DeviceArray<float> in = uniform(nx * ny * nz), out(nx * ny * nz);
  runner.measure([&] { finiteDifferences<<<dim3(nx / 32, ny / 8), dim3(32, 8)>>>(out, in, nx, ny, nz); },
                 out);
}

__global__ void life(unsigned char *out, const unsigned char *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int left = (x + width - 1) % width, right = (x + 1) % width;
  int up = (y + height - 1) % height * width, down = (y + 1) % height * width, row = y * width;
  int neighbours = in[up + left] + in[up + x] + in[up + right] + in[row + left] + in[row + right] +
                   in[down + left] + in[down + x] + in[down + right];
  out[row + x] = neighbours == 3 || (neighbours == 2 && in[row + x]);
}

ABLATION_KERNEL(game_of_life) {
  constexpr int width = 2048, height = 1024;
  DeviceArray<unsigned char> in = integersBelow<unsigned char>(2, width * height), out(width * height);
  runner.measure([&] { life<<<dim3(width / 32, height / 4), dim3(32, 4)>>>(out, in, width, height); }, out);
}

__global__ void waveStep(double *next, const double *now, const double *before, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < 2 || y < 2 || x >= width - 2 || y >= height - 2)
    return;
  int i = y * width + x;
  double laplacian = -5 * now[i];
  laplacian += 4.0 / 3 * (now[i - 1] + now[i + 1] + now[i - width] + now[i + width]);
  laplacian -= 1.0 / 12 * (now[i - 2] + now[i + 2] + now[i - 2 * width] + now[i + 2 * width]);
  next[i] = 2 * now[i] - before[i] + 0.25 * laplacian;
}

ABLATION_KERNEL(wave_2d_double) {
  constexpr int width = 1024, height = 1024;
  DeviceArray<double> now = generated<double>(width * height, [](std::size_t i) { return i % 1000 * 1e-3; });
  DeviceArray<double> before(width * height), next(width * height);
  runner.measure([&] { waveStep<<<dim3(width / 128, height), 128>>>(next, now, before, width, height); },
                 next);
}

// The border stays as it is.
__global__ void relaxInterior(float *out, const float *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    int i = y * width + x;
    if (x == 0 || y == 0 || x == width - 1 || y == height - 1)
      out[i] = in[i];
    else
      out[i] = 0.25f * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width]);
  }
}

ABLATION_KERNEL(jacobi_2d_with_border) {
  constexpr int width = 1900, height = 1000;
  DeviceArray<float> in = uniform(width * height), out(width * height);
  runner.measure(
      [&] {
        dim3 grid(blocksFor(width, 32), blocksFor(height, 8)), block(32, 8);
        relaxInterior<<<grid, block>>>(out, in, width, height);
        relaxInterior<<<grid, block>>>(in, out, width, height);
      },
      out);
}

// Several steps in a tile that shrinks by its border in each.
__global__ void heatSteps(float *out, const float *in, int width, int height, int steps) {
  __shared__ float now[24][32], next[24][32];
  int tx = threadIdx.x, ty = threadIdx.y, x = int(blockIdx.x) * 24 + tx - 4,
      y = int(blockIdx.y) * 16 + ty - 4;
  bool inside = x >= 0 && y >= 0 && x < width && y < height;
  now[ty][tx] = inside ? in[y * width + x] : 0;
  __syncthreads();
  for (int step = 1; step <= steps; ++step) {
    if (tx >= step && tx < 32 - step && ty >= step && ty < 24 - step)
      next[ty][tx] = now[ty][tx] + 0.1f * (now[ty][tx - 1] + now[ty][tx + 1] + now[ty - 1][tx] +
                                           now[ty + 1][tx] - 4 * now[ty][tx]);
    __syncthreads();
    now[ty][tx] = next[ty][tx];
    __syncthreads();
  }
  if (tx >= 4 && tx < 28 && ty >= 4 && ty < 20 && inside)
    out[y * width + x] = now[ty][tx];
}

ABLATION_KERNEL(heat_four_steps_in_a_tile) {
  constexpr int width = 960, height = 640;
  DeviceArray<float> in = uniform(width * height), out(width * height);
  runner.measure(
      [&] { heatSteps<<<dim3(width / 24, height / 16), dim3(32, 24)>>>(out, in, width, height, 4); }, out);
}
