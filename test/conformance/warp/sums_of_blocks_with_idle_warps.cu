// Blocks that add up fewer elements than they have threads, more, or none: lanes without an element leave their sum undefined, and a
// shuffle with a bound reads from none of them. Warps without an element come to the barrier like all others.
#include "../check.h"

__device__ unsigned shuffleDown(unsigned value, int distance, int bound) {
  unsigned result;
  asm volatile("shfl.sync.down.b32 %0, %1, %2, %3, 0xffffffff;"
               : "=r"(result)
               : "r"(value), "r"(distance), "r"(bound));
  return result;
}
__device__ int shuffleDown(int value, int distance, int bound) {
  return static_cast<int>(shuffleDown(static_cast<unsigned>(value), distance, bound));
}
__device__ float shuffleDown(float value, int distance, int bound) {
  return __uint_as_float(shuffleDown(__float_as_uint(value), distance, bound));
}
__device__ unsigned long long shuffleDown(unsigned long long value, int distance, int bound) {
  const unsigned low = shuffleDown(static_cast<unsigned>(value), distance, bound),
                 high = shuffleDown(static_cast<unsigned>(value >> 32), distance, bound);
  return static_cast<unsigned long long>(high) << 32 | low;
}

struct Sum {
  template <typename T> __host__ __device__ T operator()(T x, T y) const { return x + y; }
};
struct Greater {
  template <typename T> __host__ __device__ T operator()(T x, T y) const { return x > y ? x : y; }
};

// `of_warps` keeps what each warp has found.
template <int kThreads, typename T, typename Operation>
__global__ void reduce(const T *in, const int *begins, T *out, T *of_warps, int *warps_seen,
                       Operation apply) {
  __shared__ T of_warp[kThreads / 32];
  __shared__ int seen;
  const int begin = begins[blockIdx.x], end = begins[blockIdx.x + 1];
  const int thread = threadIdx.x, lane = thread % 32;
  if (begin == end) {
    if (thread == 0)
      out[blockIdx.x] = T(7);
    return;
  }
  const int count = end - begin;
  T result;
  int i = thread;
  if (i < count) {
    result = in[begin + i];
    i += kThreads;
  }
  while (i < count) {
    result = apply(result, in[begin + i]);
    i += kThreads;
  }
  int last = 31;
  if (count < kThreads) {
    const int left = count - (thread & ~31);
    last = left >= 32 ? 31 : left - 1;
  }
#pragma unroll
  for (int distance = 1; distance < 32; distance *= 2) {
    const T other = shuffleDown(result, distance, last);
    if (lane + distance <= last)
      result = apply(result, other);
  }
  if (lane == 0)
    of_warp[thread / 32] = result;
  if (thread == 0)
    seen = 0;
  __syncthreads();
  if (lane == 31)
    atomicAdd(&seen, 1);
  if (thread == 0) {
    for (int warp = 1; warp < kThreads / 32; ++warp)
      if (warp * 32 < count)
        result = apply(result, of_warp[warp]);
    out[blockIdx.x] = result;
  }
  if (lane == 0 && thread < count)
    of_warps[blockIdx.x * (kThreads / 32) + thread / 32] = of_warp[thread / 32];
  __syncthreads();
  if (thread == kThreads - 1)
    warps_seen[blockIdx.x] = seen;
}

template <typename T, typename Operation>
T expectedOf(const std::vector<T> &values, int begin, int end, int threads, int warp, Operation apply) {
  // In the order of the kernel: a thread's elements, then neighbours, as floats are not associative.
  T lanes[32];
  int present = 0;
  for (int lane = 0; lane < 32 && begin + warp * 32 + lane < end; ++lane, ++present) {
    int i = begin + warp * 32 + lane;
    lanes[lane] = values[i];
    for (i += threads; i < end; i += threads)
      lanes[lane] = apply(lanes[lane], values[i]);
  }
  for (int distance = 1; distance < 32; distance *= 2)
    for (int lane = 0; lane + distance < present; ++lane)
      lanes[lane] = apply(lanes[lane], lanes[lane + distance]);
  return lanes[0];
}

template <int kThreads, typename T, typename Operation> void check(Operation apply) {
  constexpr int kWarps = kThreads / 32;
  std::vector<int> begins{0};
  for (int length :
       {1, 0, 2, 31, 32, 33, 63, 64, 65, 0, 95, 96, 97, 127, 128, 129, 200, 255, 256, 257, 500, 1200, 0, 3})
    begins.push_back(begins.back() + length);
  const int blocks = static_cast<int>(begins.size()) - 1;
  std::vector<T> values(begins.back());
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = T(i * 7919 % 1024) - T(i % 3) * T(400);
  DeviceArray<T> in(values), out(blocks), of_warps(blocks * kWarps);
  DeviceArray<int> device_begins(begins), seen(blocks);
  reduce<kThreads>
      <<<blocks, kThreads>>>(in.get(), device_begins.get(), out.get(), of_warps.get(), seen.get(), apply);
  CHECK_LAUNCH();
  const std::vector<T> results = out.host(), results_of_warps = of_warps.host();
  const std::vector<int> warps_seen = seen.host();
  for (int block = 0; block < blocks; ++block) {
    const int begin = begins[block], end = begins[block + 1];
    if (begin == end) {
      CHECK_EQ(results[block], T(7));
      continue;
    }
    CHECK_EQ(warps_seen[block], kWarps);
    T all{};
    for (int warp = 0; warp < kWarps && begin + warp * 32 < end; ++warp) {
      const T one = expectedOf(values, begin, end, kThreads, warp, apply);
      CHECK_EQ(results_of_warps[block * kWarps + warp], one);
      all = warp == 0 ? one : apply(all, one);
    }
    CHECK_EQ(results[block], all);
  }
}

template <int kThreads> void checkTypes() {
  check<kThreads, int>(Sum());
  check<kThreads, unsigned>(Sum());
  check<kThreads, unsigned long long>(Sum());
  check<kThreads, float>(Sum());
  check<kThreads, int>(Greater());
  check<kThreads, unsigned long long>(Greater());
  check<kThreads, float>(Greater());
}

int main() {
  checkTypes<32>();
  checkTypes<64>();
  checkTypes<96>();
  checkTypes<256>();
  return verdict();
}
