// Matrices are multiplied by tiles that are plain copies, with indices of several types and one to four rows for each
// thread, with pointers that move, and with a thread's own indices that move: one tile, two, and many; tiles that
// overlap; a matrix that ends with its memory. All numbers are small integers, so that sums of float are exact.
// long: under sanitizers its kernels take the compiler more than half a minute.
#include "../check.h"

constexpr int kTile = 32;

enum Variant { kCounter, kPointers, kIndices };

// c (32 x 32) is the sum of `tiles` products of a's tiles, `step` columns apart, and b's, `step` rows apart.
template <typename Index, int kRows, int variant>
__global__ void multiply(float *c, const float *a, const float *b, Index width, Index step, int tiles) {
  __shared__ float tile_a[kTile][kTile], tile_b[kTile][kTile];
  float sums[kRows] = {};
  Index first = 0, index_a = threadIdx.y * width + threadIdx.x, index_b = threadIdx.y * kTile + threadIdx.x;
  for (int tile = 0; tile < tiles; ++tile) {
    for (int row = 0; row < kRows; ++row) {
      const Index y = threadIdx.y + row * (kTile / kRows), x = threadIdx.x;
      const Index down = row * (kTile / kRows);
      tile_a[y][x] = a[variant == kIndices ? index_a + down * width : y * width + first + x];
      tile_b[y][x] = b[variant == kIndices ? index_b + down * kTile : (first + y) * kTile + x];
    }
    index_a += step;
    index_b += step * kTile;
    if (variant == kPointers) {
      a += step;
      b += step * kTile;
    } else {
      first += step;
    }
    __syncthreads();
    for (int k = 0; k < kTile; ++k)
      for (int row = 0; row < kRows; ++row)
        sums[row] += tile_a[threadIdx.y + row * (kTile / kRows)][k] * tile_b[k][threadIdx.x];
    __syncthreads();
  }
  for (int row = 0; row < kRows; ++row)
    c[(threadIdx.y + row * (kTile / kRows)) * kTile + threadIdx.x] = sums[row];
}

template <typename Index, int kRows, int variant = kCounter> void test(int tiles, int step) {
  const int width = (tiles - 1) * step + kTile;
  std::vector<float> a(kTile * width), b(width * kTile), c(kTile * kTile), expected(kTile * kTile);
  for (int i = 0; i < kTile * width; ++i) {
    a[i] = static_cast<float>(i * 7 % 11 - 5);
    b[i] = static_cast<float>(i * 5 % 13 - 6);
  }
  for (int tile = 0; tile < tiles; ++tile)
    for (int y = 0; y < kTile; ++y)
      for (int k = 0; k < kTile; ++k)
        for (int x = 0; x < kTile; ++x)
          expected[y * kTile + x] += a[y * width + tile * step + k] * b[(tile * step + k) * kTile + x];
  float *device_a, *device_b, *device_c;
  CHECK_CUDA(cudaMalloc(&device_a, a.size() * sizeof(float)));
  CHECK_CUDA(cudaMalloc(&device_b, b.size() * sizeof(float)));
  CHECK_CUDA(cudaMalloc(&device_c, c.size() * sizeof(float)));
  CHECK_CUDA(cudaMemcpy(device_a, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(device_b, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice));
  multiply<Index, kRows, variant><<<1, dim3(kTile, kTile / kRows)>>>(
      device_c, device_a, device_b, static_cast<Index>(width), static_cast<Index>(step), tiles);
  CHECK_LAUNCH();
  CHECK_CUDA(cudaMemcpy(c.data(), device_c, c.size() * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK_SAME(c, expected);
  for (float *memory : {device_a, device_b, device_c})
    CHECK_CUDA(cudaFree(memory));
}

template <typename Index> void testRows() {
  for (int tiles : {1, 2, 3, 8})
    for (int step : {0, 1, 5, 32}) {
      test<Index, 1>(tiles, step);
      test<Index, 2>(tiles, step);
      test<Index, 4>(tiles, step);
      test<Index, 1, kPointers>(tiles, step);
      test<Index, 2, kPointers>(tiles, step);
      test<Index, 1, kIndices>(tiles, step);
      test<Index, 2, kIndices>(tiles, step);
    }
}

int main() {
  testRows<int>();
  testRows<unsigned>();
  testRows<long long>();
  testRows<unsigned long long>();
  return verdict();
}
