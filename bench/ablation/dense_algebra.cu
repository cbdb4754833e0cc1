// Dense linear algebra: vectors, matrices times vectors and matrices, factorisations, many small matrices.
#include "kernels.h"

using namespace ablation;

constexpr unsigned kAll = 0xffffffff;

__global__ void axpy(double *y, const double *x, double a, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size)
    y[i] = a * x[i] + y[i];
}

ABLATION_KERNEL(daxpy) {
  constexpr int size = 1 << 17;
  DeviceArray<double> x = generated<double>(size, [](std::size_t i) { return i * 0.5; }), y(size);
  runner.before([&] { bench::require(cudaMemset(y, 0, size * sizeof(double))); });
  runner.measure(
      [&] {
        for (int i = 0; i < 20; ++i)
          axpy<<<blocksFor(size, 256), 256>>>(y, x, 1.5, size);
      },
      y);
}

__global__ void dotOfBlocks(float *sums, const float *a, const float *b, int size) {
  __shared__ float partial[256];
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x)
    sum += a[i] * b[i];
  partial[threadIdx.x] = sum;
  __syncthreads();
  for (int stride = 128; stride > 0; stride /= 2) {
    if (threadIdx.x < stride)
      partial[threadIdx.x] += partial[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    sums[blockIdx.x] = partial[0];
}

ABLATION_KERNEL(dot_product) {
  constexpr int size = 1 << 20;
  DeviceArray<float> a = uniform(size), b = uniform(size, -1, 1), sums(64);
  runner.measure(
      [&] {
        for (int i = 0; i < 10; ++i)
          dotOfBlocks<<<64, 256>>>(sums, a, b, size);
      },
      sums);
}

__global__ void gemvRows(float *y, const float *matrix, const float *x, int rows, int columns) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  float sum = 0;
  for (int c = 0; c < columns; ++c)
    sum += matrix[row * columns + c] * x[c];
  y[row] = sum;
}

ABLATION_KERNEL(gemv_thread_per_row) {
  constexpr int rows = 4096, columns = 1000;
  DeviceArray<float> matrix = uniform(rows * columns), x = uniform(columns), y(rows);
  runner.measure([&] { gemvRows<<<blocksFor(rows, 128), 128>>>(y, matrix, x, rows, columns); }, y);
}

__global__ void gemvWarps(float *y, const float *matrix, const float *x, int rows, int columns) {
  int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (row >= rows)
    return;
  float sum = 0;
  for (int c = lane; c < columns; c += 32)
    sum += matrix[row * columns + c] * x[c];
  for (int offset = 16; offset > 0; offset /= 2)
    sum += __shfl_down_sync(kAll, sum, offset);
  if (lane == 0)
    y[row] = sum;
}

ABLATION_KERNEL(gemv_warp_per_row) {
  constexpr int rows = 4096, columns = 1000;
  DeviceArray<float> matrix = uniform(rows * columns), x = uniform(columns), y(rows);
  runner.measure([&] { gemvWarps<<<rows / 8, 256>>>(y, matrix, x, rows, columns); }, y);
}

__global__ void gemvColumns(float *y, const float *matrix, const float *x, int rows, int columns) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns)
    return;
  float sum = 0;
  for (int r = 0; r < rows; ++r)
    sum += matrix[r * columns + column] * x[r];
  y[column] = sum;
}

ABLATION_KERNEL(gemv_transposed) {
  constexpr int rows = 1000, columns = 4096;
  DeviceArray<float> matrix = uniform(rows * columns), x = uniform(rows), y(columns);
  runner.measure([&] { gemvColumns<<<columns / 256, 256>>>(y, matrix, x, rows, columns); }, y);
}

__global__ void gemmNaive(float *c, const float *a, const float *b, int m, int n, int k) {
  int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || column >= n)
    return;
  float sum = 0;
  for (int i = 0; i < k; ++i)
    sum += a[row * k + i] * b[i * n + column];
  c[row * n + column] = sum;
}

ABLATION_KERNEL(sgemm_naive) {
  constexpr int n = 500;
  DeviceArray<float> a = uniform(n * n), b = uniform(n * n), c(n * n);
  runner.measure(
      [&] { gemmNaive<<<dim3(blocksFor(n, 16), blocksFor(n, 16)), dim3(16, 16)>>>(c, a, b, n, n, n); }, c);
}

template <typename T> __global__ void gemmTiled(T *c, const T *a, const T *b, int n) {
  __shared__ T tile_a[16][16], tile_b[16][16];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
  T sum = 0;
  for (int t = 0; t < n / 16; ++t) {
    tile_a[ty][tx] = a[row * n + t * 16 + tx];
    tile_b[ty][tx] = b[(t * 16 + ty) * n + column];
    __syncthreads();
    for (int k = 0; k < 16; ++k)
      sum += tile_a[ty][k] * tile_b[k][tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

ABLATION_KERNEL(dgemm_tiled_16) {
  constexpr int n = 512;
  auto numbers = [](std::size_t i) { return double(i % 17) * 0.25; };
  DeviceArray<double> a = generated<double>(n * n, numbers), b = generated<double>(n * n, numbers), c(n * n);
  runner.measure([&] { gemmTiled<double><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(c, a, b, n); }, c);
}

ABLATION_KERNEL(integer_gemm_tiled_16) {
  constexpr int n = 512;
  DeviceArray<int> a = integersBelow(100, n * n), b = integersBelow(100, n * n), c(n * n);
  runner.measure([&] { gemmTiled<int><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(c, a, b, n); }, c);
}

// 64 x 64 outputs per block, 4 x 4 per thread, tiles of depth 16.
__global__ void gemmBlocked(float *c, const float *a, const float *b, int n) {
  __shared__ float tile_a[16][64], tile_b[16][64];
  int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
  const float *from_a = a + blockIdx.y * 64 * n, *from_b = b + blockIdx.x * 64;
  float sums[4][4] = {};
  for (int t = 0; t < n; t += 16) {
    for (int i = threadIdx.x; i < 64 * 16; i += 256) {
      tile_a[i % 16][i / 16] = from_a[i / 16 * n + t + i % 16];
      tile_b[i / 64][i % 64] = from_b[(t + i / 64) * n + i % 64];
    }
    __syncthreads();
    for (int k = 0; k < 16; ++k) {
      float left[4], right[4];
      for (int i = 0; i < 4; ++i) {
        left[i] = tile_a[k][ty * 4 + i];
        right[i] = tile_b[k][tx * 4 + i];
      }
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          sums[i][j] += left[i] * right[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      c[(blockIdx.y * 64 + ty * 4 + i) * n + blockIdx.x * 64 + tx * 4 + j] = sums[i][j];
}

ABLATION_KERNEL(sgemm_4x4_per_thread) {
  constexpr int n = 768;
  DeviceArray<float> a = uniform(n * n), b = uniform(n * n), c(n * n);
  runner.measure([&] { gemmBlocked<<<dim3(n / 64, n / 64), 256>>>(c, a, b, n); }, c);
}

__global__ void transposeTile(double *out, const double *in, int width, int height) {
  __shared__ double tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

ABLATION_KERNEL(transpose_double) {
  constexpr int width = 1024, height = 1024;
  DeviceArray<double> in = generated<double>(width * height, [](std::size_t i) { return double(i); });
  DeviceArray<double> out(width * height);
  runner.measure(
      [&] { transposeTile<<<dim3(width / 32, height / 32), dim3(32, 8)>>>(out, in, width, height); }, out);
}

__global__ void transposeNaive(float *out, const float *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    out[x * height + y] = in[y * width + x];
}

ABLATION_KERNEL(transpose_naive) {
  constexpr int width = 1000, height = 1000;
  DeviceArray<float> in = uniform(width * height), out(width * height);
  runner.measure(
      [&] {
        transposeNaive<<<dim3(blocksFor(width, 32), blocksFor(height, 8)), dim3(32, 8)>>>(out, in, width,
                                                                                          height);
      },
      out);
}

// One step of Gaussian elimination: the multipliers of a column, then the rest of the matrix.
__global__ void multipliers(float *factors, const float *matrix, int n, int step) {
  int row = blockIdx.x * blockDim.x + threadIdx.x + step + 1;
  if (row < n)
    factors[row] = matrix[row * n + step] / matrix[step * n + step];
}

__global__ void eliminate(float *matrix, const float *factors, int n, int step) {
  int column = blockIdx.x * blockDim.x + threadIdx.x + step,
      row = blockIdx.y * blockDim.y + threadIdx.y + step + 1;
  if (row < n && column < n)
    matrix[row * n + column] -= factors[row] * matrix[step * n + column];
}

ABLATION_KERNEL(gaussian_elimination) {
  constexpr int n = 256;
  DeviceArray<float> original =
      generated<float>(n * n, [](std::size_t i) { return i / n == i % n ? 100.f : float(i * 7 % 13); });
  DeviceArray<float> matrix(n * n), factors(n);
  runner.before([&] { bench::require(cudaMemcpy(matrix, original, n * n * 4, cudaMemcpyDeviceToDevice)); });
  runner.measure(
      [&] {
        for (int step = 0; step < n - 1; ++step) {
          int left = n - step;
          multipliers<<<blocksFor(left, 64), 64>>>(factors, matrix, n, step);
          eliminate<<<dim3(blocksFor(left, 32), blocksFor(left, 8)), dim3(32, 8)>>>(matrix, factors, n, step);
        }
      },
      matrix);
}

// A block factorises a tile of its own in shared memory.
__global__ void choleskyOfTiles(float *matrices) {
  constexpr int n = 16;
  __shared__ float tile[n][n + 1];
  int tx = threadIdx.x, ty = threadIdx.y;
  float *mine = matrices + blockIdx.x * n * n;
  tile[ty][tx] = mine[ty * n + tx];
  __syncthreads();
  for (int k = 0; k < n; ++k) {
    if (tx == k && ty == k)
      tile[k][k] = sqrtf(tile[k][k]);
    __syncthreads();
    if (tx == k && ty > k)
      tile[ty][k] /= tile[k][k];
    __syncthreads();
    if (tx > k && ty >= tx)
      tile[ty][tx] -= tile[ty][k] * tile[tx][k];
    __syncthreads();
  }
  mine[ty * n + tx] = ty >= tx ? tile[ty][tx] : 0;
}

ABLATION_KERNEL(cholesky_of_small_matrices) {
  constexpr int count = 2000;
  DeviceArray<float> original = generated<float>(
      count * 256, [](std::size_t i) { return i / 16 % 16 == i % 16 ? 40.f : 1.f / (1 + (i + i / 16) % 7); });
  DeviceArray<float> matrices(count * 256);
  runner.before(
      [&] { bench::require(cudaMemcpy(matrices, original, count * 1024, cudaMemcpyDeviceToDevice)); });
  runner.measure([&] { choleskyOfTiles<<<count, dim3(16, 16)>>>(matrices); }, matrices);
}

struct Matrix4 {
  float m[4][4];
};

__global__ void multiplySmall(Matrix4 *out, const Matrix4 *a, const Matrix4 *b, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  Matrix4 left = a[i], right = b[i], product;
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 4; ++column) {
      float sum = 0;
      for (int k = 0; k < 4; ++k)
        sum += left.m[row][k] * right.m[k][column];
      product.m[row][column] = sum;
    }
  out[i] = product;
}

ABLATION_KERNEL(products_of_4x4_matrices) {
  constexpr int count = 100000;
  auto matrix = [](std::size_t i) {
    Matrix4 result;
    for (int k = 0; k < 16; ++k)
      result.m[k / 4][k % 4] = float((i + k) % 11);
    return result;
  };
  DeviceArray<Matrix4> a = generated<Matrix4>(count, matrix), b = generated<Matrix4>(count, matrix),
                       out(count);
  runner.measure([&] { multiplySmall<<<blocksFor(count, 256), 256>>>(out, a, b, count); }, out);
}

// Thomas' algorithm, a system per thread; row i of all systems lies side by side.
__global__ void tridiagonal(float *x, const float *lower, const float *diagonal, const float *upper,
                            const float *right, float *scratch, int systems, int rows) {
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= systems)
    return;
  float c = upper[s] / diagonal[s], d = right[s] / diagonal[s];
  scratch[s] = c;
  x[s] = d;
  for (int row = 1; row < rows; ++row) {
    int i = row * systems + s;
    float scale = 1 / (diagonal[i] - lower[i] * c);
    c = upper[i] * scale;
    d = (right[i] - lower[i] * d) * scale;
    scratch[i] = c;
    x[i] = d;
  }
  for (int row = rows - 2; row >= 0; --row) {
    int i = row * systems + s;
    d = x[i] - scratch[i] * d;
    x[i] = d;
  }
}

ABLATION_KERNEL(tridiagonal_systems) {
  constexpr int systems = 4096, rows = 128, size = systems * rows;
  DeviceArray<float> lower = uniform(size), diagonal = uniform(size, 4, 5), upper = uniform(size),
                     right = uniform(size);
  DeviceArray<float> x(size), scratch(size);
  runner.measure(
      [&] { tridiagonal<<<systems / 128, 128>>>(x, lower, diagonal, upper, right, scratch, systems, rows); },
      x);
}

__global__ void floydWarshall(int *distances, int n, int k) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
  int through = distances[i * n + k] + distances[k * n + j];
  if (through < distances[i * n + j])
    distances[i * n + j] = through;
}

ABLATION_KERNEL(floyd_warshall) {
  constexpr int n = 256;
  DeviceArray<int> original = integersBelow(10000, n * n), distances(n * n);
  runner.before(
      [&] { bench::require(cudaMemcpy(distances, original, n * n * 4, cudaMemcpyDeviceToDevice)); });
  runner.measure(
      [&] {
        for (int k = 0; k < n; ++k)
          floydWarshall<<<dim3(n / 256, n), 256>>>(distances, n, k);
      },
      distances);
}

// Tiles with a border that does not fit, as in textbooks; the inner loop is unrolled by request.
template <int kTile>
__global__ void gemmGuarded(float *c, const float *a, const float *b, int m, int n, int k) {
  __shared__ float tile_a[kTile][kTile], tile_b[kTile][kTile];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * kTile + ty, column = blockIdx.x * kTile + tx;
  float sum = 0;
  for (int t = 0; t < k; t += kTile) {
    tile_a[ty][tx] = row < m && t + tx < k ? a[row * k + t + tx] : 0.f;
    tile_b[ty][tx] = t + ty < k && column < n ? b[(t + ty) * n + column] : 0.f;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < kTile; ++i)
      sum += tile_a[ty][i] * tile_b[i][tx];
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

template <int kTile> static void measureGemmGuarded(Runner &runner) {
  constexpr int m = 500, n = 450, k = 410;
  DeviceArray<float> a = uniform(m * k), b = uniform(k * n), c(m * n);
  dim3 grid(blocksFor(n, kTile), blocksFor(m, kTile)), block(kTile, kTile);
  runner.measure([&] { gemmGuarded<kTile><<<grid, block>>>(c, a, b, m, n, k); }, c);
}

ABLATION_KERNEL(sgemm_guarded_tiles_16) { measureGemmGuarded<16>(runner); }
ABLATION_KERNEL(sgemm_guarded_tiles_32) { measureGemmGuarded<32>(runner); }

// Weights of eight bits become floats on their way into the tile.
__global__ void gemmQuantised(float *c, const float *a, const signed char *b, const float *scales, int n) {
  __shared__ float tile_a[32][32], tile_b[32][32];
  int tx = threadIdx.x, row = blockIdx.y * 32 + threadIdx.y, column = blockIdx.x * 32 + tx;
  float sums[4] = {}, scale = scales[column];
  for (int t = 0; t < n; t += 32) {
    for (int i = 0; i < 4; ++i) {
      tile_a[threadIdx.y + 8 * i][tx] = a[(row + 8 * i) * n + t + tx];
      tile_b[threadIdx.y + 8 * i][tx] = scale * b[(t + threadIdx.y + 8 * i) * n + column];
    }
    __syncthreads();
    for (int k = 0; k < 32; ++k)
      for (int i = 0; i < 4; ++i)
        sums[i] += tile_a[threadIdx.y + 8 * i][k] * tile_b[k][tx];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    c[(row + 8 * i) * n + column] = sums[i];
}

ABLATION_KERNEL(gemm_of_quantised_weights) {
  constexpr int n = 512;
  DeviceArray<float> a = uniform(n * n), scales = uniform(n), c(n * n);
  DeviceArray<signed char> b = integersBelow<signed char>(127, n * n);
  runner.measure([&] { gemmQuantised<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(c, a, b, scales, n); }, c);
}

// A column of eight results per thread.
__global__ void gemmColumns(float *c, const float *a, const float *b, int n) {
  __shared__ float tile_a[64][8], tile_b[8][64];
  int column = threadIdx.x % 64, part = threadIdx.x / 64;
  const float *from_a = a + blockIdx.y * 64 * n, *from_b = b + blockIdx.x * 64;
  float sums[8] = {0.f};
  for (int t = 0; t < n; t += 8) {
    tile_a[threadIdx.x / 8][threadIdx.x % 8] = from_a[threadIdx.x / 8 * n + t + threadIdx.x % 8];
    tile_b[part][column] = from_b[(t + part) * n + column];
    __syncthreads();
    for (int k = 0; k < 8; ++k) {
      float right = tile_b[k][column];
      for (int i = 0; i < 8; ++i)
        sums[i] += tile_a[part * 8 + i][k] * right;
    }
    __syncthreads();
  }
  for (int i = 0; i < 8; ++i)
    c[(blockIdx.y * 64 + part * 8 + i) * n + blockIdx.x * 64 + column] = sums[i];
}

ABLATION_KERNEL(sgemm_8_per_thread) {
  constexpr int n = 512;
  DeviceArray<float> a = uniform(n * n), b = uniform(n * n), c(n * n);
  runner.measure([&] { gemmColumns<<<dim3(n / 64, n / 64), 512>>>(c, a, b, n); }, c);
}

// 128 x 128 results per block, 8 x 8 per thread, four floats at a time.
__global__ void __launch_bounds__(256) gemmVectors(float *c, const float *a, const float *b, int n) {
  __shared__ float tile_a[8][128], tile_b[8][128];
  int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
  int load_row = threadIdx.x / 2, load_column = threadIdx.x % 2 * 4;
  a += (blockIdx.y * 128 + load_row) * n + load_column;
  b += threadIdx.x / 32 * n + blockIdx.x * 128 + threadIdx.x % 32 * 4;
  float sums[8][8] = {};
  for (int t = 0; t < n; t += 8) {
    float4 from_a = *reinterpret_cast<const float4 *>(a);
    tile_a[load_column][load_row] = from_a.x;
    tile_a[load_column + 1][load_row] = from_a.y;
    tile_a[load_column + 2][load_row] = from_a.z;
    tile_a[load_column + 3][load_row] = from_a.w;
    *reinterpret_cast<float4 *>(&tile_b[threadIdx.x / 32][threadIdx.x % 32 * 4]) =
        *reinterpret_cast<const float4 *>(b);
    __syncthreads();
    a += 8;
    b += 8 * n;
    for (int k = 0; k < 8; ++k) {
      float left[8], right[8];
      for (int i = 0; i < 8; ++i)
        left[i] = tile_a[k][ty * 8 + i];
      for (int i = 0; i < 8; ++i)
        right[i] = tile_b[k][tx * 8 + i];
      for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 8; ++j)
          sums[i][j] += left[i] * right[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; j += 4)
      *reinterpret_cast<float4 *>(&c[(blockIdx.y * 128 + ty * 8 + i) * n + blockIdx.x * 128 + tx * 8 + j]) =
          make_float4(sums[i][j], sums[i][j + 1], sums[i][j + 2], sums[i][j + 3]);
}

ABLATION_KERNEL(sgemm_8x8_per_thread) {
  constexpr int n = 768;
  DeviceArray<float> a = uniform(n * n), b = uniform(n * n), c(n * n);
  runner.measure([&] { gemmVectors<<<dim3(n / 128, n / 128), 256>>>(c, a, b, n); }, c);
}

// The product of a matrix and its transpose: only blocks on and under the diagonal.
__global__ void rankUpdate(double *c, const double *a, int n, int depth) {
  __shared__ double left[16][17], right[16][17];
  if (blockIdx.x > blockIdx.y)
    return;
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
  double sum = 0;
  for (int t = 0; t < depth; t += 16) {
    left[ty][tx] = a[row * depth + t + tx];
    right[ty][tx] = a[(blockIdx.x * 16 + ty) * depth + t + tx];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k)
      sum += left[ty][k] * right[tx][k];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

ABLATION_KERNEL(symmetric_rank_update) {
  constexpr int n = 512, depth = 256;
  DeviceArray<double> a = generated<double>(n * depth, [](std::size_t i) { return i % 13 * 0.5; }), c(n * n);
  runner.measure([&] { rankUpdate<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(c, a, n, depth); }, c);
}

__global__ void largestOfRows(float *values, int *places, const float *matrix, int columns) {
  __shared__ float best_values[128];
  __shared__ int best_places[128];
  const float *row = matrix + blockIdx.x * columns;
  int i = threadIdx.x, place = -1;
  float best = -INFINITY;
  if (i < columns) {
    best = row[i];
    place = i;
    i += blockDim.x;
  }
  for (; i < columns; i += blockDim.x)
    if (row[i] > best) {
      best = row[i];
      place = i;
    }
  best_values[threadIdx.x] = best;
  best_places[threadIdx.x] = place;
  for (int stride = 64; stride > 0; stride >>= 1) {
    __syncthreads();
    if (threadIdx.x < stride && best_values[threadIdx.x + stride] > best_values[threadIdx.x]) {
      best_values[threadIdx.x] = best_values[threadIdx.x + stride];
      best_places[threadIdx.x] = best_places[threadIdx.x + stride];
    }
  }
  if (threadIdx.x == 0) {
    values[blockIdx.x] = best_values[0];
    places[blockIdx.x] = best_places[0];
  }
}

ABLATION_KERNEL(largest_element_of_rows) {
  constexpr int rows = 1000, columns = 1500;
  DeviceArray<float> matrix = uniform(rows * columns), values(rows);
  DeviceArray<int> places(rows);
  runner.measure([&] { largestOfRows<<<rows, 128>>>(values, places, matrix, columns); }, values, places);
}

// The textbook's product of matrices by tiles, whose inner loop is to be unrolled.
__global__ void multiplyUnrolled(float *c, const float *a, const float *b, int size) {
  __shared__ float left[32][32], right[32][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  float sum = 0;
  for (int tile = 0; tile < size; tile += 32) {
    left[threadIdx.y][threadIdx.x] = a[y * size + tile + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(tile + threadIdx.y) * size + x];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 32; ++k)
      sum += left[threadIdx.y][k] * right[k][threadIdx.x];
    __syncthreads();
  }
  c[y * size + x] = sum;
}

ABLATION_KERNEL(sgemm_with_unrolled_tiles) {
  constexpr int size = 512;
  DeviceArray<float> a = uniform(size * size), b = uniform(size * size), c(size * size);
  runner.measure([&] { multiplyUnrolled<<<dim3(size / 32, size / 32), dim3(32, 32)>>>(c, a, b, size); }, c);
}

// Blocks of 256 threads without a loop at run time: a tree in shared memory, and a row that is normalised by its moments.
__global__ void sumByTree(float *sums, const float *in) {
  __shared__ float values[256];
  values[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
#pragma unroll
  for (int stride = 128; stride > 0; stride /= 2) {
    if (threadIdx.x < stride)
      values[threadIdx.x] += values[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    sums[blockIdx.x] = values[0];
}

ABLATION_KERNEL(block_sums_by_tree) {
  constexpr int size = 1 << 20;
  DeviceArray<float> in = uniform(size), sums(size / 256);
  runner.measure([&] { sumByTree<<<size / 256, 256>>>(sums, in); }, sums);
}

__device__ float sumOfBlock(float value, float (&warps)[8]) {
  for (int distance = 16; distance > 0; distance /= 2)
    value += __shfl_xor_sync(0xffffffff, value, distance);
  if (threadIdx.x % 32 == 0)
    warps[threadIdx.x / 32] = value;
  __syncthreads();
  float sum = 0;
  for (int warp = 0; warp < 8; ++warp)
    sum += warps[warp];
  return sum;
}

__global__ void normaliseRows(float *out, const float *in) {
  __shared__ float sums[8], squares[8];
  int i = blockIdx.x * 256 + threadIdx.x;
  float value = in[i], centred = value - sumOfBlock(value, sums) / 256;
  out[i] = centred * rsqrtf(sumOfBlock(centred * centred, squares) / 256 + 1e-5f);
}

ABLATION_KERNEL(rows_of_256_normalised) {
  constexpr int size = 1 << 20;
  DeviceArray<float> in = uniform(size), out(size);
  runner.measure([&] { normaliseRows<<<size / 256, 256>>>(out, in); }, out);
}
