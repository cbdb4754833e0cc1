// Loops that poll, try again or wait, and computed guards: the main patterns of test/conformance/progress, in sizes that take
// time. Prints one row for each, `name <tab> milliseconds`, the fastest of several launches; bench/run.py shows the ratios of both
// engines, and of the two scans. Results are checked.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using Wide = unsigned long long;

constexpr int kRepetitions = 3;
constexpr int kThreads = 256;
constexpr unsigned kAll = 0xffffffff;

// ---- one thread of a block waits for the block before

__global__ void chain(const int *in, int *out, volatile int *flags, volatile int *carries) {
  __shared__ int part[kThreads], base;
  const int t = threadIdx.x, block = blockIdx.x, i = block * kThreads + t;
  part[t] = in[i];
  __syncthreads();
  for (int d = 1; d < kThreads; d *= 2) {
    const int other = t >= d ? part[t - d] : 0;
    __syncthreads();
    part[t] += other;
    __syncthreads();
  }
  if (t == 0) {
    while (block > 0 && !flags[block - 1]) {
    }
    __threadfence();
    base = block > 0 ? carries[block - 1] : 0;
    carries[block] = base + part[kThreads - 1];
    __threadfence();
    flags[block] = 1;
  }
  __syncthreads();
  out[i] = base + part[t];
}

// ---- rounds with barriers until a flag is set

__global__ void untilFlag(const int *in, int count, int *out) {
  __shared__ volatile int done;
  __shared__ int low, high;
  const int t = threadIdx.x, key = blockIdx.x % (count / 16);
  if (t == 0) {
    done = 0;
    low = 0;
    high = count;
  }
  __syncthreads();
  while (!done) {
    const int step = (high - low) / 32, here = low + t * step;
    const bool mine = in[here] <= key && (t == 31 || key < in[here + step]);
    __syncthreads();
    if (mine) {
      low = here;
      high = t == 31 ? high : here + step;
      if (high - low < 64)
        done = 1;
    }
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = low;
}

// ---- a scan in one pass, by decoupled look-back, and one in three

__device__ int scanBlock(int value, int *sums, int &total) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int d = 1; d < 32; d *= 2) {
    const int other = __shfl_up_sync(kAll, value, d);
    if (lane >= d)
      value += other;
  }
  if (lane == 31)
    sums[warp] = value;
  __syncthreads();
  int before = 0;
  total = 0;
  for (int w = 0; w < kThreads / 32; ++w) {
    if (w < warp)
      before += sums[w];
    total += sums[w];
  }
  return before + value;
}

__global__ void scanInOnePass(const int *in, int *out, volatile Wide *words, unsigned *ticket) {
  __shared__ int sums[kThreads / 32], before;
  __shared__ unsigned tile_of_block;
  const int t = threadIdx.x, lane = t % 32;
  if (t == 0)
    tile_of_block = atomicAdd(ticket, 1);
  __syncthreads();
  const int tile = tile_of_block;
  int total;
  const int value = scanBlock(in[tile * kThreads + t], sums, total);
  if (t < 32) {
    if (lane == 0)
      words[tile] = (tile == 0 ? Wide{2} : Wide{1}) << 32 | static_cast<unsigned>(total);
    int sum = 0;
    for (int at = tile - 1 - lane; tile > 0; at -= 32) {
      Wide word;
      do
        word = at >= 0 ? words[at] : Wide{2} << 32;
      while (__any_sync(kAll, word >> 32 == 0));
      const unsigned done = __ballot_sync(kAll, word >> 32 == 2);
      const int last = done ? __ffs(done) - 1 : 31;
      int part = lane <= last ? static_cast<int>(word) : 0;
      for (int d = 16; d; d /= 2)
        part += __shfl_xor_sync(kAll, part, d);
      sum += part;
      if (done)
        break;
    }
    if (lane == 0) {
      before = sum;
      if (tile > 0)
        words[tile] = Wide{2} << 32 | static_cast<unsigned>(sum + total);
    }
  }
  __syncthreads();
  out[tile * kThreads + t] = before + value;
}

__global__ void scanTiles(const int *in, int *out, int *totals) {
  __shared__ int sums[kThreads / 32];
  int total;
  const int i = blockIdx.x * kThreads + threadIdx.x;
  out[i] = scanBlock(in[i], sums, total);
  if (threadIdx.x == 0)
    totals[blockIdx.x] = total;
}

// By one block.
__global__ void scanTotals(int *totals, int count) {
  __shared__ int sums[kThreads / 32];
  int before = 0;
  for (int first = 0; first < count; first += kThreads) {
    const int i = first + threadIdx.x;
    int total;
    const int value = i < count ? totals[i] : 0;
    const int sum = scanBlock(value, sums, total);
    if (i < count)
      totals[i] = before + sum - value;
    before += total;
    __syncthreads();
  }
}

__global__ void addTotals(int *out, const int *totals) {
  out[blockIdx.x * kThreads + threadIdx.x] += totals[blockIdx.x];
}

// ---- trying again

__global__ void insertKeys(unsigned *slots, const unsigned *keys, unsigned capacity) {
  const unsigned key = keys[blockIdx.x * kThreads + threadIdx.x];
  for (unsigned slot = (key * 2654435761u) & (capacity - 1);; slot = (slot + 1) & (capacity - 1)) {
    const unsigned old = atomicCAS(&slots[slot], 0u, key);
    if (old == 0 || old == key)
      return;
  }
}

__global__ void countKeys(Wide *slots, unsigned *counts, const unsigned *keys, unsigned capacity) {
  const Wide key = keys[blockIdx.x * kThreads + threadIdx.x];
  unsigned slot = (static_cast<unsigned>(key) * 2654435761u) & (capacity - 1);
  for (;;) {
    const Wide old = atomicCAS(&slots[slot], Wide{0}, key);
    if (old == 0 || old == key)
      break;
    slot = (slot + 1) & (capacity - 1);
  }
  atomicAdd(&counts[slot], 1u);
}

__device__ int rootOf(int *parents, int vertex) {
  int parent = static_cast<volatile int *>(parents)[vertex];
  while (parent != vertex) {
    const int above = static_cast<volatile int *>(parents)[parent];
    if (above != parent)
      atomicCAS(&parents[vertex], parent, above);
    vertex = parent;
    parent = static_cast<volatile int *>(parents)[vertex];
  }
  return vertex;
}

// Vertex i and the one `distance` after it become one tree.
__global__ void unite(int *parents, int distance, int count) {
  int a = blockIdx.x * kThreads + threadIdx.x, b = (a + distance) % count;
  for (;;) {
    a = rootOf(parents, a);
    b = rootOf(parents, b);
    if (a == b)
      return;
    if (a < b) {
      const int kept = a;
      a = b;
      b = kept;
    }
    if (atomicCAS(&parents[a], a, b) == a)
      return;
  }
}

__global__ void takeMaxima(unsigned *maxima, const unsigned *values) {
  const unsigned i = blockIdx.x * kThreads + threadIdx.x, value = values[i];
  unsigned *place = &maxima[i % 1024], seen = *static_cast<volatile unsigned *>(place);
  while (seen < value) {
    const unsigned old = atomicCAS(place, seen, value);
    if (old == seen)
      break;
    seen = old;
  }
}

// ---- locks and tickets of whole blocks

__global__ void lockOfBlocks(int *lock, int *sums) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
  }
  __syncthreads();
  static_cast<volatile int *>(sums)[threadIdx.x] += 1;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    atomicExch(lock, 0);
}

__global__ void ticketsOfBlocks(int *next, int tasks, const int *in, int *out) {
  __shared__ int task;
  for (;;) {
    if (threadIdx.x == 0)
      task = atomicAdd(next, 1);
    __syncthreads();
    const int own = task;
    __syncthreads();
    if (own >= tasks)
      return;
    out[own * kThreads + threadIdx.x] = in[own * kThreads + threadIdx.x] + own;
  }
}

// ---- guards

template <bool computed> __global__ void guarded(const int *in, int *out, int n) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  const bool inside = computed ? i < n / 2 : i < n;
  int x = inside ? in[i] : 0;
  x += __shfl_xor_sync(kAll, x, 1);
  if (inside)
    out[i] = x;
}

// ---- what all share

template <class T> T *managed(std::size_t count) {
  T *memory = nullptr;
  if (cudaMallocManaged(&memory, count * sizeof(T)) != cudaSuccess)
    std::exit(1);
  return memory;
}

// `prepare` comes before each launch, and its time does not count. A first launch compiles the kernel.
template <class Prepare, class Launch> void measure(const char *name, Prepare prepare, Launch launch) {
  double best = 1e9;
  for (int repetition = 0; repetition <= kRepetitions; ++repetition) {
    prepare();
    cudaDeviceSynchronize();
    const auto start = std::chrono::steady_clock::now();
    launch();
    if (cudaDeviceSynchronize() != cudaSuccess) {
      std::fprintf(stderr, "%s failed\n", name);
      std::exit(1);
    }
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
    if (repetition > 0)
      best = std::min(best, elapsed.count());
  }
  std::printf("%s\t%.4f\n", name, best);
}

void check(bool right, const char *name) {
  if (!right) {
    std::fprintf(stderr, "%s gave a wrong result\n", name);
    std::exit(1);
  }
}

void measureScans(int tiles, bool chain_too) {
  const int n = tiles * kThreads;
  int *in = managed<int>(n), *out = managed<int>(n), *flags = managed<int>(tiles),
      *carries = managed<int>(tiles);
  Wide *words = managed<Wide>(tiles);
  unsigned *ticket = managed<unsigned>(1);
  for (int i = 0; i < n; ++i)
    in[i] = i % 7;
  const auto prepare = [&] {
    std::fill(out, out + n, 0);
    std::fill(flags, flags + tiles, 0);
    std::fill(words, words + tiles, Wide{0});
    *ticket = 0;
  };
  const auto right = [&] {
    unsigned sum = 0;
    for (int i = 0; i < n; ++i)
      if (out[i] != static_cast<int>(sum += in[i]))
        return false;
    return true;
  };
  if (chain_too) {
    measure("chain of blocks", prepare, [&] { chain<<<tiles, kThreads>>>(in, out, flags, carries); });
    check(right(), "chain of blocks");
  } else {
    measure("scan in one pass", prepare, [&] { scanInOnePass<<<tiles, kThreads>>>(in, out, words, ticket); });
    check(right(), "scan in one pass");
    measure("scan in three passes", prepare, [&] {
      scanTiles<<<tiles, kThreads>>>(in, out, carries);
      scanTotals<<<1, kThreads>>>(carries, tiles);
      addTotals<<<tiles, kThreads>>>(out, carries);
    });
    check(right(), "scan in three passes");
  }
  for (void *memory : {static_cast<void *>(in), static_cast<void *>(out), static_cast<void *>(flags),
                       static_cast<void *>(carries), static_cast<void *>(words), static_cast<void *>(ticket)})
    cudaFree(memory);
}

void measureUntilFlag(int blocks) {
  const int count = 1 << 20;
  int *in = managed<int>(count), *out = managed<int>(blocks);
  for (int i = 0; i < count; ++i)
    in[i] = i / 16;
  measure("rounds until a flag", [] {}, [&] { untilFlag<<<blocks, 32>>>(in, count, out); });
  bool right = true;
  for (int block = 0; block < blocks; ++block)
    right &= out[block] <= block * 16 + 15 && out[block] + 64 > block * 16;
  check(right, "rounds until a flag");
  cudaFree(in);
  cudaFree(out);
}

void measureRetries(int blocks) {
  const unsigned n = blocks * kThreads, capacity = 2 * n;
  unsigned *keys = managed<unsigned>(n), *slots = managed<unsigned>(capacity),
           *counts = managed<unsigned>(capacity);
  Wide *wide = managed<Wide>(capacity);
  int *parents = managed<int>(n);
  unsigned *maxima = managed<unsigned>(1024);
  for (unsigned i = 0; i < n; ++i)
    keys[i] = i + 1;
  measure(
      "hash set", [&] { std::fill(slots, slots + capacity, 0); },
      [&] { insertKeys<<<blocks, kThreads>>>(slots, keys, capacity); });
  check(static_cast<unsigned>(std::count(slots, slots + capacity, 0u)) == capacity - n, "hash set");
  const auto clear = [&] {
    std::fill(wide, wide + capacity, Wide{0});
    std::fill(counts, counts + capacity, 0);
  };
  measure("hash table of counts", clear,
          [&] { countKeys<<<blocks, kThreads>>>(wide, counts, keys, capacity); });
  check(static_cast<unsigned>(std::count(counts, counts + capacity, 1u)) == n, "hash table of counts");
  const auto separate = [&] {
    for (unsigned i = 0; i < n; ++i)
      parents[i] = static_cast<int>(i);
  };
  measure("union-find", separate, [&] { unite<<<blocks, kThreads>>>(parents, 17, static_cast<int>(n)); });
  unsigned roots = 0;
  for (unsigned i = 0; i < n; ++i)
    roots += parents[i] == static_cast<int>(i);
  check(roots == 1, "union-find");
  measure(
      "maxima", [&] { std::fill(maxima, maxima + 1024, 0); },
      [&] { takeMaxima<<<blocks, kThreads>>>(maxima, keys); });
  check(*std::min_element(maxima, maxima + 1024) == n - 1023, "maxima");
  for (void *memory : {static_cast<void *>(keys), static_cast<void *>(slots), static_cast<void *>(counts),
                       static_cast<void *>(wide), static_cast<void *>(parents), static_cast<void *>(maxima)})
    cudaFree(memory);
}

void measureBlocks(int tasks) {
  const int n = tasks * kThreads;
  int *in = managed<int>(n), *out = managed<int>(n), *sums = managed<int>(kThreads), *next = managed<int>(1);
  for (int i = 0; i < n; ++i)
    in[i] = i % 1000;
  const auto prepare = [&] {
    std::fill(sums, sums + kThreads, 0);
    *next = 0;
  };
  measure("lock of a block", prepare, [&] { lockOfBlocks<<<tasks, kThreads>>>(next, sums); });
  check(std::count(sums, sums + kThreads, tasks) == kThreads, "lock of a block");
  measure("tickets of blocks", prepare, [&] { ticketsOfBlocks<<<16, kThreads>>>(next, tasks, in, out); });
  bool right = true;
  for (int i = 0; i < n; ++i)
    right &= out[i] == in[i] + i / kThreads;
  check(right, "tickets of blocks");
  // As many threads pass both guards.
  measure("computed guard", [] {}, [&] { guarded<true><<<tasks, kThreads>>>(in, out, n); });
  measure("given guard", [] {}, [&] { guarded<false><<<tasks, kThreads>>>(in, out, n / 2); });
  for (int *memory : {in, out, sums, next})
    cudaFree(memory);
}

} // namespace

// Argument: by how much less than usual there is to do (1).
int main(int argc, char **argv) {
  const int less = argc > 1 ? std::max(std::atoi(argv[1]), 1) : 1;
  measureScans(std::max(16384 / less, 1), false);
  measureScans(std::max(4096 / less, 1), true);
  measureUntilFlag(std::max(65536 / less, 1));
  measureRetries(std::max(4096 / less, 16));
  measureBlocks(std::max(4096 / less, 1));
}
