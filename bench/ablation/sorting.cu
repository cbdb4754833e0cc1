// Sorting, merging, scans and compaction.
#include "kernels.h"

using namespace ablation;

constexpr unsigned kAll = 0xffffffff;

__global__ void bitonicInTile(unsigned *keys) {
  __shared__ unsigned tile[512];
  unsigned *segment = keys + blockIdx.x * 512;
  tile[threadIdx.x] = segment[threadIdx.x];
  tile[threadIdx.x + 256] = segment[threadIdx.x + 256];
  for (int size = 2; size <= 512; size *= 2)
    for (int stride = size / 2; stride > 0; stride /= 2) {
      __syncthreads();
      int position = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      bool ascending = (position & size) == 0;
      unsigned a = tile[position], b = tile[position + stride];
      if ((a > b) == ascending) {
        tile[position] = b;
        tile[position + stride] = a;
      }
    }
  __syncthreads();
  segment[threadIdx.x] = tile[threadIdx.x];
  segment[threadIdx.x + 256] = tile[threadIdx.x + 256];
}

ABLATION_KERNEL(bitonic_sort_of_tiles) {
  constexpr int size = 1 << 19;
  DeviceArray<unsigned> original = integersBelow<unsigned>(~0u, size), keys(size);
  runner.before([&] { bench::require(cudaMemcpy(keys, original, size * 4, cudaMemcpyDeviceToDevice)); });
  runner.measure([&] { bitonicInTile<<<size / 512, 256>>>(keys); }, keys);
}

__global__ void oddEvenStep(int *keys, int size, int phase) {
  int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + phase;
  if (i + 1 < size && keys[i] > keys[i + 1]) {
    int key = keys[i];
    keys[i] = keys[i + 1];
    keys[i + 1] = key;
  }
}

ABLATION_KERNEL(odd_even_sort) {
  constexpr int size = 1 << 16;
  DeviceArray<int> original = integersBelow(1000000, size), keys(size);
  runner.before([&] { bench::require(cudaMemcpy(keys, original, size * 4, cudaMemcpyDeviceToDevice)); });
  runner.measure(
      [&] {
        for (int step = 0; step < 200; ++step)
          oddEvenStep<<<size / 512, 256>>>(keys, size, step % 2);
      },
      keys);
}

// Least significant digit first: per-block counts, their scan, and a stable scatter by ranks within the warp.
__global__ void countDigits(unsigned *counts, const unsigned *keys, int shift, int per_block) {
  __shared__ unsigned bins[16];
  if (threadIdx.x < 16)
    bins[threadIdx.x] = 0;
  __syncthreads();
  const unsigned *mine = keys + blockIdx.x * per_block;
  for (int i = threadIdx.x; i < per_block; i += blockDim.x)
    atomicAdd(&bins[mine[i] >> shift & 15], 1u);
  __syncthreads();
  if (threadIdx.x < 16)
    counts[threadIdx.x * gridDim.x + blockIdx.x] = bins[threadIdx.x];
}

__global__ void scanCounts(unsigned *counts, int size) {
  __shared__ unsigned sums[1024];
  unsigned carry = 0;
  for (int base = 0; base < size; base += 1024) {
    int i = base + threadIdx.x;
    unsigned own = i < size ? counts[i] : 0;
    sums[threadIdx.x] = own;
    __syncthreads();
    for (int offset = 1; offset < 1024; offset *= 2) {
      unsigned left = threadIdx.x >= offset ? sums[threadIdx.x - offset] : 0;
      __syncthreads();
      sums[threadIdx.x] += left;
      __syncthreads();
    }
    if (i < size)
      counts[i] = carry + sums[threadIdx.x] - own;
    carry += sums[1023];
    __syncthreads();
  }
}

__global__ void scatterDigits(unsigned *out, const unsigned *keys, const unsigned *offsets, int shift,
                              int per_block) {
  // One warp per block keeps the order of equal digits.
  __shared__ unsigned next[16];
  int lane = threadIdx.x;
  if (lane < 16)
    next[lane] = offsets[lane * gridDim.x + blockIdx.x];
  __syncwarp();
  const unsigned *mine = keys + blockIdx.x * per_block;
  for (int i = lane; i < per_block; i += 32) {
    unsigned key = mine[i], digit = key >> shift & 15;
    unsigned same = __match_any_sync(kAll, digit);
    unsigned rank = __popc(same & ((1u << lane) - 1));
    unsigned at = next[digit] + rank;
    __syncwarp();
    if (rank == 0)
      next[digit] += __popc(same);
    __syncwarp();
    out[at] = key;
  }
}

ABLATION_KERNEL(radix_sort_by_digits) {
  constexpr int size = 1 << 18, per_block = 2048, blocks = size / per_block;
  DeviceArray<unsigned> original = integersBelow<unsigned>(~0u, size), one(size), other(size),
                        counts(16 * blocks);
  runner.before([&] { bench::require(cudaMemcpy(one, original, size * 4, cudaMemcpyDeviceToDevice)); });
  runner.measure(
      [&] {
        unsigned *from = one, *to = other;
        for (int shift = 0; shift < 16; shift += 4) {
          countDigits<<<blocks, 256>>>(counts, from, shift, per_block);
          scanCounts<<<1, 1024>>>(counts, 16 * blocks);
          scatterDigits<<<blocks, 32>>>(to, from, counts, shift, per_block);
          std::swap(from, to);
        }
      },
      one);
}

__global__ void mergeByRank(int *out, const int *a, const int *b, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size)
    return;
  int low = 0, high = size, key = a[i];
  while (low < high) {
    int middle = (low + high) / 2;
    if (b[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  out[i + low] = key;
  low = 0, high = size, key = b[i];
  while (low < high) {
    int middle = (low + high) / 2;
    if (a[middle] <= key)
      low = middle + 1;
    else
      high = middle;
  }
  out[i + low] = key;
}

ABLATION_KERNEL(merge_by_binary_search) {
  constexpr int size = 1 << 17;
  DeviceArray<int> a = generated<int>(size, [](std::size_t i) { return int(i * 3); });
  DeviceArray<int> b = generated<int>(size, [](std::size_t i) { return int(i * i / size * 3); });
  DeviceArray<int> out(2 * size);
  runner.measure([&] { mergeByRank<<<size / 256, 256>>>(out, a, b, size); }, out);
}

// Each thread finds where its eight elements begin in both halves of a tile, and merges them one by one.
__global__ void mergeHalves(int *out, const int *in) {
  constexpr int kItems = 8, kHalf = 128 * kItems / 2;
  __shared__ int tile[2 * kHalf + 2];
  const int *segment = in + blockIdx.x * 2 * kHalf;
  for (int i = threadIdx.x; i < 2 * kHalf; i += blockDim.x)
    tile[i] = segment[i];
  __syncthreads();
  int diagonal = threadIdx.x * kItems, low = max(0, diagonal - kHalf), high = min(diagonal, kHalf);
  while (low < high) {
    int middle = (low + high) / 2;
    if (tile[kHalf + diagonal - 1 - middle] < tile[middle])
      high = middle;
    else
      low = middle + 1;
  }
  int i = low, j = kHalf + diagonal - low, x = tile[i], y = tile[j], merged[kItems];
#pragma unroll
  for (int item = 0; item < kItems; ++item)
    if (j < 2 * kHalf && (i >= kHalf || y < x)) {
      merged[item] = y;
      y = tile[++j];
    } else {
      merged[item] = x;
      x = tile[++i];
    }
  __syncthreads();
  for (int item = 0; item < kItems; ++item)
    tile[threadIdx.x * kItems + item] = merged[item];
  __syncthreads();
  for (int i = threadIdx.x; i < 2 * kHalf; i += blockDim.x)
    out[blockIdx.x * 2 * kHalf + i] = tile[i];
}

ABLATION_KERNEL(merge_by_paths) {
  constexpr int size = 1 << 20;
  DeviceArray<int> out(size), in = generated<int>(size, [](std::size_t i) {
                              return i % 1024 < 512 ? int(i % 512 * 3) : int(i % 512 * (i % 512) / 171);
                            });
  runner.measure([&] { mergeHalves<<<size / 1024, 128>>>(out, in); }, out);
}

__global__ void compact(int *out, int *count, const int *in, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  bool keep = i < size && in[i] % 3 == 0;
  unsigned ballot = __ballot_sync(kAll, keep);
  int base = 0;
  if (lane == 0 && ballot)
    base = atomicAdd(count, __popc(ballot));
  base = __shfl_sync(kAll, base, 0);
  if (keep)
    out[base + __popc(ballot & ((1u << lane) - 1))] = in[i];
}

ABLATION_KERNEL(compaction_by_ballot) {
  constexpr int size = 4 << 20;
  DeviceArray<int> in = integersBelow(1 << 20, size), out(size), count(1);
  runner.before([&] { bench::require(cudaMemset(count, 0, 4)); });
  runner.measure([&] { compact<<<size / 256, 256>>>(out, count, in, size); }, count);
}

__global__ void scanBlocks(int *out, int *sums, const int *in) {
  __shared__ int warps[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int value = in[i];
  for (int offset = 1; offset < 32; offset *= 2) {
    int left = __shfl_up_sync(kAll, value, offset);
    if (lane >= offset)
      value += left;
  }
  if (lane == 31)
    warps[warp] = value;
  __syncthreads();
  if (warp == 0) {
    int sum = lane < blockDim.x / 32 ? warps[lane] : 0;
    for (int offset = 1; offset < 32; offset *= 2) {
      int left = __shfl_up_sync(kAll, sum, offset);
      if (lane >= offset)
        sum += left;
    }
    warps[lane] = sum;
  }
  __syncthreads();
  if (warp > 0)
    value += warps[warp - 1];
  out[i] = value;
  if (threadIdx.x == blockDim.x - 1)
    sums[blockIdx.x] = value;
}

__global__ void addSums(int *out, const int *sums) {
  if (blockIdx.x > 0)
    out[blockIdx.x * blockDim.x + threadIdx.x] += sums[blockIdx.x - 1];
}

ABLATION_KERNEL(scan_by_shuffles) {
  constexpr int size = 1 << 20;
  DeviceArray<int> in = integersBelow(100, size), out(size), sums(1024), total(1);
  runner.measure(
      [&] {
        scanBlocks<<<size / 1024, 1024>>>(out, sums, in);
        scanBlocks<<<1, 1024>>>(sums, total, sums);
        addSums<<<size / 1024, 1024>>>(out, sums);
      },
      out);
}

// Blelloch's scan in shared memory: up, then down the tree.
__global__ void scanTree(float *out, const float *in) {
  __shared__ float tree[512];
  int t = threadIdx.x, base = blockIdx.x * 512;
  tree[2 * t] = in[base + 2 * t];
  tree[2 * t + 1] = in[base + 2 * t + 1];
  int offset = 1;
  for (int d = 256; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      tree[offset * (2 * t + 2) - 1] += tree[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0)
    tree[511] = 0;
  for (int d = 1; d < 512; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
      float value = tree[left];
      tree[left] = tree[right];
      tree[right] += value;
    }
  }
  __syncthreads();
  out[base + 2 * t] = tree[2 * t];
  out[base + 2 * t + 1] = tree[2 * t + 1];
}

ABLATION_KERNEL(scan_up_and_down_a_tree) {
  constexpr int size = 2 << 20;
  DeviceArray<float> in = uniform(size), out(size);
  runner.measure([&] { scanTree<<<size / 512, 256>>>(out, in); }, out);
}

// Each thread sorts a short segment of its own in a local array.
__global__ void sortSegments(int *keys, int segments, int length) {
  int s = blockIdx.x * blockDim.x + threadIdx.x, local[32];
  if (s >= segments)
    return;
  for (int i = 0; i < length; ++i) {
    int key = keys[s * length + i], at = i;
    for (; at > 0 && local[at - 1] > key; --at)
      local[at] = local[at - 1];
    local[at] = key;
  }
  for (int i = 0; i < length; ++i)
    keys[s * length + i] = local[i];
}

ABLATION_KERNEL(insertion_sort_of_segments) {
  constexpr int segments = 8192, length = 24;
  DeviceArray<int> original = integersBelow(1000, segments * length), keys(segments * length);
  runner.before(
      [&] { bench::require(cudaMemcpy(keys, original, segments * length * 4, cudaMemcpyDeviceToDevice)); });
  runner.measure([&] { sortSegments<<<segments / 128, 128>>>(keys, segments, length); }, keys);
}

// Digits per thread, counted in a local array.
__global__ void countOwnDigits(unsigned char *counts, const unsigned *keys, int threads, int per_thread) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned char own[16] = {};
  for (int i = 0; i < per_thread; ++i)
    ++own[keys[i * threads + t] & 15];
  for (int digit = 0; digit < 16; ++digit)
    counts[digit * threads + t] = own[digit];
}

ABLATION_KERNEL(digits_per_thread) {
  constexpr int threads = 4096, per_thread = 128;
  DeviceArray<unsigned> keys = integersBelow<unsigned>(~0u, threads * per_thread);
  DeviceArray<unsigned char> counts(16 * threads);
  runner.measure([&] { countOwnDigits<<<threads / 128, 128>>>(counts, keys, threads, per_thread); }, counts);
}

// Bitonic sort by the textbook: one kernel per step, in global memory.
__global__ void bitonicStep(float *values, int j, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, partner = i ^ j;
  if (partner > i) {
    bool ascending = (i & k) == 0;
    if ((values[i] > values[partner]) == ascending) {
      float value = values[i];
      values[i] = values[partner];
      values[partner] = value;
    }
  }
}

ABLATION_KERNEL(bitonic_sort_in_global_memory) {
  constexpr int size = 1 << 15;
  DeviceArray<float> original = uniform(size), values(size);
  runner.before([&] { bench::require(cudaMemcpy(values, original, size * 4, cudaMemcpyDeviceToDevice)); });
  runner.measure(
      [&] {
        for (int k = 2; k <= size; k *= 2)
          for (int j = k / 2; j > 0; j /= 2)
            bitonicStep<<<size / 256, 256>>>(values, j, k);
      },
      values);
}
