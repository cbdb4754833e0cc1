// What nvcc takes, and other compilers of CUDA may not: braces in launches, attributes after CUDA's qualifiers, a
// program's own warpSize, macros for pragmas, registers that asm statements declare, and macros named like anything in
// CUDA's headers in front of them.
#include "../check.h"

#define N 5
#define W 6
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

constexpr int warpSize = 32;

#ifdef __CUDA_ARCH__
#define UNROLL #pragma unroll
#else
#define UNROLL
#endif
#define HOST_DEVICE __host__ __device__ [[nodiscard]] inline
#define LAUNCH(kernel, ...) kernel<<<__VA_ARGS__>>>(seen)

struct Extent {
  int x, y;
  __host__ __device__ [[nodiscard]] explicit constexpr Extent(int x, int y) noexcept : x(x), y(y) {}
  HOST_DEVICE int area() const { return x * y; }
  template <class T> __device__ [[nodiscard]] static T twice(T t) { return 2 * t; }
};
template <int A, int B> unsigned sum() { return A + B; }
__device__ [[gnu::noinline]] static int six() { return 6; }
extern "C"__device__ [[maybe_unused]] int one() { return 1; }

template <int A, int B> __global__ [[maybe_unused]] void count(int *seen) { atomicAdd(seen, A * B); }
__global__ void __launch_bounds__(256) plain(int *seen) { atomicAdd(seen, 1); }

extern "C"__global__ void attributes(int *out, __grid_constant__ [[maybe_unused]] const int unused) {
  __shared__ [[maybe_unused]] alignas(64) char first[3];
  __shared__ __align__(32) float second[5];
  second[threadIdx.x % 5] = first[0] = 0;
  int total = 0;
  UNROLL
  for (int i = 0; i < 4; ++i)
    total += i * threadIdx.x;
  auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block());
  total += cooperative_groups::reduce(tile, 1, cooperative_groups::plus<int>());
  out[threadIdx.x] = total + Extent(2, 3).area() + Extent::twice(six()) + one() + warpSize +
                     reinterpret_cast<size_t>(first) % 64 + reinterpret_cast<size_t>(second) % 16;
}

__global__ void registers(int *out, int in) {
  int result = 0;
  asm("{ .reg .pred %above<3>;\n\t"
      "  .reg .b32 %add<2>;\n\t"
      "  add.s32 %add1, %1, 1;\n\t"
      "  setp.gt.s32 %above2, %add1, 4;\n\t"
      "  selp.s32 %0, 1, 2, %above2; }"
      : "=r"(result)
      : "r"(in));
  asm("{ .reg .b32 %again0, %again1; mov.b32 %again1, %1; add.s32 %again0, %again1, %again1; add.s32 %0, %0, %again0; }"
      : "+r"(result)
      : "r"(in));
  *out = result;
}

void launches() {
  int *seen = nullptr;
  cudaMallocManaged(&seen, sizeof *seen);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  const unsigned n = 2;
  plain<<<1, {4, 2}>>>(seen);                                            // 8
  count<1, 2><<<{n}, {sum<1, 2>(), 1, 1}, {64}, {stream}>>>(seen);        // 12
  count<2, 3><<<{}, {}, {}, {}>>>(seen);                                  // 6
  LAUNCH(plain, {n, n}, {5});                                             // 20
  [=] { plain<<<dim3{3}, {std::vector<unsigned>{2, 7}[1]}, 0>>>(seen); }(); // 21
  CHECK_EQ(cudaDeviceSynchronize(), cudaSuccess);
  CHECK_EQ(*seen, 67);
}

int main() {
  launches();
  int *out = nullptr;
  cudaMallocManaged(&out, 32 * sizeof *out);
  attributes<<<1, 32>>>(out, 0);
  CHECK_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 32; ++i)
    CHECK_EQ(out[i], 6 * i + 8 + 6 + 12 + 1 + 32);
  for (int in : {3, 4}) {
    registers<<<1, 1>>>(out, in);
    CHECK_EQ(cudaDeviceSynchronize(), cudaSuccess);
    CHECK_EQ(*out, (in == 4 ? 1 : 2) + 2 * in);
  }
  return verdict();
}
