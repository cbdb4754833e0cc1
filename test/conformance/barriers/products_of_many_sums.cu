// Matrices are multiplied by threads that keep 8 x 8 sums each, tile by tile: forwards, backwards, by pointers or a
// thread's own indices that move, by offsets from those of a thread, with edges that are filled up, with a step that only
// memory knows, with other elements than those of the matrix, and by few warps. Some have no tile at all, or just one.
// The matrices end where their memory does. All numbers are small integers, so that sums of float are exact.
// long: under sanitizers its kernels take the compiler more than half a minute.
#include "../check.h"

#include <type_traits>

constexpr int kBlock = 128, kDepth = 8, kEach = 8;

enum Variant { kForwards, kBackwards, kPointers, kEdges, kBySteps, kScaled, kOffsets, kIndices };

// c = a * b of 128 x depth and depth x 128, by blocks of 256 threads, or by a quarter of them for every fourth part of c.
template <int variant, int threads>
__global__ void multiply(float *c, const float *a, const float *b, const int *step, int depth) {
  __shared__ float tile_a[kDepth][kBlock], tile_b[kDepth][kBlock];
  const int row = blockIdx.x * (threads / 2) + threadIdx.x / (kBlock / kEach) * kEach;
  const int column = threadIdx.x % (kBlock / kEach) * kEach;
  const float *from_a = a + threadIdx.x / 2 * depth + threadIdx.x % 2 * 4;
  const float *from_b = b + threadIdx.x / 32 * kBlock + threadIdx.x % 32 * 4;
  int index_a = threadIdx.x / 2 * depth + threadIdx.x % 2 * 4;
  int index_b = threadIdx.x / 32 * kBlock + threadIdx.x % 32 * 4;
  const int by = variant == kBySteps ? *step : kDepth;
  float sum[kEach][kEach] = {};
  for (int tile = 0; tile < depth; tile += by) {
    const int first = variant == kBackwards ? depth - kDepth - tile : tile;
    if (variant == kPointers || variant == kOffsets || variant == kIndices) {
      float4 some = *reinterpret_cast<const float4 *>(
          variant == kIndices ? a + index_a : from_a + (variant == kOffsets ? tile : 0));
      for (int i = 0; i < 4; ++i)
        tile_a[threadIdx.x % 2 * 4 + i][threadIdx.x / 2] = reinterpret_cast<float *>(&some)[i];
      *reinterpret_cast<float4 *>(&tile_b[threadIdx.x / 32][threadIdx.x % 32 * 4]) =
          *reinterpret_cast<const float4 *>(
              variant == kIndices ? b + index_b : from_b + (variant == kOffsets ? tile * kBlock : 0));
      index_a += kDepth;
      index_b += kDepth * kBlock;
      from_a += variant == kPointers ? kDepth : 0;
      from_b += variant == kPointers ? kDepth * kBlock : 0;
    } else {
      for (int i = 0; i < 256; i += threads) {
        const int row = (i + threadIdx.x) / 2, k = (i + threadIdx.x) % 2 * 4;
        const int own = (i + threadIdx.x) / 32, column = (i + threadIdx.x) % 32 * 4;
        float4 left = make_float4(0, 0, 0, 0), right = left;
        if (variant != kEdges || first + k < depth)
          left = *reinterpret_cast<const float4 *>(a + row * depth + first + k);
        if (variant != kEdges || first + own < depth)
          right = *reinterpret_cast<const float4 *>(b + (first + own) * kBlock + column);
        for (int j = 0; j < 4; ++j)
          tile_a[k + j][row] = reinterpret_cast<float *>(&left)[j] * (variant == kScaled ? 2 : 1);
        *reinterpret_cast<float4 *>(&tile_b[own][column]) = right;
      }
    }
    __syncthreads();
    // From arrays, or from where the elements lie.
    using Index = std::conditional_t<variant == kBackwards, std::size_t, int>;
    const Index first_row = row, first_column = column;
    for (int i = 0; i < kDepth; ++i) {
      float left[kEach], right[kEach];
      for (int y = 0; y < kEach; ++y)
        left[y] = tile_a[i][row + y];
      for (int x = 0; x < kEach; ++x)
        right[x] = tile_b[i][column + x];
      for (Index y = 0; y < kEach; ++y)
        for (Index x = 0; x < kEach; ++x)
          if (variant == kBackwards || variant == kOffsets)
            sum[y][x] += tile_a[i][first_row + y] * tile_b[i][first_column + x];
          else
            sum[y][x] += left[y] * right[x];
    }
    __syncthreads();
  }
  for (int y = 0; y < kEach; ++y)
    for (int x = 0; x < kEach; ++x)
      c[(row + y) * kBlock + column + x] = sum[y][x];
}

template <typename Element> static Element *copyOf(const std::vector<Element> &elements) {
  Element *copy;
  CHECK_CUDA(cudaMalloc(&copy, elements.size() * sizeof(Element)));
  CHECK_CUDA(cudaMemcpy(copy, elements.data(), elements.size() * sizeof(Element), cudaMemcpyHostToDevice));
  return copy;
}

template <int variant, int threads> static void test(int depth) {
  std::vector<float> a(kBlock * depth + (depth == 0)), b(a.size()), c(kBlock * kBlock, -1),
      expected(c.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = static_cast<float>(i * 13 % 11) - 5;
    b[i] = static_cast<float>(i * 3 % 7) - 3;
  }
  for (int y = 0; y < kBlock; ++y)
    for (int k = 0; k < depth; ++k)
      for (int x = 0; x < kBlock; ++x)
        expected[y * kBlock + x] += (variant == kScaled ? 2 : 1) * a[y * depth + k] * b[k * kBlock + x];
  float *device_a = copyOf(a), *device_b = copyOf(b), *device_c = copyOf(c);
  int *step = copyOf(std::vector<int>(1, kDepth));
  multiply<variant, threads><<<256 / threads, threads>>>(device_c, device_a, device_b, step, depth);
  CHECK_LAUNCH();
  CHECK_CUDA(cudaMemcpy(c.data(), device_c, c.size() * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK_SAME(c, expected);
  for (void *memory : {static_cast<void *>(device_a), static_cast<void *>(device_b),
                       static_cast<void *>(device_c), static_cast<void *>(step)})
    CHECK_CUDA(cudaFree(memory));
}

int main() {
  // A batch is a few tiles: less than one, some and one more or less.
  for (int tiles : {0, 1, 2, 7, 8, 9, 16, 19}) {
    test<kForwards, 256>(tiles * kDepth);
    test<kForwards, 64>(tiles * kDepth);
    test<kBackwards, 256>(tiles * kDepth);
    test<kPointers, 256>(tiles * kDepth);
    test<kScaled, 256>(tiles * kDepth);
    test<kOffsets, 256>(tiles * kDepth);
    test<kIndices, 256>(tiles * kDepth);
    test<kBySteps, 64>(tiles * kDepth);
  }
  for (int depth : {4, 68, 132}) {
    test<kEdges, 256>(depth);
    test<kEdges, 64>(depth);
  }
  return verdict();
}
