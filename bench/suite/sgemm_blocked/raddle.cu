// A block of 256 threads computes 128 x 128 elements of c, each thread 8 x 8 of them in registers.
#include "../common/device.h"
#include "../sgemm_tiled/problem.h"

constexpr int kBlock = 128, kDepth = 8, kEach = 8, kThreads = 256;

__global__ void __launch_bounds__(kThreads) sgemm(float *c, const float *a, const float *b, int size) {
  // a's tile lies transposed, so that a thread finds its 8 rows next to each other.
  __shared__ float tile_a[kDepth][kBlock], tile_b[kDepth][kBlock];
  int thread_row = threadIdx.x / (kBlock / kEach) * kEach;
  int thread_column = threadIdx.x % (kBlock / kEach) * kEach;
  // Each thread loads four elements of either tile.
  int a_row = threadIdx.x / (kDepth / 4), a_column = threadIdx.x % (kDepth / 4) * 4;
  int b_row = threadIdx.x / (kBlock / 4), b_column = threadIdx.x % (kBlock / 4) * 4;
  a += (blockIdx.y * kBlock + a_row) * size + a_column;
  b += b_row * size + blockIdx.x * kBlock + b_column;

  float sum[kEach][kEach] = {};
  for (int k = 0; k < size; k += kDepth) {
    float4 from_a = *reinterpret_cast<const float4 *>(a + k);
    tile_a[a_column + 0][a_row] = from_a.x;
    tile_a[a_column + 1][a_row] = from_a.y;
    tile_a[a_column + 2][a_row] = from_a.z;
    tile_a[a_column + 3][a_row] = from_a.w;
    *reinterpret_cast<float4 *>(&tile_b[b_row][b_column]) = *reinterpret_cast<const float4 *>(b + k * size);
    __syncthreads();
    for (int i = 0; i < kDepth; ++i) {
      float row[kEach], column[kEach];
      for (int y = 0; y < kEach; ++y)
        row[y] = tile_a[i][thread_row + y];
      for (int x = 0; x < kEach; ++x)
        column[x] = tile_b[i][thread_column + x];
      for (int y = 0; y < kEach; ++y)
        for (int x = 0; x < kEach; ++x)
          sum[y][x] += row[y] * column[x];
    }
    __syncthreads();
  }
  c += (blockIdx.y * kBlock + thread_row) * size + blockIdx.x * kBlock + thread_column;
  for (int y = 0; y < kEach; ++y)
    for (int x = 0; x < kEach; x += 4)
      *reinterpret_cast<float4 *>(c + y * size + x) =
          make_float4(sum[y][x], sum[y][x + 1], sum[y][x + 2], sum[y][x + 3]);
}

struct Program : Sgemm {
  explicit Program(bool tiny) : Sgemm(tiny), c_(a.size()), a_(a), b_(b) {}
  void run() {
    sgemm<<<dim3(size / kBlock, size / kBlock), kThreads>>>(c_, a_, b_, size);
    bench::finish();
  }
  void check() {
    bench::Array<float> c(a.size());
    c_.copyTo(c);
    Sgemm::check(c.data());
  }
  bench::DeviceArray<float> c_, a_, b_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
