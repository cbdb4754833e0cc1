// What every random program uses, and the main program that runs a batch of them.
//
// A batch prints a line for each launch, "name launch digest": a hash of all that the launch has written, or
// the name of its error.

#ifndef RADDLE_TEST_FUZZ_HARNESS_H
#define RADDLE_TEST_FUZZ_HARNESS_H

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

namespace cg = cooperative_groups;

constexpr unsigned kInputs = 1024;      // elements of each input
constexpr unsigned kMostThreads = 8192; // of a launch
constexpr unsigned kSlots = 4;          // elements of scratch memory of each thread, twice
constexpr unsigned kColumns = kMostThreads * kSlots;
constexpr unsigned kScratch = 2 * kColumns;
constexpr unsigned kStream = 4096;

struct Pair {
  unsigned first;
  float second;
};

// Read-only memory. The same values in every launch.
struct Inputs {
  const unsigned *u32;
  const unsigned long long *u64;
  const float *f32;
  const double *f64;
  const unsigned char *u8;
  const short *i16;
  const uint4 *vectors; // kInputs / 4
  const Pair *pairs;
};

// Memory that each thread has for itself: elements gid * kSlots + slot, and kColumns + slot * kMostThreads +
// gid.
struct Scratch {
  unsigned *u32;
  unsigned long long *u64;
  float *f32;
  unsigned char *u8;
};

// Each array has an element for each number that a thread strides to over the grid, beginning with its own.
struct Stream {
  unsigned *u32;
  float *f32;
  unsigned long long *meeting; // what the threads of a grid have for each other, between its barriers
};

constexpr unsigned kTable = 512; // slots of a hash table

// What threads change by trying again, each place in one way only; and hash tables, whose keys lie anywhere.
struct Attempts {
  unsigned sums[8], largest[8], products[8], both_halves[8], floats[8], limited;
  unsigned long long wide_sums[8], wide_least[8], doubles[8];
  unsigned keys[kTable], keys_by_squares[kTable], keys_by_steps[kTable];
  unsigned counts[kTable], counts_by_squares[kTable], counts_by_steps[kTable];
  unsigned long long wide_keys[kTable];
  unsigned wide_counts[kTable];
};

// What blocks, warps and lanes wait for. Each of the first statements of a kernel has a row of its own.
constexpr unsigned kWaits = 4, kMostBlocks = 32, kMostTiles = 1024;
struct Waits {
  unsigned flags[kWaits][kMostBlocks], carries[kWaits][kMostBlocks], arrived[kWaits];
  unsigned long long words[kWaits][kMostTiles];
  unsigned next, serving, guarded, slots[11];
};

// What atomics add up. Each is changed by one operation only, so the order does not matter.
struct Totals {
  unsigned sum[8], smallest, largest, all, any, parity, wrapped, exchanged, returned;
  int least, most;
  unsigned long long wide_sum[4], wide_largest;
  float exact;                     // small whole numbers
  unsigned lock, guarded, product; // product: of odd numbers
  unsigned turn, chain;            // of blocks, one after the other
  Attempts attempts;
  Waits waits;
};

// A table's keys in ascending order, each with its count.
template <typename Key> void sortTable(Key (&keys)[kTable], unsigned (&counts)[kTable]) {
  std::vector<std::pair<Key, unsigned>> slots(kTable);
  for (unsigned i = 0; i < kTable; ++i)
    slots[i] = {keys[i], counts[i]};
  std::sort(slots.begin(), slots.end());
  for (unsigned i = 0; i < kTable; ++i) {
    keys[i] = slots[i].first;
    counts[i] = slots[i].second;
  }
}

inline void sortTables(Attempts &attempts) {
  sortTable(attempts.keys, attempts.counts);
  sortTable(attempts.keys_by_squares, attempts.counts_by_squares);
  sortTable(attempts.keys_by_steps, attempts.counts_by_steps);
  sortTable(attempts.wide_keys, attempts.wide_counts);
}

__constant__ unsigned constants[64] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6, 2,
                                       6, 4, 3, 3, 8, 3, 2, 7, 9, 5, 0, 2, 8, 8, 4, 1, 9, 7, 1, 6, 9, 3};
__device__ const float halves[16] = {0.5f, 1.5f, -2.5f, 3.5f, 4.5f, 5.5f, -6.5f, 7.5f};

// The lanes that the warp has whose first thread is `start`.
__device__ inline unsigned lanesFrom(unsigned start, unsigned threads) {
  return threads - start >= 32 ? 0xffffffffu : (1u << (threads - start)) - 1u;
}

// The lane of `lanes` that `number` picks; `lanes` is not empty.
__device__ inline unsigned pick(unsigned lanes, unsigned number) {
  unsigned rank = number % static_cast<unsigned>(__popc(lanes));
  for (; rank; --rank)
    lanes &= lanes - 1;
  return static_cast<unsigned>(__ffs(lanes)) - 1;
}

// The sign and the payload of a NaN are nobody's promise.
__device__ inline unsigned bitsOf(float x) { return x != x ? 0x7fffffffu : __float_as_uint(x); }
__device__ inline unsigned long long bitsOf(double x) {
  return x != x ? 0x7fffffffffffffffull : static_cast<unsigned long long>(__double_as_longlong(x));
}
__device__ inline unsigned bitsOf(__half x) { return __hisnan(x) ? 0x7fffu : __half_as_ushort(x); }
__device__ inline unsigned bitsOf(__nv_bfloat16 x) {
  return __hisnan(x) ? 0x7fffu : __bfloat16_as_ushort(x);
}
__device__ inline float withSignOf(float x, float y) { return copysignf(x, y != y ? 1.0f : y); }

__device__ inline unsigned long long mix(unsigned long long h, unsigned long long x) {
  h = (h ^ x) * 0xff51afd7ed558ccdull;
  return h ^ (h >> 29);
}
__device__ inline unsigned long long mix(unsigned long long h, unsigned x) {
  return mix(h, static_cast<unsigned long long>(x));
}
__device__ inline unsigned long long mix(unsigned long long h, int x) {
  return mix(h, static_cast<unsigned long long>(x));
}
__device__ inline unsigned long long mix(unsigned long long h, long long x) {
  return mix(h, static_cast<unsigned long long>(x));
}
__device__ inline unsigned long long mix(unsigned long long h, float x) { return mix(h, bitsOf(x)); }
__device__ inline unsigned long long mix(unsigned long long h, double x) { return mix(h, bitsOf(x)); }
__device__ inline unsigned long long mix(unsigned long long h, __half x) { return mix(h, bitsOf(x)); }
__device__ inline unsigned long long mix(unsigned long long h, __nv_bfloat16 x) { return mix(h, bitsOf(x)); }
__device__ inline unsigned long long mix(unsigned long long h, __half2 x) {
  return mix(mix(h, __low2half(x)), __high2half(x));
}
__device__ inline unsigned long long mix(unsigned long long h, __nv_bfloat162 x) {
  return mix(mix(h, __low2bfloat16(x)), __high2bfloat16(x));
}

// Without the sign and the payload of a NaN.
__device__ inline float clean(float x) { return __uint_as_float(bitsOf(x)); }
__device__ inline __half clean(__half x) {
  return __ushort_as_half(static_cast<unsigned short>(bitsOf(x)));
}

// Reads what other threads change meanwhile.
template <typename T> __device__ inline T look(const T *place) {
  return *static_cast<const volatile T *>(place);
}
template <typename T> __device__ inline void show(T *place, T value) {
  *static_cast<volatile T *>(place) = value;
}

struct Shape {
  unsigned size;
  __device__ explicit Shape(unsigned size) : size(size) {}
  __device__ virtual unsigned area(unsigned x) const { return size + x; }
};
struct Square : Shape {
  __device__ explicit Square(unsigned size) : Shape(size) {}
  __device__ unsigned area(unsigned x) const override { return size * size + x; }
};
struct Ring : Shape {
  __device__ explicit Ring(unsigned size) : Shape(size) {}
  __device__ unsigned area(unsigned x) const override {
    unsigned sum = 0;
    for (unsigned i = 0; i < (size & 7u); ++i)
      sum = sum * 5 + (x >> i);
    return sum;
  }
};

__device__ __noinline__ inline void advance(unsigned &a, unsigned long long &b, unsigned *array, unsigned n,
                                            unsigned x) {
  for (unsigned i = 0; i < n; ++i) {
    array[i] += a ^ x;
    a = a * 5 + array[i];
  }
  b ^= a * 3ull;
}

__device__ __noinline__ inline Pair twisted(Pair pair, unsigned x) {
  return Pair{pair.first * 3 + x, x & 1 ? pair.second : 1.0f};
}

using Kernel = void (*)(Inputs, unsigned long long *, Scratch, Totals *, Stream, unsigned, int, float);

struct Case {
  const char *name;
  Kernel kernel;
  dim3 grid, block;
  bool cooperative;
  unsigned dynamic_bytes; // of shared memory
};

class Digest {
public:
  template <typename T> void add(const T *device, std::size_t count) {
    std::vector<unsigned char> bytes(count * sizeof(T));
    cudaMemcpy(bytes.data(), device, bytes.size(), cudaMemcpyDeviceToHost);
    std::size_t i = 0;
    for (; i + 8 <= bytes.size(); i += 8) {
      std::uint64_t word;
      std::memcpy(&word, &bytes[i], 8);
      hash_ = (hash_ ^ word) * 0x100000001b3ull;
      hash_ ^= hash_ >> 31;
    }
    for (; i < bytes.size(); ++i)
      hash_ = (hash_ ^ bytes[i]) * 0x100000001b3ull;
  }
  unsigned long long value() const { return hash_; }

private:
  std::uint64_t hash_ = 0xcbf29ce484222325ull;
};

class Device {
public:
  Device() { allocate(); }

  void run(const Case &one, unsigned number) {
    const unsigned threads = one.grid.x * one.grid.y * one.grid.z * one.block.x * one.block.y * one.block.z;
    if (threads > kMostThreads) {
      std::printf("%s %u more threads than the harness has memory for\n", one.name, number);
      return;
    }
    cudaMemset(out_, 0, kMostThreads * sizeof *out_);
    cudaMemset(scratch_.u32, 0, kScratch * sizeof *scratch_.u32);
    cudaMemset(scratch_.u64, 0, kScratch * sizeof *scratch_.u64);
    cudaMemset(scratch_.f32, 0, kScratch * sizeof *scratch_.f32);
    cudaMemset(scratch_.u8, 0, kScratch);
    cudaMemset(stream_.u32, 0, kStream * sizeof *stream_.u32);
    cudaMemset(stream_.f32, 0, kStream * sizeof *stream_.f32);
    cudaMemset(stream_.meeting, 0, kMostThreads * sizeof *stream_.meeting);
    Totals totals{};
    totals.smallest = totals.all = 0xffffffffu;
    totals.product = 1;
    for (unsigned i = 0; i < 8; ++i) {
      totals.attempts.products[i] = 1;
      totals.attempts.wide_least[i] = ~0ull;
    }
    totals.least = 0x7fffffff;
    totals.most = -0x7fffffff;
    cudaMemcpy(totals_, &totals, sizeof totals, cudaMemcpyHostToDevice);
    launch(one);
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess)
      error = cudaDeviceSynchronize();
    if (error != cudaSuccess) {
      std::printf("%s %u %s\n", one.name, number, cudaGetErrorName(error));
      std::fflush(stdout);
      cudaDeviceReset();
      allocate();
      return;
    }
    Digest digest;
    digest.add(out_, threads);
    digest.add(scratch_.u32, kScratch);
    digest.add(scratch_.u64, kScratch);
    digest.add(scratch_.f32, kScratch);
    digest.add(scratch_.u8, kScratch);
    digest.add(stream_.u32, kStream);
    digest.add(stream_.f32, kStream);
    digest.add(stream_.meeting, kMostThreads);
    cudaMemcpy(&totals, totals_, sizeof totals, cudaMemcpyDeviceToHost);
    // What was exchanged last is anybody's; nothing of it is lost.
    totals.returned += totals.exchanged;
    totals.exchanged = 0;
    sortTables(totals.attempts);
    cudaMemcpy(totals_, &totals, sizeof totals, cudaMemcpyHostToDevice);
    digest.add(totals_, 1);
    std::printf("%s %u %016llx\n", one.name, number, digest.value());
    std::fflush(stdout);
  }

private:
  void launch(const Case &one) {
    unsigned p0 = 77;
    int p1 = -5;
    float p2 = 1.5f;
    void *arguments[] = {&inputs_, &out_, &scratch_, &totals_, &stream_, &p0, &p1, &p2};
    const void *kernel = reinterpret_cast<const void *>(one.kernel);
    if (one.cooperative)
      cudaLaunchCooperativeKernel(kernel, one.grid, one.block, arguments, one.dynamic_bytes, nullptr);
    else
      cudaLaunchKernel(kernel, one.grid, one.block, arguments, one.dynamic_bytes, nullptr);
  }

  template <typename T, typename F> const T *filled(F value) {
    std::vector<T> values(kInputs);
    for (unsigned i = 0; i < kInputs; ++i)
      values[i] = value(i);
    T *device = nullptr;
    cudaMalloc(&device, kInputs * sizeof(T));
    cudaMemcpy(device, values.data(), kInputs * sizeof(T), cudaMemcpyHostToDevice);
    return device;
  }

  void allocate() {
    std::uint64_t state = 0x853c49e6748fea9bull;
    auto random = [&state] {
      state = state * 6364136223846793005ull + 1442695040888963407ull;
      return static_cast<unsigned>(state >> 32);
    };
    inputs_.u32 = filled<unsigned>([&](unsigned i) { return i % 3 ? random() : random() % 17; });
    inputs_.u64 =
        filled<unsigned long long>([&](unsigned) { return std::uint64_t(random()) << 32 | random(); });
    inputs_.f32 = filled<float>([&](unsigned) { return static_cast<int>(random()) / 65536.0f; });
    inputs_.f64 = filled<double>([&](unsigned) { return static_cast<int>(random()) / 1048576.0; });
    inputs_.u8 = filled<unsigned char>([&](unsigned) { return static_cast<unsigned char>(random()); });
    inputs_.i16 = filled<short>([&](unsigned) { return static_cast<short>(random()); });
    inputs_.vectors = filled<uint4>([&](unsigned) { return uint4{random(), random(), random(), random()}; });
    inputs_.pairs =
        filled<Pair>([&](unsigned) { return Pair{random(), static_cast<float>(random() % 1000)}; });
    cudaMalloc(&out_, kMostThreads * sizeof *out_);
    cudaMalloc(&scratch_.u32, kScratch * sizeof *scratch_.u32);
    cudaMalloc(&scratch_.u64, kScratch * sizeof *scratch_.u64);
    cudaMalloc(&scratch_.f32, kScratch * sizeof *scratch_.f32);
    cudaMalloc(&scratch_.u8, kScratch);
    cudaMalloc(&stream_.u32, kStream * sizeof *stream_.u32);
    cudaMalloc(&stream_.f32, kStream * sizeof *stream_.f32);
    cudaMalloc(&stream_.meeting, kMostThreads * sizeof *stream_.meeting);
    cudaMalloc(&totals_, sizeof *totals_);
  }

  Inputs inputs_{};
  Scratch scratch_{};
  Stream stream_{};
  unsigned long long *out_ = nullptr;
  Totals *totals_ = nullptr;
};

// Arguments: the first case to run (0).
template <unsigned N> int runCases(const Case (&cases)[N], int argc, char **argv) {
  Device device;
  for (unsigned i = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 0; i < N; ++i)
    device.run(cases[i], i);
  return 0;
}

#endif
