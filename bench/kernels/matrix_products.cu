// Products of matrices of f16 and bf16 with sums in f32: the same blocks by wmma, by ldmatrix with mma.sync, and by plain fused
// multiply-adds, and OpenBLAS's SGEMM where that is installed (libopenblas.so.0). All use all cores, and take turns.
//
// Prints "what<tab>our time<tab>the other's<tab>how many times as long ours may take".
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <functional>
#include <string>
#include <vector>

namespace {

using namespace nvcuda;

constexpr int kSize = 1024, kTile = 64, kDepth = 32, kThreads = 128;
constexpr int kOfWarp = 32; // rows and columns of a tile
constexpr float kTolerance = 1e-3f;

// The rows of a tile lie `row` elements apart, so that they do not share banks.
template <int rows, int columns, int row, class T>
__device__ void copyTile(T (*tile)[row], const T *from) {
  constexpr int kVector = 16 / sizeof(T);
  for (int i = threadIdx.x; i < rows * columns / kVector; i += kThreads) {
    const int r = i / (columns / kVector), c = i % (columns / kVector) * kVector;
    *reinterpret_cast<uint4 *>(&tile[r][c]) = *reinterpret_cast<const uint4 *>(&from[r * kSize + c]);
  }
}

template <class T> __global__ void __launch_bounds__(kThreads) byWmma(const T *a, const T *b, float *c) {
  constexpr int kApart = 16, kParts = kOfWarp / 16;
  __shared__ __align__(32) T tile_a[kTile][kDepth + kApart], tile_b[kDepth][kTile + kApart];
  const int warp = threadIdx.x / 32, row = warp / 2 * kOfWarp, column = warp % 2 * kOfWarp;
  a += blockIdx.y * kTile * kSize;
  b += blockIdx.x * kTile;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums[kParts][kParts];
  for (auto &line : sums)
    for (auto &sum : line)
      wmma::fill_fragment(sum, 0.0f);
  for (int k = 0; k < kSize; k += kDepth) {
    copyTile<kTile, kDepth>(tile_a, a + k);
    copyTile<kDepth, kTile>(tile_b, b + k * kSize);
    __syncthreads();
    for (int depth = 0; depth < kDepth; depth += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, T, wmma::row_major> rows[kParts];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, T, wmma::row_major> columns[kParts];
      for (int i = 0; i < kParts; ++i)
        wmma::load_matrix_sync(rows[i], &tile_a[row + 16 * i][depth], kDepth + kApart);
      for (int i = 0; i < kParts; ++i)
        wmma::load_matrix_sync(columns[i], &tile_b[depth][column + 16 * i], kTile + kApart);
      for (int i = 0; i < kParts; ++i)
        for (int j = 0; j < kParts; ++j)
          wmma::mma_sync(sums[i][j], rows[i], columns[j], sums[i][j]);
    }
    __syncthreads();
  }
  c += (blockIdx.y * kTile + row) * kSize + blockIdx.x * kTile + column;
  for (int i = 0; i < kParts; ++i)
    for (int j = 0; j < kParts; ++j)
      wmma::store_matrix_sync(c + 16 * i * kSize + 16 * j, sums[i][j], kSize, wmma::mem_row_major);
}

#define MULTIPLY(type, name)                                                                                 \
  __device__ void multiply(type, float(&d)[4], const unsigned(&a)[4], const unsigned *b) {                   \
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32." name "." name ".f32 {%0, %1, %2, %3}, "            \
                 "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"                                             \
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                                            \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));                        \
  }
MULTIPLY(half, "f16")
MULTIPLY(__nv_bfloat16, "bf16")

#define LOAD_MATRICES(name, transposition)                                                                   \
  template <class T> __device__ void name(unsigned(&words)[4], const T *row) {                               \
    asm volatile("ldmatrix.sync.aligned.m8n8.x4" transposition ".shared.b16 {%0, %1, %2, %3}, [%4];"         \
                 : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])                            \
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(row))));                               \
  }
LOAD_MATRICES(load, "")
LOAD_MATRICES(loadTransposed, ".trans")

template <class T> __global__ void __launch_bounds__(kThreads) byMma(const T *a, const T *b, float *c) {
  constexpr int kApart = 8, kRows = kOfWarp / 16, kPairs = kOfWarp / 16;
  __shared__ __align__(32) T tile_a[kTile][kDepth + kApart], tile_b[kDepth][kTile + kApart];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = warp / 2 * kOfWarp,
            column = warp % 2 * kOfWarp;
  a += blockIdx.y * kTile * kSize;
  b += blockIdx.x * kTile;
  float sums[kRows][2 * kPairs][4] = {};
  for (int k = 0; k < kSize; k += kDepth) {
    copyTile<kTile, kDepth>(tile_a, a + k);
    copyTile<kDepth, kTile>(tile_b, b + k * kSize);
    __syncthreads();
#pragma unroll
    for (int depth = 0; depth < kDepth; depth += 16) {
      unsigned rows[kRows][4], columns[kPairs][4];
#pragma unroll
      for (int i = 0; i < kRows; ++i)
        load(rows[i], &tile_a[row + 16 * i + lane % 16][depth + lane / 16 * 8]);
#pragma unroll
      for (int j = 0; j < kPairs; ++j)
        loadTransposed(columns[j], &tile_b[depth + lane % 16][column + 16 * j + lane / 16 * 8]);
#pragma unroll
      for (int i = 0; i < kRows; ++i)
#pragma unroll
        for (int j = 0; j < 2 * kPairs; ++j)
          multiply(T(), sums[i][j], rows[i], &columns[j / 2][j % 2 * 2]);
    }
    __syncthreads();
  }
  c += (blockIdx.y * kTile + row + lane / 4) * kSize + blockIdx.x * kTile + column + lane % 4 * 2;
#pragma unroll
  for (int i = 0; i < kRows; ++i)
#pragma unroll
    for (int j = 0; j < 2 * kPairs; ++j)
#pragma unroll
      for (int half = 0; half < 2; ++half)
        *reinterpret_cast<float2 *>(c + (16 * i + 8 * half) * kSize + 8 * j) =
            make_float2(sums[i][j][2 * half], sums[i][j][2 * half + 1]);
}

// Each thread has 8 rows and 4 columns of a tile.
template <class T> __global__ void __launch_bounds__(kThreads) byFmas(const T *a, const T *b, float *c) {
  constexpr int kRows = 8, kColumns = 4, kAcross = kTile / kColumns;
  __shared__ float tile_a[kDepth][kTile], tile_b[kDepth][kTile];
  const int x = threadIdx.x % kAcross, y = threadIdx.x / kAcross;
  a += blockIdx.y * kTile * kSize;
  b += blockIdx.x * kTile;
  float sums[kRows][kColumns] = {};
  for (int k = 0; k < kSize; k += kDepth) {
    for (int i = threadIdx.x; i < kTile * kDepth; i += kThreads) {
      tile_a[i % kDepth][i / kDepth] = static_cast<float>(a[i / kDepth * kSize + k + i % kDepth]);
      tile_b[i / kTile][i % kTile] = static_cast<float>(b[(k + i / kTile) * kSize + i % kTile]);
    }
    __syncthreads();
    for (int depth = 0; depth < kDepth; ++depth) {
      float rows[kRows], columns[kColumns];
      for (int i = 0; i < kRows; ++i)
        rows[i] = tile_a[depth][y * kRows + i];
      for (int j = 0; j < kColumns; ++j)
        columns[j] = tile_b[depth][x + kAcross * j];
      for (int i = 0; i < kRows; ++i)
        for (int j = 0; j < kColumns; ++j)
          sums[i][j] = fmaf(rows[i], columns[j], sums[i][j]);
    }
    __syncthreads();
  }
  c += (blockIdx.y * kTile + y * kRows) * kSize + blockIdx.x * kTile + x;
  for (int i = 0; i < kRows; ++i)
    for (int j = 0; j < kColumns; ++j)
      c[i * kSize + kAcross * j] = sums[i][j];
}

[[noreturn]] void fail(const char *what) {
  std::fprintf(stderr, "matrix_products: %s\n", what);
  std::exit(1);
}

// The shortest of several runs, which all take turns.
std::vector<double> shortestTimes(const std::vector<std::function<void()>> &runs) {
  constexpr int kTurns = 9;
  std::vector<double> times(runs.size(), 1e9);
  for (int turn = 0; turn < kTurns; ++turn)
    for (size_t i = 0; i < runs.size(); ++i) {
      const auto begin = std::chrono::steady_clock::now();
      runs[i]();
      const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
      times[i] = std::min(times[i], time.count());
    }
  return times;
}

using Sgemm = void (*)(int order, int of_a, int of_b, int m, int n, int k, float alpha, const float *a,
                       int lda, const float *b, int ldb, float beta, float *c, int ldc);
Sgemm openBlas() {
  void *library = dlopen("libopenblas.so.0", RTLD_NOW);
  return library ? reinterpret_cast<Sgemm>(dlsym(library, "cblas_sgemm")) : nullptr;
}
constexpr int kRowMajor = 101, kNotTransposed = 111; // of CBLAS

template <class T> void compare(const std::string &type) {
  constexpr size_t kElements = size_t{kSize} * kSize;
  T *a, *b;
  float *c;
  if (cudaMallocManaged(&a, kElements * sizeof(T)) || cudaMallocManaged(&b, kElements * sizeof(T)) ||
      cudaMallocManaged(&c, kElements * sizeof(float)))
    fail("no memory");
  std::vector<float> host_a(kElements), host_b(kElements), host_c(kElements);
  for (size_t i = 0; i < kElements; ++i) {
    a[i] = static_cast<T>(host_a[i] = static_cast<float>(i * 7 % 13) - 6);
    b[i] = static_cast<T>(host_b[i] = static_cast<float>(i * 5 % 11) - 5);
  }
  const auto launch = [=](void (*kernel)(const T *, const T *, float *)) {
    return [=] {
      kernel<<<dim3(kSize / kTile, kSize / kTile), kThreads>>>(a, b, c);
      if (cudaDeviceSynchronize() != cudaSuccess)
        fail("a launch failed");
    };
  };
  std::vector<std::function<void()>> runs = {launch(byFmas<T>), launch(byWmma<T>), launch(byMma<T>)};
  runs[0]();
  const std::vector<float> expected(c, c + kElements);
  for (size_t i = 1; i < runs.size(); ++i) {
    runs[i]();
    for (size_t j = 0; j < kElements; ++j)
      if (!(std::fabs(c[j] - expected[j]) <= kTolerance * std::fabs(expected[j])))
        fail("a product is wrong");
  }
  if (const Sgemm sgemm = openBlas())
    runs.push_back([&, sgemm] {
      sgemm(kRowMajor, kNotTransposed, kNotTransposed, kSize, kSize, kSize, 1, host_a.data(), kSize,
            host_b.data(), kSize, 0, host_c.data(), kSize);
    });
  const std::vector<double> times = shortestTimes(runs);
  const char *names[] = {"wmma", "ldmatrix and mma.sync"};
  for (size_t i = 0; i < 2; ++i) {
    std::printf("%s of %s against multiply-adds\t%g\t%g\t1\n", names[i], type.c_str(), times[i + 1],
                times[0]);
    if (times.size() > 3)
      std::printf("%s of %s against OpenBLAS\t%g\t%g\t2\n", names[i], type.c_str(), times[i + 1], times[3]);
  }
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}

} // namespace

int main() {
  compare<half>("f16");
  compare<__nv_bfloat16>("bf16");
}
