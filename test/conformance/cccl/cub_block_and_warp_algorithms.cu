// CUB's algorithms for the threads of a block and for the lanes of a warp, against the host's.
#include "../check.h"

#include <cub/cub.cuh>

#include <algorithm>
#include <numeric>

namespace {

struct Largest {
  __host__ __device__ int operator()(int a, int b) const { return a < b ? b : a; }
};
struct Unequal {
  __host__ __device__ bool operator()(int a, int b) const { return a != b; }
};

constexpr int kThreads = 128, kItems = 5, kCount = kThreads * kItems, kLogicalWarp = 8;

struct Results {
  int sorted[kCount], places[kCount], merged[kCount], scanned[kCount], striped[kCount],
      ranks_of_heads[kCount];
  int histogram[16];
  int reduced, largest;
  int warp_sums[kThreads], warp_scans[kThreads], tile_sums[kThreads], tile_merged[kThreads];
};

struct Greater {
  __host__ __device__ bool operator()(int a, int b) const { return a > b; }
};

__global__ void blocks(const int *in, Results *out) {
  using Load = cub::BlockLoad<int, kThreads, kItems, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
  using Store = cub::BlockStore<int, kThreads, kItems, cub::BLOCK_STORE_TRANSPOSE>;
  using Sort = cub::BlockRadixSort<int, kThreads, kItems, int>;
  using Merge = cub::BlockMergeSort<int, kThreads, kItems>;
  using Scan = cub::BlockScan<int, kThreads, cub::BLOCK_SCAN_RAKING>;
  using WarpScans = cub::BlockScan<int, kThreads, cub::BLOCK_SCAN_WARP_SCANS>;
  using Reduce = cub::BlockReduce<int, kThreads>;
  using Exchange = cub::BlockExchange<int, kThreads, kItems>;
  using Heads = cub::BlockDiscontinuity<int, kThreads>;
  using Histogram = cub::BlockHistogram<unsigned char, kThreads, kItems, 16, cub::BLOCK_HISTO_ATOMIC>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
    typename Sort::TempStorage sort;
    typename Merge::TempStorage merge;
    typename Scan::TempStorage scan;
    typename WarpScans::TempStorage warp_scans;
    typename Reduce::TempStorage reduce;
    typename Exchange::TempStorage exchange;
    typename Heads::TempStorage heads;
    typename Histogram::TempStorage histogram;
  } memory;

  int items[kItems], values[kItems];
  Load(memory.load).Load(in, items);
  __syncthreads();

  const int sum = Reduce(memory.reduce).Sum(items);
  __syncthreads();
  const int largest = Reduce(memory.reduce).Reduce(items, Largest());
  __syncthreads();
  if (threadIdx.x == 0) {
    out->reduced = sum;
    out->largest = largest;
  }

  Scan(memory.scan).InclusiveSum(items, values);
  __syncthreads();
  Store(memory.store).Store(out->scanned, values);
  __syncthreads();

  Exchange(memory.exchange).BlockedToStriped(items, values);
  for (int i = 0; i < kItems; ++i)
    out->striped[i * kThreads + threadIdx.x] = values[i];
  __syncthreads();

  for (int &value : values)
    value = static_cast<int>(threadIdx.x) * kItems + static_cast<int>(&value - values);
  int keys[kItems];
  for (int i = 0; i < kItems; ++i)
    keys[i] = items[i];
  Sort(memory.sort).Sort(keys, values);
  __syncthreads();
  // Storing rearranges the items.
  int heads[kItems];
  Heads(memory.heads).FlagHeads(heads, keys, Unequal());
  __syncthreads();
  Store(memory.store).Store(out->sorted, keys);
  __syncthreads();
  Store(memory.store).Store(out->places, values);
  __syncthreads();

  WarpScans(memory.warp_scans).InclusiveSum(heads, heads);
  __syncthreads();
  Store(memory.store).Store(out->ranks_of_heads, heads);
  __syncthreads();

  for (int i = 0; i < kItems; ++i)
    keys[i] = items[i];
  Merge(memory.merge).Sort(keys, Greater());
  __syncthreads();
  Store(memory.store).Store(out->merged, keys);
  __syncthreads();

  __shared__ int histogram[16];
  unsigned char samples[kItems];
  for (int i = 0; i < kItems; ++i)
    samples[i] = static_cast<unsigned char>(items[i] & 15);
  Histogram(memory.histogram).Histogram(samples, histogram);
  __syncthreads();
  if (threadIdx.x < 16)
    out->histogram[threadIdx.x] = histogram[threadIdx.x];
}

__global__ void warps(const int *in, Results *out) {
  using Reduce = cub::WarpReduce<int>;
  using Scan = cub::WarpScan<int>;
  using Tile = cub::WarpReduce<int, kLogicalWarp>;
  using Merge = cub::WarpMergeSort<int, 1, kLogicalWarp>;
  __shared__ typename Reduce::TempStorage reduce[kThreads / 32];
  __shared__ typename Scan::TempStorage scan[kThreads / 32];
  __shared__ typename Tile::TempStorage tile[kThreads / kLogicalWarp];
  __shared__ typename Merge::TempStorage merge[kThreads / kLogicalWarp];
  const unsigned thread = threadIdx.x;
  int value = in[thread], scanned = 0, keys[1] = {value};
  out->warp_sums[thread] = Reduce(reduce[thread / 32]).Sum(value, 20);
  Scan(scan[thread / 32]).ExclusiveScan(value, scanned, -100, Largest());
  out->warp_scans[thread] = scanned;
  out->tile_sums[thread] = Tile(tile[thread / kLogicalWarp]).Sum(value);
  Merge(merge[thread / kLogicalWarp]).Sort(keys, Greater());
  out->tile_merged[thread] = keys[0];
}

void checkBlocks(const std::vector<int> &in, const Results &out) {
  CHECK_EQ(out.reduced, std::accumulate(in.begin(), in.end(), 0));
  CHECK_EQ(out.largest, *std::max_element(in.begin(), in.end()));
  std::vector<int> expected(kCount);
  std::partial_sum(in.begin(), in.end(), expected.begin());
  CHECK_SAME(std::vector<int>(out.scanned, out.scanned + kCount), expected);
  CHECK_SAME(std::vector<int>(out.striped, out.striped + kCount), in);

  std::vector<int> places(kCount);
  std::iota(places.begin(), places.end(), 0);
  std::stable_sort(places.begin(), places.end(), [&](int a, int b) { return in[a] < in[b]; });
  CHECK_SAME(std::vector<int>(out.places, out.places + kCount), places);
  int rank = 0;
  for (int i = 0; i < kCount; ++i) {
    rank += i == 0 || in[places[i]] != in[places[i - 1]];
    CHECK_EQ(out.sorted[i], in[places[i]]);
    CHECK_EQ(out.ranks_of_heads[i], rank);
  }
  expected = in;
  std::sort(expected.begin(), expected.end(), Greater());
  CHECK_SAME(std::vector<int>(out.merged, out.merged + kCount), expected);
  std::vector<int> histogram(16);
  for (int value : in)
    ++histogram[value & 15];
  CHECK_SAME(std::vector<int>(out.histogram, out.histogram + 16), histogram);
}

void checkWarps(const std::vector<int> &in, const Results &out) {
  for (int first = 0; first < kThreads; first += 32) {
    CHECK_EQ(out.warp_sums[first], std::accumulate(&in[first], &in[first] + 20, 0));
    int largest = -100;
    for (int i = first; i < first + 32; ++i) {
      CHECK_EQ(out.warp_scans[i], largest);
      largest = std::max(largest, in[i]);
    }
  }
  for (int first = 0; first < kThreads; first += kLogicalWarp) {
    CHECK_EQ(out.tile_sums[first], std::accumulate(&in[first], &in[first] + kLogicalWarp, 0));
    std::vector<int> expected(&in[first], &in[first] + kLogicalWarp);
    std::sort(expected.begin(), expected.end(), Greater());
    CHECK_SAME(std::vector<int>(&out.tile_merged[first], &out.tile_merged[first] + kLogicalWarp), expected);
  }
}

} // namespace

int main() {
  std::vector<int> host(kCount);
  for (int i = 0; i < kCount; ++i)
    host[i] = (i * 7919 + 13) % 211 - 50;
  int *in;
  Results *out;
  CHECK_CUDA(cudaMallocManaged(&in, kCount * sizeof(int)));
  CHECK_CUDA(cudaMallocManaged(&out, sizeof(Results)));
  std::copy(host.begin(), host.end(), in);
  blocks<<<1, kThreads>>>(in, out);
  CHECK_LAUNCH();
  checkBlocks(host, *out);
  warps<<<1, kThreads>>>(in, out);
  CHECK_LAUNCH();
  checkWarps(host, *out);
  return verdict();
}
