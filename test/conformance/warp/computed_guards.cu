// Guards that are computed, before and after warp operations and barriers: what lies behind them is loaded and stored by
// exactly the threads inside, in blocks of every shape, for elements of 1 to 16 bytes.
// long: under sanitizers its kernels take the compiler more than half a minute.
#include "../check.h"

#include <algorithm>

// The lanes that the calling thread's warp has; known at once where blocks are whole warps.
template <bool kWhole> __device__ unsigned lanesHere(unsigned tid, unsigned threads) {
  const unsigned left = threads - tid / 32 * 32;
  return kWhole || left >= 32 ? 0xffffffffu : (1u << left) - 1;
}

__host__ __device__ inline int number(float4 value) { return static_cast<int>(value.x + value.w); }
template <typename T> __host__ __device__ int number(T value) { return static_cast<int>(value); }
template <typename T> __host__ __device__ T element(int number) {
  if constexpr (std::is_same_v<T, float4>)
    return make_float4(static_cast<float>(number), 1, 2, static_cast<float>(number % 7));
  else
    return static_cast<T>(number % 100);
}

struct Place {
  unsigned x, y, tid, threads;
  std::size_t at;
};

__device__ inline Place place() {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const std::size_t columns = gridDim.x * blockDim.x, rows = gridDim.y * blockDim.y;
  return {x, y, tid, blockDim.x * blockDim.y * blockDim.z, (threadIdx.z * rows + y) * columns + x};
}

// The interior of a rectangle, three times: in front of a shuffle, after it, and after a barrier.
template <bool kWhole, typename T>
__global__ void interior(const T *in, T *out, T *sums, int width, int height) {
  __shared__ int tile[1024];
  const auto [x, y, tid, threads, at] = place();
  const bool inside = static_cast<int>(x) < width - 2 && static_cast<int>(y) < height - 1;
  int value = inside ? number(in[at]) : 0;
  value += __shfl_sync(lanesHere<kWhole>(tid, threads), value, 0);
  if (inside)
    out[at] = element<T>(value);
  tile[tid] = value;
  __syncthreads();
  if (inside)
    sums[at] = element<T>(value + tile[(tid + 1) % threads]);
}

// An index of 64 bits against bounds that change from round to round, with votes and barriers between.
template <bool kWhole> __global__ void halves(const int *in, int *out, std::size_t n) {
  const auto [x, y, tid, threads, at] = place();
  const unsigned lanes = lanesHere<kWhole>(tid, threads);
  int sum = 0;
  for (unsigned round = 0; round < 3; ++round) {
    const bool inside = at < n / (round + 2) || at + 5 > n;
    if (inside)
      sum += in[at];
    sum += __popc(__ballot_sync(lanes, inside)) + __syncthreads_count(!inside);
    if (inside && sum % 3 != 0)
      out[at] = sum;
  }
}

// All threads go over the array together; only the last round is not for all.
template <bool kWhole> __global__ void strides(const int *in, int *out, int n) {
  const auto [x, y, tid, threads, at] = place();
  const unsigned lanes = lanesHere<kWhole>(tid, threads), all = threads * gridDim.x * gridDim.y;
  const unsigned block = blockIdx.x + gridDim.x * blockIdx.y;
  const int limit = n * 3 / 4 - max(n % 10, 1);
  for (int first = static_cast<int>(block * threads); first < limit; first += static_cast<int>(all)) {
    const int i = first + static_cast<int>(tid);
    int value = i < limit ? in[i] : 1;
    value += __reduce_add_sync(lanes, value);
    if (i < limit)
      out[i] = value;
    __syncwarp(lanes);
    if (i + 1 < limit && i > 2)
      out[i] += in[i + 1];
  }
}

// Nested guards, and threads that return by one.
__global__ void nested(const int *in, int *out, int n, short most) {
  const auto [x, y, tid, threads, at] = place();
  const int t = static_cast<int>(at), third = n / 3, half = min(n / 2, static_cast<int>(most));
  if (t >= n - 3)
    return;
  int value = in[t];
  if (t < half) {
    value *= 2;
    if (t < third)
      out[t] = value;
    value += in[t + 1];
    if (!(t >= third))
      out[t] += value;
    else
      out[t] = 7;
  }
  if (t >= third && (t < half || value % 2 == 0))
    out[t] += value;
}

// ---- what they must write

struct Shape {
  dim3 grid, block;
  unsigned threads() const { return block.x * block.y * block.z; }
  unsigned blocks() const { return grid.x * grid.y; }
  unsigned all() const { return threads() * blocks(); }
  Place place(unsigned block_number, unsigned tid) const {
    const unsigned x = block_number % grid.x * block.x + tid % block.x;
    const unsigned y = block_number / grid.x * block.y + tid / block.x % block.y;
    const std::size_t columns = grid.x * block.x, rows = grid.y * block.y;
    return {x, y, tid, threads(), (tid / (block.x * block.y) * rows + y) * columns + x};
  }
};

template <typename T> std::vector<T> elements(unsigned count, int first) {
  std::vector<T> values(count);
  for (unsigned i = 0; i < count; ++i)
    values[i] = element<T>(first + static_cast<int>(i * 7 % 61));
  return values;
}

template <typename T> std::vector<int> numbers(const std::vector<T> &values) {
  std::vector<int> result;
  for (const T &value : values)
    result.push_back(number(value));
  return result;
}

template <bool kWhole, typename T> void checkInterior(const Shape &shape) {
  const int width = static_cast<int>(shape.grid.x * shape.block.x) - 1,
            height = static_cast<int>(shape.grid.y * shape.block.y) + 1 - (shape.block.y > 1 ? 3 : 0);
  const auto values = elements<T>(shape.all(), 3);
  const std::vector<T> untouched(shape.all(), element<T>(99));
  DeviceArray<T> in(values), out(untouched), sums(untouched);
  interior<kWhole><<<shape.grid, shape.block>>>(in.get(), out.get(), sums.get(), width, height);
  CHECK_LAUNCH();
  std::vector<T> expected = untouched, expected_sums = untouched;
  for (unsigned block = 0; block < shape.blocks(); ++block) {
    std::vector<int> value(shape.threads());
    const auto isInside = [&](const Place &p) {
      return static_cast<int>(p.x) < width - 2 && static_cast<int>(p.y) < height - 1;
    };
    for (unsigned tid = 0; tid < shape.threads(); ++tid) {
      const Place p = shape.place(block, tid);
      value[tid] = isInside(p) ? number(values[p.at]) : 0;
    }
    for (unsigned tid = shape.threads(); tid-- > 0;)
      value[tid] += value[tid / 32 * 32];
    for (unsigned tid = 0; tid < shape.threads(); ++tid)
      if (const Place p = shape.place(block, tid); isInside(p)) {
        expected[p.at] = element<T>(value[tid]);
        expected_sums[p.at] = element<T>(value[tid] + value[(tid + 1) % shape.threads()]);
      }
  }
  CHECK_SAME(numbers(out.host()), numbers(expected));
  CHECK_SAME(numbers(sums.host()), numbers(expected_sums));
}

template <bool kWhole> void checkHalves(const Shape &shape) {
  const auto values = elements<int>(shape.all(), 1);
  const std::size_t n = shape.all();
  DeviceArray<int> in(values), out(std::vector<int>(n, -1));
  halves<kWhole><<<shape.grid, shape.block>>>(in.get(), out.get(), n);
  CHECK_LAUNCH();
  std::vector<int> expected(n, -1);
  for (unsigned block = 0; block < shape.blocks(); ++block) {
    std::vector<int> sum(shape.threads());
    for (unsigned round = 0; round < 3; ++round) {
      const auto isInside = [&](unsigned tid) {
        const std::size_t at = shape.place(block, tid).at;
        return at < n / (round + 2) || at + 5 > n;
      };
      std::vector<int> votes(shape.threads() / 32 + 1);
      int outside = 0;
      for (unsigned tid = 0; tid < shape.threads(); ++tid) {
        votes[tid / 32] += isInside(tid);
        outside += !isInside(tid);
      }
      for (unsigned tid = 0; tid < shape.threads(); ++tid) {
        const std::size_t at = shape.place(block, tid).at;
        sum[tid] += (isInside(tid) ? values[at] : 0) + votes[tid / 32] + outside;
        if (isInside(tid) && sum[tid] % 3 != 0)
          expected[at] = sum[tid];
      }
    }
  }
  CHECK_SAME(out.host(), expected);
}

template <bool kWhole> void checkStrides(const Shape &shape) {
  const int n = static_cast<int>(shape.all() * 3 + 17), limit = n * 3 / 4 - std::max(n % 10, 1);
  const auto values = elements<int>(static_cast<unsigned>(n), 2);
  DeviceArray<int> in(values), out(std::vector<int>(values.size(), -1));
  strides<kWhole><<<shape.grid, shape.block>>>(in.get(), out.get(), n);
  CHECK_LAUNCH();
  std::vector<int> expected(values.size(), -1);
  const int threads = static_cast<int>(shape.threads());
  for (int first = 0; first < limit; first += threads)
    for (int warp = 0; warp < threads; warp += 32) {
      const auto valueOf = [&](int tid) { return first + tid < limit ? values[first + tid] : 1; };
      const int end = std::min(warp + 32, threads);
      int sum = 0;
      for (int tid = warp; tid < end; ++tid)
        sum += valueOf(tid);
      for (int i = first + warp; i < std::min(first + end, limit); ++i)
        expected[i] = values[i] + sum + (i + 1 < limit && i > 2 ? values[i + 1] : 0);
    }
  CHECK_SAME(out.host(), expected);
}

void checkNested(const Shape &shape) {
  const int n = static_cast<int>(shape.all());
  const short most = static_cast<short>(n * 2 / 5);
  const auto values = elements<int>(shape.all(), 4);
  DeviceArray<int> in(values), out(std::vector<int>(values.size(), 5));
  nested<<<shape.grid, shape.block>>>(in.get(), out.get(), n, most);
  CHECK_LAUNCH();
  std::vector<int> expected(values.size(), 5);
  const int third = n / 3, half = std::min<int>(n / 2, most);
  for (int t = 0; t < n - 3; ++t) {
    int value = values[t];
    if (t < half) {
      value = value * 2 + values[t + 1];
      expected[t] = t < third ? values[t] * 2 + value : 7;
    }
    if (t >= third && (t < half || value % 2 == 0))
      expected[t] += value;
  }
  CHECK_SAME(out.host(), expected);
}

template <bool kWhole> void checkShape(const Shape &shape) {
  checkInterior<kWhole, float>(shape);
  checkHalves<kWhole>(shape);
  checkStrides<kWhole>(shape);
}

int main() {
  // In 64 x 4 threads warps are fused, in 16 x 16 a warp is two rows.
  for (const dim3 block : {dim3(32), dim3(256), dim3(64, 4), dim3(16, 16)})
    checkShape<true>({dim3(2, 2), block});
  for (const dim3 block : {dim3(100), dim3(33), dim3(7, 5)})
    checkShape<false>({dim3(3, 1), block});
  const Shape line{dim3(3), dim3(256)};
  checkInterior<true, unsigned char>(line);
  checkInterior<true, short>(line);
  checkInterior<true, double>(line);
  checkInterior<true, float4>(line);
  checkNested(line);
  checkNested({dim3(2, 2), dim3(16, 4)});
  return verdict();
}
