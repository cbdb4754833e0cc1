// Rounds between barriers whose partners come closer, down to neighbours: sorting networks, transforms and sums by
// halves, in blocks of one row and of several, of full warps and of parts of them.
// long: under sanitizers its kernels take the compiler more than half a minute.
#include "../check.h"

#include <algorithm>

__device__ int threadOfBlock() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }

// By threadIdx.x alone where `across` is set: rows of a block sort the same keys together, or each its own.
__global__ void sortKeys(int *keys, int count, bool rows_apart) {
  __shared__ int shared[2048];
  const int row = threadIdx.y + blockDim.y * threadIdx.z;
  int *own = shared + (rows_apart ? row * count : 0);
  const bool works = rows_apart || row == 0;
  int *global =
      keys + (blockIdx.x * (rows_apart ? blockDim.y * blockDim.z : 1) + (rows_apart ? row : 0)) * count;
  if (works) {
    own[threadIdx.x] = global[threadIdx.x];
    own[threadIdx.x + count / 2] = global[threadIdx.x + count / 2];
  }
  for (int length = 2; length <= count; length *= 2)
    for (int stride = length / 2; stride > 0; stride /= 2) {
      __syncthreads();
      int first = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      bool ascending = (first & length) == 0;
      int a = works ? own[first] : 0, b = works ? own[first + stride] : 0;
      if (works && (a > b) == ascending) {
        own[first] = b;
        own[first + stride] = a;
      }
    }
  __syncthreads();
  if (works) {
    global[threadIdx.x] = own[threadIdx.x];
    global[threadIdx.x + count / 2] = own[threadIdx.x + count / 2];
  }
}

// All threads of a row work on the same keys as those of the other rows: y decides which half of the pairs.
__global__ void sortByRows(int *keys) {
  __shared__ int shared[256];
  const int t = threadOfBlock();
  if (t < 256)
    shared[t] = keys[t];
  for (int length = 2; length <= 256; length *= 2)
    for (int stride = length / 2; stride > 0; stride /= 2) {
      __syncthreads();
      int first = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      if ((threadIdx.x & 1) == threadIdx.y) {
        int a = shared[first], b = shared[first + stride];
        if ((a > b) == ((first & length) == 0)) {
          shared[first] = b;
          shared[first + stride] = a;
        }
      }
    }
  __syncthreads();
  if (t < 256)
    keys[t] = shared[t];
}

// A barrier at the end of a round, and one place next to the own ones: not within a warp.
__global__ void transform(int *out, const int *in, int far) {
  __shared__ int values[512 + 64];
  const int t = threadIdx.x;
  values[t] = in[t];
  values[t + 256] = in[t + 256];
  if (t < 64)
    values[512 + t] = t;
  __syncthreads();
  for (int stride = 256; stride > 0; stride /= 2) {
    const int first = 2 * t - (t & (stride - 1));
    const int a = values[first], b = values[first + stride];
    values[first] = a + b;
    values[first + stride] = a - b;
    __syncthreads();
  }
  for (int stride = 16; stride > 0; stride >>= 1) {
    const int partner = values[(t + stride + far) % 512];
    __syncthreads();
    values[t ^ stride] += partner + (t & (stride - 1));
    __syncthreads();
  }
  out[t] = values[t];
  out[t + 256] = values[t + 256];
}

// The partner's place is moved by kShift, into the next warp's places. kBegin is 0 where only the run knows.
template <int kShift, int kBegin> __global__ void shifted(int *out, const int *in, int count, int begin) {
  __shared__ int values[512];
  const int t = threadIdx.x;
  values[t] = in[t];
  values[t + 256] = in[t + 256];
  for (int length = kBegin ? kBegin : begin; length <= count; length *= 2)
    for (int stride = length / 2; stride > 0; stride /= 2) {
      __syncthreads();
      const int first = 2 * t - (t & (stride - 1));
      const int a = values[first], b = values[(first + stride + kShift) % 512];
      __syncthreads();
      values[first] = (a + 3 * b + (first & length)) % 1000;
      if (b > a)
        values[first + stride] = (values[first + stride] - a) % 1000;
    }
  __syncthreads();
  out[t] = values[t];
  out[t + 256] = values[t + 256];
}

__global__ void sums(int *out, const int *in) {
  __shared__ int values[256];
  const int t = threadIdx.x;
  values[t] = in[blockIdx.x * blockDim.x + t];
  for (unsigned stride = blockDim.x / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    if (t < stride)
      values[t] += values[t + stride];
  }
  if (t == 0)
    out[blockIdx.x] = values[0];
}

std::vector<int> numbers(int count, int bound) {
  std::vector<int> result(count);
  unsigned state = 12345;
  for (int &number : result) {
    state = state * 1664525u + 1013904223u;
    number = static_cast<int>(state >> 8) % bound;
  }
  return result;
}

void checkSort(int count, dim3 block, bool rows_apart) {
  const int blocks = 3, parts = blocks * (rows_apart ? block.y * block.z : 1);
  std::vector<int> keys = numbers(parts * count, 10007);
  DeviceArray<int> device(keys);
  sortKeys<<<blocks, block>>>(device.get(), count, rows_apart);
  CHECK_LAUNCH();
  for (int part = 0; part < parts; ++part)
    std::sort(keys.begin() + part * count, keys.begin() + (part + 1) * count);
  CHECK_SAME(device.host(), keys);
}

template <int kShift, int kBegin = 0> void checkShifted(int begin = kBegin) {
  constexpr int kCount = 512;
  std::vector<int> in = numbers(kCount, 100), values = in;
  for (int length = begin; length <= kCount; length *= 2)
    for (int stride = length / 2; stride > 0; stride /= 2) {
      const std::vector<int> before = values;
      for (int t = 0; t < kCount / 2; ++t) {
        const int first = 2 * t - (t & (stride - 1));
        const int a = before[first], b = before[(first + stride + kShift) % kCount];
        values[first] = (a + 3 * b + (first & length)) % 1000;
        if (b > a)
          values[first + stride] = (before[first + stride] - a) % 1000;
      }
    }
  DeviceArray<int> source(in), target(kCount);
  shifted<kShift, kBegin><<<1, kCount / 2>>>(target.get(), source.get(), kCount, begin);
  CHECK_LAUNCH();
  CHECK_SAME(target.host(), values);
}

int main() {
  checkShifted<0, 2>();
  checkShifted<1, 2>();
  checkShifted<64, 4>();
  checkShifted<0, 64>();
  for (int begin : {2, 16, 64, 512}) {
    checkShifted<0>(begin);
    checkShifted<1>(begin);
    checkShifted<64>(begin);
  }
  for (int count : {64, 128, 256, 1024, 2048})
    checkSort(count, dim3(count / 2), false);
  for (int count : {2, 4, 16, 32})
    checkSort(count, dim3(count / 2), false);
  for (int count : {64, 128, 256}) {
    checkSort(count, dim3(count / 2, 4), true);
    checkSort(count, dim3(count / 2, 2, 2), true);
    checkSort(count, dim3(count / 2, 4), false);
  }

  std::vector<int> keys = numbers(256, 997);
  DeviceArray<int> sorted(keys);
  sortByRows<<<1, dim3(128, 2)>>>(sorted.get());
  CHECK_LAUNCH();
  std::sort(keys.begin(), keys.end());
  CHECK_SAME(sorted.host(), keys);

  for (int far : {0, 32, 100}) {
    std::vector<int> in = numbers(512, 1000), values = in;
    for (int i = 0; i < 64; ++i)
      values.push_back(i);
    for (int stride = 256; stride > 0; stride /= 2) {
      std::vector<int> before = values;
      for (int t = 0; t < 256; ++t) {
        const int first = 2 * t - (t & (stride - 1));
        values[first] = before[first] + before[first + stride];
        values[first + stride] = before[first] - before[first + stride];
      }
    }
    for (int stride = 16; stride > 0; stride >>= 1) {
      std::vector<int> before = values;
      for (int t = 0; t < 256; ++t)
        values[t ^ stride] += before[(t + stride + far) % 512] + (t & (stride - 1));
    }
    values.resize(512);
    DeviceArray<int> source(in), target(512);
    transform<<<1, 256>>>(target.get(), source.get(), far);
    CHECK_LAUNCH();
    CHECK_SAME(target.host(), values);
  }

  for (int threads : {256, 128, 64, 32, 16}) {
    std::vector<int> in = numbers(4 * threads, 1000), expected(4);
    for (int i = 0; i < 4 * threads; ++i)
      expected[i / threads] += in[i];
    DeviceArray<int> source(in), target(4);
    sums<<<4, threads>>>(target.get(), source.get());
    CHECK_LAUNCH();
    CHECK_SAME(target.host(), expected);
  }
  return verdict();
}
