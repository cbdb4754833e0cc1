// Locks that each lane takes by itself, so that the lanes of a warp wait for each other: in all usual forms, with what is locked after
// the loop or in it, pools, semaphores, readers and writers, waiting lists.
#include "../check.h"

#include <cuda/atomic>

#include <algorithm>

namespace {

constexpr int kBlocks = 2, kThreads = 64, kAll = kBlocks * kThreads, kLocks = 33, kSlots = 5;

__device__ int threadNumber() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ volatile int &shown(int &word) { return word; }

// What a lock is for: an update that is not atomic.
__device__ void add(int &sum, int value) {
  shown(sum) += value;
  __threadfence();
}

__noinline__ __device__ void acquire(int *lock) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
}

__noinline__ __device__ void release(int *lock) {
  __threadfence();
  atomicExch(lock, 0);
}

struct Waiting {
  int next; // the number of the one after, + 1
  int blocked;
};

} // namespace

__global__ void sectionBehindTheLoop(int *lock, int *sum) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  add(*sum, threadNumber());
  atomicExch(lock, 0);
}

__global__ void lockByExchange(int *lock, int *sum) {
  do
    while (shown(*lock) != 0) {
    }
  while (atomicExch(lock, 1) != 0);
  __threadfence();
  add(*sum, threadNumber());
  shown(*lock) = 0;
}

__global__ void sectionInTheLoop(int *lock, int *sum) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      add(*sum, threadNumber());
      atomicExch(lock, 0);
      done = true;
    }
  }
}

__global__ void sectionThatBreaksTheLoop(int *lock, int *sum) {
  for (;;) {
    if (atomicExch(lock, 1) == 0) {
      __threadfence();
      add(*sum, threadNumber());
      atomicExch(lock, 0);
      break;
    }
  }
}

__global__ void sectionThatReturns(int *lock, int *sum) {
  for (unsigned pause = 1;; pause = pause * 2 % 63)
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      add(*sum, threadNumber());
      atomicExch(lock, 0);
      return;
    } else {
      __nanosleep(pause);
    }
}

// Several times, and asleep in between.
__global__ void lockInRounds(int *lock, int *sum) {
  for (int round = 0; round < 3; ++round) {
    while (atomicCAS(lock, 0, 1) != 0)
      __nanosleep(20);
    __threadfence();
    add(*sum, round == 2 ? threadNumber() : 0);
    atomicExch(lock, 0);
  }
}

// The lock is taken after one branch and given back after another.
__global__ void giveBackBehindTheLoop(int *lock, int *sum) {
  bool mine;
  do {
    mine = atomicCAS(lock, 0, 1) == 0;
    if (mine) {
      __threadfence();
      add(*sum, threadNumber());
    }
  } while (!mine);
  atomicExch(lock, 0);
}

__global__ void lockInFunctions(int *lock, int *sum) {
  acquire(lock);
  add(*sum, threadNumber());
  release(lock);
}

__global__ void lockOfAnObject(int *lock, int *sum) {
  cuda::atomic_ref<int, cuda::thread_scope_device> state(*lock);
  int expected = 0;
  while (!state.compare_exchange_weak(expected, 1, cuda::memory_order_acquire))
    expected = 0;
  add(*sum, threadNumber());
  state.store(0, cuda::memory_order_release);
}

__global__ void lockOfSomeLanes(int *lock, int *sum) {
  const int i = threadNumber();
  if (i % 3 == 1) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    add(*sum, i);
    atomicExch(lock, 0);
  } else {
    atomicAdd(sum + 1, i);
  }
}

__global__ void lockInSharedMemory(int *sums) {
  __shared__ int lock, sum;
  if (threadIdx.x == 0)
    lock = sum = 0;
  __syncthreads();
  while (atomicCAS(&lock, 0, 1)) {
  }
  __threadfence_block();
  shown(sum) += threadIdx.x;
  __threadfence_block();
  atomicExch(&lock, 0);
  __syncthreads();
  if (threadIdx.x == 0)
    sums[blockIdx.x] = sum;
}

__global__ void ticketOfEachLane(int *tickets, int *log) {
  const int own = atomicAdd(&tickets[0], 1);
  while (shown(tickets[1]) != own) {
  }
  __threadfence();
  const int length = shown(log[0]);
  shown(log[1 + length]) = threadNumber();
  shown(log[0]) = length + 1;
  __threadfence();
  ++shown(tickets[1]);
}

__global__ void ticketInRounds(int *tickets, int *sum) {
  for (int round = 0; round < 3; ++round) {
    const int own = atomicAdd(&tickets[0], 1);
    while (shown(tickets[1]) != own)
      __nanosleep(5);
    __threadfence();
    add(*sum, threadNumber());
    shown(tickets[1]) = own + 1;
  }
}

// Each lane takes the first slot that is free, and gives it back when it has worked there. There are fewer slots than lanes, so
// although the address moves on, lanes wait for each other.
__global__ void slotOfAPool(int *taken, int *uses) {
  int slot = threadNumber() % kSlots;
  while (atomicCAS(&taken[slot], 0, 1) != 0)
    slot = (slot + 1) % kSlots;
  __threadfence();
  add(uses[slot], 1);
  atomicExch(&taken[slot], 0);
}

// The same with a list of free slots: who finds none tries again.
__global__ void slotOfAFreeList(unsigned long long *head, volatile int *next, int *uses) {
  int slot;
  for (;;) {
    const unsigned long long seen = *static_cast<volatile unsigned long long *>(head);
    slot = static_cast<int>(seen & 0xff) - 1;
    if (slot >= 0 &&
        atomicCAS(head, seen, ((seen >> 8) + 1) << 8 | static_cast<unsigned>(next[slot])) == seen)
      break;
  }
  __threadfence();
  add(uses[slot], 1);
  unsigned long long old = *static_cast<volatile unsigned long long *>(head), seen;
  do {
    seen = old;
    next[slot] = static_cast<int>(seen & 0xff);
    __threadfence();
    old = atomicCAS(head, seen, ((seen >> 8) + 1) << 8 | static_cast<unsigned>(slot + 1));
  } while (old != seen);
}

// Neighbours share a lock, the last one and the first one, too. The lower one is taken first.
__global__ void twoLocks(int *locks, int *sums) {
  const int i = threadNumber() % kLocks, a = i, b = (i + 1) % kLocks;
  int *first = &locks[min(a, b)], *second = &locks[max(a, b)];
  while (atomicCAS(first, 0, 1) != 0) {
  }
  while (atomicCAS(second, 0, 1) != 0)
    __nanosleep(10);
  __threadfence();
  add(sums[a], 1);
  add(sums[b], 1);
  atomicExch(second, 0);
  atomicExch(first, 0);
}

// Gives the first one back where the second one is taken.
__global__ void twoLocksByTrying(int *locks, int *sums) {
  const int a = threadNumber() % kLocks, b = (a + 1) % kLocks;
  for (bool done = false; !done;) {
    if (atomicCAS(&locks[a], 0, 1) != 0)
      continue;
    if (atomicCAS(&locks[b], 0, 1) == 0) {
      __threadfence();
      add(sums[a], 1);
      add(sums[b], 1);
      atomicExch(&locks[b], 0);
      done = true;
    }
    atomicExch(&locks[a], 0);
    if (!done)
      __nanosleep(threadNumber() % 7 * 10);
  }
}

// At most three at a time.
__global__ void semaphore(int *permits, int *inside, int *most, int *done) {
  for (;;) {
    const int seen = shown(*permits);
    if (seen > 0 && atomicCAS(permits, seen, seen - 1) == seen)
      break;
  }
  atomicMax(most, atomicAdd(inside, 1) + 1);
  atomicAdd(done, 1);
  atomicSub(inside, 1);
  atomicAdd(permits, 1);
}

// Writers keep two numbers equal. Readers come several at a time.
__global__ void readersAndWriters(int *state, int *pair, int *unequal) {
  if (threadNumber() % 4 == 0) {
    while (atomicCAS(state, 0, -1) != 0) {
    }
    __threadfence();
    add(pair[0], 1);
    add(pair[1], 1);
    atomicExch(state, 0);
  } else {
    int seen = shown(*state);
    for (;;) {
      if (seen < 0) {
        seen = shown(*state);
        continue;
      }
      const int old = atomicCAS(state, seen, seen + 1);
      if (old == seen)
        break;
      seen = old;
    }
    __threadfence();
    if (shown(pair[0]) != shown(pair[1]))
      atomicAdd(unequal, 1);
    __threadfence();
    atomicSub(state, 1);
  }
}

// A lock for each bucket of a hash table whose entries are lists.
__global__ void lockOfEachBucket(int *locks, int *heads, int *next) {
  const int i = threadNumber(), bucket = i * 7 % kSlots;
  bool again = true;
  while (again) {
    if (atomicExch(&locks[bucket], 1) == 0) {
      __threadfence();
      shown(next[i]) = shown(heads[bucket]);
      shown(heads[bucket]) = i + 1;
      __threadfence();
      atomicExch(&locks[bucket], 0);
      again = false;
    }
  }
}

// Lanes line up, and each waits until the one before says so (the lock of Mellor-Crummey and Scott).
__global__ void waitingList(int *last, Waiting *line, int *sum) {
  const int i = threadNumber();
  shown(line[i].blocked) = 1;
  __threadfence();
  const int before = atomicExch(last, i + 1);
  if (before != 0) {
    shown(line[before - 1].next) = i + 1;
    while (shown(line[i].blocked)) {
    }
  }
  __threadfence();
  add(*sum, i);
  if (shown(line[i].next) == 0) {
    if (atomicCAS(last, i + 1, 0) == i + 1)
      return;
    while (shown(line[i].next) == 0) {
    }
  }
  shown(line[shown(line[i].next) - 1].blocked) = 0;
}

// What is locked is left for later, until all has been done.
__global__ void otherWorkMeanwhile(int *locks, int *sums) {
  const int i = threadNumber();
  unsigned left = (1u << kSlots) - 1;
  for (int item = i % kSlots; left != 0; item = (item + 1) % kSlots) {
    if ((left >> item & 1) == 0 || atomicCAS(&locks[item], 0, 1) != 0)
      continue;
    __threadfence();
    add(sums[item], i);
    atomicExch(&locks[item], 0);
    left &= ~(1u << item);
  }
}

namespace {

constexpr int kSum = kAll * (kAll - 1) / 2;

std::vector<int> sorted(std::vector<int> values) {
  std::sort(values.begin(), values.end());
  return values;
}

int sumOf(const std::vector<int> &values) {
  int sum = 0;
  for (int value : values)
    sum += value;
  return sum;
}

void testSums() {
  for (auto *kernel :
       {sectionBehindTheLoop, lockByExchange, sectionInTheLoop, sectionThatBreaksTheLoop, sectionThatReturns,
        giveBackBehindTheLoop, lockInFunctions, lockOfAnObject, lockInRounds}) {
    DeviceArray<int> lock(1), sum(1);
    kernel<<<kBlocks, kThreads>>>(lock.get(), sum.get());
    CHECK_LAUNCH();
    CHECK_EQ(sum.first(), kSum);
    CHECK_EQ(lock.first(), 0);
  }
  DeviceArray<int> lock(1), sums(2), of_blocks(kBlocks);
  lockOfSomeLanes<<<kBlocks, kThreads>>>(lock.get(), sums.get());
  lockInSharedMemory<<<kBlocks, kThreads>>>(of_blocks.get());
  CHECK_LAUNCH();
  int of_some = 0;
  for (int i = 1; i < kAll; i += 3)
    of_some += i;
  CHECK_SAME(sums.host(), (std::vector<int>{of_some, kSum - of_some}));
  CHECK_SAME(of_blocks.host(), std::vector<int>(kBlocks, kThreads * (kThreads - 1) / 2));
}

void testOrders() {
  DeviceArray<int> tickets(2), log(kAll + 1), last(1), sum(1), more_tickets(2), sum_of_rounds(1);
  ticketOfEachLane<<<kBlocks, kThreads>>>(tickets.get(), log.get());
  CHECK_LAUNCH();
  std::vector<int> expected(kAll);
  for (int i = 0; i < kAll; ++i)
    expected[i] = i;
  std::vector<int> got = log.host();
  CHECK_EQ(got[0], kAll);
  CHECK_SAME(sorted({got.begin() + 1, got.end()}), expected);
  ticketInRounds<<<kBlocks, kThreads>>>(more_tickets.get(), sum_of_rounds.get());
  CHECK_LAUNCH();
  CHECK_EQ(sum_of_rounds.first(), 3 * kSum);
  DeviceArray<Waiting> line(kAll);
  waitingList<<<kBlocks, kThreads>>>(last.get(), line.get(), sum.get());
  CHECK_LAUNCH();
  CHECK_EQ(sum.first(), kSum);
  CHECK_EQ(last.first(), 0);
}

void testSlots() {
  DeviceArray<int> taken(kSlots), uses(kSlots), next(std::vector<int>{2, 3, 4, 5, 0}), uses_of_list(kSlots);
  slotOfAPool<<<kBlocks, kThreads>>>(taken.get(), uses.get());
  DeviceArray<unsigned long long> head(std::vector<unsigned long long>(1, 1));
  slotOfAFreeList<<<kBlocks, kThreads>>>(head.get(), next.get(), uses_of_list.get());
  CHECK_LAUNCH();
  CHECK_EQ(sumOf(uses.host()), kAll);
  CHECK_EQ(sumOf(uses_of_list.host()), kAll);

  std::vector<int> expected(kLocks);
  for (int i = 0; i < kAll; ++i) {
    ++expected[i % kLocks];
    ++expected[(i % kLocks + 1) % kLocks];
  }
  for (auto *kernel : {twoLocks, twoLocksByTrying}) {
    DeviceArray<int> locks(kLocks), sums(kLocks);
    kernel<<<kBlocks, kThreads>>>(locks.get(), sums.get());
    CHECK_LAUNCH();
    CHECK_SAME(sums.host(), expected);
  }
}

void testOthers() {
  DeviceArray<int> permits(std::vector<int>(1, 3)), inside(1), most(1), done(1), state(1), pair(2),
      unequal(1);
  semaphore<<<kBlocks, kThreads>>>(permits.get(), inside.get(), most.get(), done.get());
  readersAndWriters<<<kBlocks, kThreads>>>(state.get(), pair.get(), unequal.get());
  CHECK_LAUNCH();
  CHECK_EQ(done.first(), kAll);
  CHECK(most.first() >= 1 && most.first() <= 3);
  CHECK_EQ(permits.first(), 3);
  CHECK_SAME(pair.host(), std::vector<int>(2, kAll / 4));
  CHECK_EQ(unequal.first(), 0);

  DeviceArray<int> locks(kSlots), heads(kSlots), next(kAll), sums(kSlots);
  lockOfEachBucket<<<kBlocks, kThreads>>>(locks.get(), heads.get(), next.get());
  otherWorkMeanwhile<<<kBlocks, kThreads>>>(locks.get(), sums.get());
  CHECK_LAUNCH();
  std::vector<int> seen(kAll), links = next.host(), first = heads.host();
  for (int bucket = 0; bucket < kSlots; ++bucket)
    for (int i = first[bucket]; i != 0; i = links[i - 1]) {
      CHECK_EQ((i - 1) * 7 % kSlots, bucket);
      if (++seen[i - 1] > 1)
        break;
    }
  CHECK_SAME(seen, std::vector<int>(kAll, 1));
  CHECK_SAME(sums.host(), std::vector<int>(kSlots, kSum));
}

} // namespace

int main() {
  testSums();
  testOrders();
  testSlots();
  testOthers();
  return verdict();
}
