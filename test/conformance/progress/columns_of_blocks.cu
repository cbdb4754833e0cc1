// Lanes that poll each by itself, mostly for what another block writes: look-back by columns, as in sorting by digits, chains of
// blocks, and a lock for each of many places. What they do after the loop, others wait for.
#include "../check.h"

namespace {

constexpr int kBlocks = 12, kThreads = 64, kAll = kBlocks * kThreads;
constexpr int kPartial = 1, kWhole = 2;

__device__ volatile int &shown(int &word) { return word; }

__device__ int bucketOf(int i, int buckets) {
  return static_cast<int>((static_cast<unsigned>(i) * 2654435761u >> 7) % static_cast<unsigned>(buckets));
}

__device__ void put(int i, int &head, int *next) {
  __threadfence();
  next[i] = shown(head);
  shown(head) = i + 1;
  __threadfence();
}

} // namespace

// A mask of those who still look goes through the loop.
__global__ void digits(int *states, int *ticket, const int *counts, int *sums) {
  __shared__ int block, base[kThreads];
  if (threadIdx.x == 0)
    block = atomicAdd(ticket, 1);
  __syncthreads();
  const int own = block * kThreads + threadIdx.x, count = counts[own];
  shown(states[own]) = count * 4 | kPartial;
  base[threadIdx.x] = 0;
  int sum = count;
  unsigned looking = ~0u;
  for (int other = block - 1; other >= 0; --other) {
    int state;
    do {
      __threadfence_block();
      state = shown(states[other * kThreads + threadIdx.x]);
    } while (state == 0);
    sum += state / 4;
    looking = __ballot_sync(looking, (state & kWhole) == 0);
    if (state & kWhole)
      break;
  }
  shown(states[own]) = sum * 4 | kWhole;
  base[threadIdx.x] += sum - count;
  __syncthreads();
  sums[own] = base[threadIdx.x ^ 1];
}

// Each goes back on its own.
__global__ void digitsWithoutVotes(int *states, const int *counts, int *sums) {
  const int own = blockIdx.x * kThreads + threadIdx.x, count = counts[own];
  shown(states[own]) = count * 4 | kPartial;
  int sum = 0;
  for (int other = blockIdx.x - 1; other >= 0; --other) {
    int state;
    while (((state = shown(states[other * kThreads + threadIdx.x])) & 3) == 0) {
    }
    sum += state / 4;
    if (state & kWhole)
      break;
  }
  shown(states[own]) = (sum + count) * 4 | kWhole;
  sums[own] = sum;
}

__global__ void columns(int *flags, int *values) {
  const int own = blockIdx.x * kThreads + threadIdx.x, before = own - kThreads;
  if (blockIdx.x > 0)
    while (shown(flags[before]) == 0) {
    }
  __threadfence();
  shown(values[own]) = (blockIdx.x > 0 ? shown(values[before]) : 0) + threadIdx.x;
  __threadfence();
  shown(flags[own]) = 1;
}

// Two of three lanes wait, for the column on the other side.
__global__ void columnsAcross(int *flags, int *values) {
  const int t = threadIdx.x, own = blockIdx.x * kThreads + t,
            before = (blockIdx.x - 1) * kThreads + kThreads - 1 - t;
  const bool waits = blockIdx.x > 0 && t % 3 != 0;
  if (waits)
    while (shown(flags[before]) == 0) {
    }
  __threadfence();
  shown(values[own]) = waits ? shown(values[before]) + 1 : 1;
  __threadfence();
  shown(flags[own]) = 1;
  __syncthreads();
  shown(values[own]) += t;
}

// A row through all lanes of all blocks.
__global__ void leftNeighbour(int *flags, int *values) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i > 0)
    while (shown(flags[i - 1]) == 0) {
    }
  __threadfence();
  shown(values[i]) = (i > 0 ? shown(values[i - 1]) : 0) + 1;
  __threadfence();
  shown(flags[i]) = 1;
  __syncthreads();
  shown(values[i]) += 0;
}

__global__ void bucketsToTheEnd(int *locks, int *heads, int *next, int buckets) {
  const int i = blockIdx.x * kThreads + threadIdx.x, bucket = bucketOf(i, buckets);
  while (atomicCAS(&locks[bucket], 0, 1) != 0) {
  }
  put(i, heads[bucket], next);
  atomicExch(&locks[bucket], 0);
}

__global__ void bucketsBeforeABarrier(int *locks, int *heads, int *next, int buckets) {
  __shared__ int done;
  if (threadIdx.x == 0)
    done = 0;
  __syncthreads();
  const int i = blockIdx.x * kThreads + threadIdx.x, bucket = bucketOf(i, buckets);
  while (atomicExch(&locks[bucket], 1) != 0)
    __nanosleep(20);
  put(i, heads[bucket], next);
  atomicExch(&locks[bucket], 0);
  atomicAdd(&done, 1);
  __syncthreads();
  if (threadIdx.x == 0 && done != kThreads)
    heads[0] = -1;
}

// Who has to wait begins its iteration anew; what stands before the loop is only computed.
__global__ void bucketsInALoop(int *locks, int *heads, int *next, int buckets) {
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < kAll; i += gridDim.x * kThreads) {
    const int bucket = bucketOf(i, buckets);
    while (atomicCAS(&locks[bucket], 0, 1) != 0) {
    }
    put(i, heads[bucket], next);
    atomicExch(&locks[bucket], 0);
  }
}

// Here it is counted, and read before it is counted, so that no iteration may begin anew.
__global__ void bucketsAndTries(int *locks, int *heads, int *next, int *tries, int buckets) {
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < kAll; i += gridDim.x * kThreads) {
    const int bucket = bucketOf(i, buckets), before = tries[i];
    while (atomicCAS(&locks[bucket], 0, 1) != 0)
      tries[i] += 2;
    put(i, heads[bucket], next);
    tries[i] = before + 1;
    atomicExch(&locks[bucket], 0);
  }
}

__global__ void twoBuckets(int *locks, int *counts, int buckets) {
  const int i = blockIdx.x * kThreads + threadIdx.x, first = i % (buckets - 1), second = first + 1;
  while (atomicCAS(&locks[first], 0, 1) != 0) {
  }
  while (atomicCAS(&locks[second], 0, 1) != 0) {
  }
  __threadfence();
  shown(counts[first]) += 1;
  shown(counts[second]) += 1;
  __threadfence();
  atomicExch(&locks[second], 0);
  atomicExch(&locks[first], 0);
}

namespace {

void testLookBack() {
  std::vector<int> counts(kAll), before(kAll), neighbours(kAll);
  for (int i = 0; i < kAll; ++i) {
    counts[i] = i % 7;
    before[i] = i < kThreads ? 0 : before[i - kThreads] + counts[i - kThreads];
  }
  for (int i = 0; i < kAll; ++i)
    neighbours[i] = before[i ^ 1];
  const DeviceArray<int> in(counts);
  DeviceArray<int> states(kAll), ticket(1), sums(kAll);
  digits<<<kBlocks, kThreads>>>(states.get(), ticket.get(), in.get(), sums.get());
  CHECK_LAUNCH();
  CHECK_SAME(sums.host(), neighbours);
  DeviceArray<int> other_states(kAll);
  digitsWithoutVotes<<<kBlocks, kThreads>>>(other_states.get(), in.get(), sums.get());
  CHECK_LAUNCH();
  CHECK_SAME(sums.host(), before);
}

void testColumns() {
  std::vector<int> down(kAll), row(kAll);
  for (int i = 0; i < kAll; ++i) {
    const int block = i / kThreads, t = i % kThreads;
    down[i] = (block + 1) * t;
    row[i] = i + 1;
  }
  DeviceArray<int> flags(kAll), values(kAll), flags_across(kAll), values_across(kAll), flags_row(kAll),
      values_row(kAll);
  columns<<<kBlocks, kThreads>>>(flags.get(), values.get());
  leftNeighbour<<<kBlocks, kThreads>>>(flags_row.get(), values_row.get());
  CHECK_LAUNCH();
  CHECK_SAME(values.host(), down);
  CHECK_SAME(values_row.host(), row);
  // What a block adds after its barrier may be seen by the next one, or not.
  columnsAcross<<<kBlocks, kThreads>>>(flags_across.get(), values_across.get());
  CHECK_LAUNCH();
  CHECK_SAME(flags_across.host(), std::vector<int>(kAll, 1));
}

void checkLists(const std::vector<int> &heads, const std::vector<int> &next) {
  std::vector<int> seen(kAll);
  for (int bucket = 0; bucket < static_cast<int>(heads.size()); ++bucket)
    for (int i = heads[bucket]; i > 0; i = next[i - 1]) {
      CHECK_EQ((static_cast<unsigned>(i - 1) * 2654435761u >> 7) % static_cast<unsigned>(heads.size()),
               static_cast<unsigned>(bucket));
      if (++seen[i - 1] > 1)
        break;
    }
  CHECK_SAME(seen, std::vector<int>(kAll, 1));
}

void testBuckets(int buckets) {
  DeviceArray<int> locks(buckets), next(kAll), tries(kAll), counts(buckets);
  auto check = [&](auto kernel, int blocks) {
    DeviceArray<int> heads(buckets);
    kernel<<<blocks, kThreads>>>(locks.get(), heads.get(), next.get(), buckets);
    CHECK_LAUNCH();
    checkLists(heads.host(), next.host());
  };
  check(bucketsToTheEnd, kBlocks);
  check(bucketsBeforeABarrier, kBlocks);
  check(bucketsInALoop, 3);
  DeviceArray<int> heads(buckets);
  bucketsAndTries<<<3, kThreads>>>(locks.get(), heads.get(), next.get(), tries.get(), buckets);
  twoBuckets<<<kBlocks, kThreads>>>(locks.get(), counts.get(), buckets);
  CHECK_LAUNCH();
  checkLists(heads.host(), next.host());
  CHECK_SAME(tries.host(), std::vector<int>(kAll, 1));
  int sum = 0;
  for (int count : counts.host())
    sum += count;
  CHECK_EQ(sum, 2 * kAll);
}

} // namespace

int main() {
  testLookBack();
  testColumns();
  for (int buckets : {2, 5, 97})
    testBuckets(buckets);
  return verdict();
}
