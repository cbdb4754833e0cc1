// Blocks that fill shared memory and add up from it, tile by tile: any number of tiles, tiles that are filled
// in part, in turns or by a condition, sums that depend on the tile's number, begin with a number or are looked at on
// the way, and tiles that are read once more after the loop. All numbers are small integers, so that sums of float are exact.
// long: under sanitizers its kernels take the compiler more than half a minute.
#include "../check.h"

#include <algorithm>

constexpr int kThreads = 128, kDepth = 8, kEach = 8;

__device__ __host__ float element(int i, int k) { return static_cast<float>((i * 7 + k * 13) % 11 - 5); }

enum Variant {
  kPlain,
  kNumbered,   // the tile's number is a factor
  kEvenOnly,   // every second tile keeps what was there
  kInTurns,    // two halves of shared memory, in turns
  kReadBehind, // the last tile is needed after the loop
  kPartly,     // as many rows as are left
  kKept,       // a value of the first tile that a thread keeps
  kEarlyEnd,   // the loop ends by what is read from memory
  kBegun,      // sums begin with the same number
  kBegunApart, // sums begin with different numbers
  kWatched,    // one of the sums is looked at for each tile
  kOrdered,    // columns of a thread the other way round
};

// Each of 16 x 8 threads has kEach x kEach sums.
template <int variant> __global__ void multiply(float *out, const float *a, const float *b, int depth) {
  __shared__ float tile_a[2][kDepth][64], tile_b[2][kDepth][128];
  const int row = threadIdx.y * kEach, column = threadIdx.x * kEach, thread = threadIdx.y * 16 + threadIdx.x;
  float sum[kEach][kEach] = {}, kept = 0;
  if (variant == kBegun || variant == kBegunApart)
    for (int y = 0; y < kEach; ++y)
      for (int x = 0; x < kEach; ++x)
        sum[y][x] = variant == kBegun ? 3 : x - y;
  int number = 0;
  for (int k = 0; k < depth; k += kDepth, ++number) {
    const int half = variant == kInTurns ? number % 2 : 0;
    if (variant != kEvenOnly || number % 2 == 0) {
      for (int part = 0, i = thread; part < kDepth * 64 / kThreads; ++part, i += kThreads)
        if (variant != kPartly || k + i / 64 < depth)
          tile_a[half][i / 64][i % 64] = a[(k + i / 64) * 64 + i % 64];
        else
          tile_a[half][i / 64][i % 64] = 0;
      for (int part = 0, i = thread; part < kDepth * 128 / kThreads; ++part, i += kThreads)
        if (variant != kPartly || k + i / 128 < depth)
          tile_b[half][i / 128][i % 128] = b[(k + i / 128) * 128 + i % 128];
        else
          tile_b[half][i / 128][i % 128] = 0;
    }
    if (variant == kKept && k == 0)
      kept = a[thread % 64];
    __syncthreads();
    for (int i = 0; i < kDepth; ++i) {
      float own_row[kEach], own_column[kEach];
      for (int y = 0; y < kEach; ++y)
        own_row[y] = tile_a[half][i][row + y];
      for (int x = 0; x < kEach; ++x)
        own_column[x] = tile_b[half][i][column + (variant == kOrdered ? kEach - 1 - x : x)];
      for (int y = 0; y < kEach; ++y)
        for (int x = 0; x < kEach; ++x)
          sum[y][x] += own_row[y] * own_column[x] * (variant == kNumbered ? number : 1);
    }
    __syncthreads();
    if (variant == kEarlyEnd && a[k] == -5)
      break;
    if (variant == kWatched)
      kept += sum[1][2];
  }
  for (int y = 0; y < kEach; ++y)
    for (int x = 0; x < kEach; ++x)
      if (variant == kKept || variant == kWatched)
        out[(row + y) * 128 + column + x] = sum[y][x] + kept;
      else if (variant == kReadBehind)
        out[(row + y) * 128 + column + x] = sum[y][x] + tile_a[0][y][row + y] * tile_b[0][x][column];
      else
        out[(row + y) * 128 + column + x] = sum[y][x];
}

template <int variant>
std::vector<float> expected(const std::vector<float> &a, const std::vector<float> &b, int depth) {
  std::vector<float> tile_a(2 * kDepth * 64), tile_b(2 * kDepth * 128), out(64 * 128), watched(64 * 128);
  if (variant == kBegun || variant == kBegunApart)
    for (int i = 0; i < 64 * 128; ++i)
      out[i] = variant == kBegun ? 3 : i % kEach - i / 128 % kEach;
  int number = 0;
  for (int k = 0; k < depth; k += kDepth, ++number) {
    const int half = variant == kInTurns ? number % 2 : 0;
    float *own_a = &tile_a[half * kDepth * 64], *own_b = &tile_b[half * kDepth * 128];
    if (variant != kEvenOnly || number % 2 == 0)
      for (int i = 0; i < kDepth; ++i) {
        for (int y = 0; y < 64; ++y)
          own_a[i * 64 + y] = variant != kPartly || k + i < depth ? a[(k + i) * 64 + y] : 0;
        for (int x = 0; x < 128; ++x)
          own_b[i * 128 + x] = variant != kPartly || k + i < depth ? b[(k + i) * 128 + x] : 0;
      }
    for (int i = 0; i < kDepth; ++i)
      for (int y = 0; y < 64; ++y)
        for (int x = 0; x < 128; ++x)
          out[y * 128 + x] += own_a[i * 64 + y] *
                              own_b[i * 128 + (variant == kOrdered ? x ^ (kEach - 1) : x)] *
                              (variant == kNumbered ? number : 1);
    if (variant == kEarlyEnd && a[k] == -5)
      break;
    for (int i = 0; i < 64 * 128; ++i)
      watched[i] += out[(i / 128 / kEach * kEach + 1) * 128 + i % 128 / kEach * kEach + 2];
  }
  for (int y = 0; y < 64; ++y)
    for (int x = 0; x < 128; ++x) {
      if (variant == kReadBehind)
        out[y * 128 + x] += tile_a[y % 8 * 64 + y] * tile_b[x % 8 * 128 + x / 8 * 8];
      if (variant == kWatched)
        out[y * 128 + x] += watched[y * 128 + x];
      if (variant == kKept && depth > 0)
        out[y * 128 + x] += a[(y / 8 * 16 + x / 8) % 64];
    }
  return out;
}

template <int variant> void check(int depth) {
  const int rows = depth + kDepth;
  std::vector<float> a(rows * 64), b(rows * 128), out(64 * 128);
  for (int k = 0; k < rows; ++k) {
    for (int y = 0; y < 64; ++y)
      a[k * 64 + y] = element(y, k);
    for (int x = 0; x < 128; ++x)
      b[k * 128 + x] = element(x + 3, k);
  }
  float *device_out, *device_a, *device_b;
  CHECK_CUDA(cudaMalloc(&device_out, out.size() * sizeof(float)));
  CHECK_CUDA(cudaMalloc(&device_a, a.size() * sizeof(float)));
  CHECK_CUDA(cudaMalloc(&device_b, b.size() * sizeof(float)));
  CHECK_CUDA(cudaMemcpy(device_a, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(device_b, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice));
  multiply<variant><<<1, dim3(16, 8)>>>(device_out, device_a, device_b, depth);
  CHECK_CUDA(cudaMemcpy(out.data(), device_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK_SAME(out, expected<variant>(a, b, depth));
  CHECK_CUDA(cudaFree(device_out));
  CHECK_CUDA(cudaFree(device_a));
  CHECK_CUDA(cudaFree(device_b));
}

// 16 x 16 threads with a sum each, as in a textbook; the last tile lies partly past the end.
__global__ void textbook(int *out, const int *a, const int *b, unsigned n) {
  __shared__ int tile_a[16][16], tile_b[16][16];
  const unsigned x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  int sum = 0;
  for (unsigned k = 0; k < n; k += 16) {
    tile_a[threadIdx.y][threadIdx.x] = y < n && k + threadIdx.x < n ? a[y * n + k + threadIdx.x] : 0;
    tile_b[threadIdx.y][threadIdx.x] = k + threadIdx.y < n && x < n ? b[(k + threadIdx.y) * n + x] : 0;
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile_a[threadIdx.y][i] * tile_b[i][threadIdx.x];
    __syncthreads();
  }
  if (y < n && x < n)
    out[y * n + x] = sum;
}

// Copies of structures, and sums of which each goes over one tile of four bodies per lane.
__global__ void bodies(float *out, const float4 *in, int n) {
  __shared__ float4 tile[kThreads];
  const float own = static_cast<float>(threadIdx.x % 5);
  float sum = 0;
  for (int first = 0; first < n; first += kThreads) {
    tile[threadIdx.x] = in[first + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < kThreads; i += 4)
      sum += (tile[i].x - own) * tile[i + 1].y + tile[i + 2].z * tile[i + 3].w;
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

int main() {
  for (int depth : {0, 8, 16, 24, 32, 40, 72, 104, 136}) {
    check<kPlain>(depth);
    check<kNumbered>(depth);
    check<kEvenOnly>(depth);
    check<kInTurns>(depth);
    check<kKept>(depth);
    check<kEarlyEnd>(depth);
    check<kBegun>(depth);
    check<kBegunApart>(depth);
    check<kWatched>(depth);
    check<kOrdered>(depth);
  }
  for (int depth : {8, 32, 40, 104})
    check<kReadBehind>(depth);
  for (int depth : {1, 7, 8, 9, 31, 33, 101})
    check<kPartly>(depth);

  for (unsigned n : {1u, 16u, 17u, 40u, 64u, 100u}) {
    std::vector<int> a(n * n), b(n * n), out(n * n), right(n * n);
    for (unsigned i = 0; i < n * n; ++i) {
      a[i] = static_cast<int>(i * 7 % 23) - 11;
      b[i] = static_cast<int>(i * 5 % 19) - 9;
    }
    for (unsigned y = 0; y < n; ++y)
      for (unsigned x = 0; x < n; ++x)
        for (unsigned k = 0; k < n; ++k)
          right[y * n + x] += a[y * n + k] * b[k * n + x];
    int *device;
    CHECK_CUDA(cudaMalloc(&device, 3 * n * n * sizeof(int)));
    CHECK_CUDA(cudaMemcpy(device, a.data(), n * n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpy(device + n * n, b.data(), n * n * sizeof(int), cudaMemcpyHostToDevice));
    textbook<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(device + 2 * n * n, device, device + n * n,
                                                                   n);
    CHECK_CUDA(cudaMemcpy(out.data(), device + 2 * n * n, n * n * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK_SAME(out, right);
    CHECK_CUDA(cudaFree(device));
  }

  for (int n : {0, 1, 2, 3, 5}) {
    std::vector<float4> in(static_cast<std::size_t>(std::max(n, 1)) * kThreads);
    for (std::size_t i = 0; i < in.size(); ++i)
      in[i] = make_float4(element(static_cast<int>(i), 1), element(static_cast<int>(i), 2),
                          element(static_cast<int>(i), 3), element(static_cast<int>(i), 4));
    std::vector<float> out(kThreads), right(kThreads);
    for (int t = 0; t < kThreads; ++t)
      for (int i = 0; i < n * kThreads; i += 4)
        right[t] += (in[i].x - static_cast<float>(t % 5)) * in[i + 1].y + in[i + 2].z * in[i + 3].w;
    float *device_out;
    float4 *device_in;
    CHECK_CUDA(cudaMalloc(&device_out, kThreads * sizeof(float)));
    CHECK_CUDA(cudaMalloc(&device_in, in.size() * sizeof(float4)));
    CHECK_CUDA(cudaMemcpy(device_in, in.data(), in.size() * sizeof(float4), cudaMemcpyHostToDevice));
    bodies<<<1, kThreads>>>(device_out, device_in, n * kThreads);
    CHECK_CUDA(cudaMemcpy(out.data(), device_out, kThreads * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK_SAME(out, right);
    CHECK_CUDA(cudaFree(device_out));
    CHECK_CUDA(cudaFree(device_in));
  }
  return verdict();
}
