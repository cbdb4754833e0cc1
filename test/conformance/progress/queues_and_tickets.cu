// Queues, blocks that live on and take work by tickets, locks that one thread takes for its block, barriers of a grid made by hand,
// the last block of a grid. Blocks wait for blocks, and are few.
#include "../check.h"

#include <algorithm>

namespace {

constexpr int kBlocks = 6, kThreads = 96, kAll = kBlocks * kThreads, kTasks = 333;

struct Cell {
  unsigned turn;
  int value;
};

__device__ int threadNumber() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ volatile int &shown(int &word) { return word; }

// All blocks of the grid meet: one thread of each comes, and waits for the others.
__device__ void meet(int *arrived, int blocks) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    const int round = atomicAdd(arrived, 1) / blocks;
    while (shown(*arrived) < (round + 1) * blocks) {
    }
    __threadfence();
  }
  __syncthreads();
}

} // namespace

__global__ void append(const int *values, int *queue, unsigned *tail) {
  const int value = values[threadNumber()];
  if (value % 3 == 0)
    queue[atomicAdd(tail, 1u)] = value;
}

// One update for all lanes that append something.
__global__ void appendByWarps(const int *values, int *queue, unsigned *tail) {
  const int value = values[threadNumber()], lane = threadIdx.x % 32;
  const unsigned appending = __ballot_sync(~0u, value % 3 == 0);
  if (value % 3 == 0) {
    const int leader = __ffs(appending) - 1;
    unsigned first = 0;
    if (lane == leader)
      first = atomicAdd(tail, static_cast<unsigned>(__popc(appending)));
    first = __shfl_sync(appending, first, leader);
    queue[first + __popc(appending & ((1u << lane) - 1))] = value;
  }
}

// A ring of cells that say whose turn it is. Who finds it full, or empty, gives up.
__global__ void tryToPut(Cell *cells, unsigned size, unsigned *tail, int *accepted) {
  const int i = threadNumber();
  unsigned place = *static_cast<volatile unsigned *>(tail);
  accepted[i] = 0;
  for (;;) {
    Cell &cell = cells[place % size];
    const int turn = static_cast<int>(*static_cast<volatile unsigned *>(&cell.turn) - place);
    if (turn < 0)
      return;
    if (turn == 0 && atomicCAS(tail, place, place + 1) == place) {
      cell.value = i;
      __threadfence();
      *static_cast<volatile unsigned *>(&cell.turn) = place + 1;
      accepted[i] = 1;
      return;
    }
    place = *static_cast<volatile unsigned *>(tail);
  }
}

__global__ void tryToTake(Cell *cells, unsigned size, unsigned *head, int *taken) {
  const int i = threadNumber();
  taken[i] = -1;
  for (;;) {
    const unsigned place = *static_cast<volatile unsigned *>(head);
    Cell &cell = cells[place % size];
    const int turn = static_cast<int>(*static_cast<volatile unsigned *>(&cell.turn) - (place + 1));
    if (turn < 0)
      break;
    if (turn > 0 || atomicCAS(head, place, place + 1) != place)
      continue;
    taken[i] = *static_cast<volatile int *>(&cell.value);
    __threadfence();
    *static_cast<volatile unsigned *>(&cell.turn) = place + size;
    break;
  }
}

__global__ void ticketForEachBlock(int *next, const int *values, int *sums) {
  __shared__ int task, sum;
  for (;;) {
    if (threadIdx.x == 0) {
      task = atomicAdd(next, 1);
      sum = 0;
    }
    __syncthreads();
    if (task >= kTasks)
      return;
    atomicAdd(&sum, values[(task + threadIdx.x) % kAll]);
    __syncthreads();
    if (threadIdx.x == 0)
      sums[task] = sum;
    __syncthreads();
  }
}

__global__ void ticketForEachWarp(int *next, const int *values, int *sums) {
  const int lane = threadIdx.x % 32;
  while (true) {
    int task = 0;
    if (lane == 0)
      task = atomicAdd(next, 1);
    task = __shfl_sync(~0u, task, 0);
    if (task >= kTasks)
      break;
    int sum = values[(task + lane) % kAll];
    for (int distance = 16; distance; distance /= 2)
      sum += __shfl_down_sync(~0u, sum, distance);
    if (lane == 0)
      sums[task] = sum;
  }
}

__global__ void ticketForEachThread(int *next, int *done) {
  for (int task = atomicAdd(next, 1); task < kTasks; task = atomicAdd(next, 1))
    atomicAdd(&done[task], 1);
}

// Tasks make tasks (a binary tree); blocks go on until all are done.
__global__ void tasksMakeTasks(int *queue, int *tail, int *head, int *unfinished, int *visits, int nodes) {
  __shared__ int node;
  for (;;) {
    if (threadIdx.x == 0) {
      const int place = atomicAdd(head, 1);
      node = -1;
      while (shown(*unfinished) > 0 && (node = shown(queue[place]) - 1) < 0) {
      }
    }
    __syncthreads();
    const int own = node;
    __syncthreads();
    if (own < 0)
      return;
    if (threadIdx.x < 2) {
      const int child = 2 * own + 1 + threadIdx.x;
      if (child < nodes) {
        atomicAdd(unfinished, 1);
        atomicExch(&queue[atomicAdd(tail, 1)], child + 1);
      }
    }
    atomicAdd(&visits[own], 1);
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicSub(unfinished, 1);
    }
  }
}

__global__ void lastBlockAddsUp(const int *values, int *sums, unsigned *done, int *total) {
  __shared__ int sum;
  __shared__ bool is_last;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  atomicAdd(&sum, values[threadNumber()]);
  __syncthreads();
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = sum;
    __threadfence();
    is_last = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && threadIdx.x == 0) {
    __threadfence();
    for (unsigned block = 0; block < gridDim.x; ++block)
      *total += shown(sums[block]);
  }
}

// Blocks update an array that no atomic operation is for.
__global__ void lockOfOneThread(int *lock, double *sums, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    if (threadIdx.x == 0) {
      while (atomicCAS(lock, 0, 1) != 0)
        __nanosleep(20);
      __threadfence();
    }
    __syncthreads();
    static_cast<volatile double *>(sums)[threadIdx.x] += threadIdx.x + round;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
      atomicExch(lock, 0);
  }
}

// The same thread takes the lock, updates and gives it back.
__global__ void lockOfOneThreadAtTheEnd(int *lock, const int *values, double *total) {
  __shared__ int sum;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  atomicAdd(&sum, values[threadNumber()]);
  __syncthreads();
  if (threadIdx.x == 0) {
    while (atomicExch(lock, 1)) {
    }
    __threadfence();
    *static_cast<volatile double *>(total) += sum * 0.5;
    __threadfence();
    atomicExch(lock, 0);
  }
}

// Blocks in the order of their tickets.
__global__ void turnsOfBlocks(int *next, int *serving, int *log) {
  if (threadIdx.x == 0) {
    const int own = atomicAdd(next, 1);
    while (shown(*serving) != own) {
    }
    __threadfence();
    const int length = shown(log[0]);
    shown(log[1 + length]) = own;
    shown(log[0]) = length + 1;
    __threadfence();
    shown(*serving) = own + 1;
  }
}

__global__ void barrierByHand(int *arrived, int *cells, int rounds) {
  const int i = threadNumber();
  for (int round = 0; round < rounds; ++round) {
    const int other = shown(cells[round % 2 * kAll + (i + 97) % kAll]);
    shown(cells[(round + 1) % 2 * kAll + i]) = other * 3 + i;
    meet(arrived, gridDim.x);
  }
}

// Every second block makes what the next one waits for.
__global__ void producersAndConsumers(const int *values, int *buffer, int *flags, int *out) {
  const int pair = blockIdx.x / 2, i = pair * kThreads + threadIdx.x;
  if (blockIdx.x % 2 == 0) {
    shown(buffer[i]) = values[i] * 2;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
      atomicExch(&flags[pair], 1);
  } else {
    if (threadIdx.x == 0)
      while (atomicAdd(&flags[pair], 0) == 0) {
      }
    __syncthreads();
    __threadfence();
    out[i] = shown(buffer[i]) + 1;
  }
}

namespace {

std::vector<int> sorted(std::vector<int> values) {
  std::sort(values.begin(), values.end());
  return values;
}

void testQueues(const std::vector<int> &values) {
  const DeviceArray<int> in(values);
  std::vector<int> expected;
  for (int value : values)
    if (value % 3 == 0)
      expected.push_back(value);
  for (auto *kernel : {append, appendByWarps}) {
    DeviceArray<int> queue(kAll);
    DeviceArray<unsigned> tail(1);
    kernel<<<kBlocks, kThreads>>>(in.get(), queue.get(), tail.get());
    CHECK_LAUNCH();
    std::vector<int> got = queue.host();
    got.resize(tail.first());
    CHECK_SAME(sorted(got), sorted(expected));
  }

  constexpr unsigned kSize = 256;
  std::vector<Cell> ring(kSize);
  for (unsigned at = 0; at < kSize; ++at)
    ring[at].turn = at;
  DeviceArray<Cell> cells(ring);
  DeviceArray<unsigned> tail(1), head(1);
  DeviceArray<int> accepted(kAll), taken(kAll);
  tryToPut<<<kBlocks, kThreads>>>(cells.get(), kSize, tail.get(), accepted.get());
  tryToTake<<<kBlocks, kThreads>>>(cells.get(), kSize, head.get(), taken.get());
  CHECK_LAUNCH();
  const std::vector<int> put = accepted.host();
  std::vector<int> expected_taken(kAll - kSize, -1);
  for (int i = 0; i < kAll; ++i)
    if (put[i])
      expected_taken.push_back(i);
  CHECK_SAME(sorted(taken.host()), sorted(expected_taken));
}

void testTickets(const std::vector<int> &values) {
  const DeviceArray<int> in(values);
  for (int threads : {kThreads, 32}) {
    std::vector<int> expected(kTasks);
    for (int task = 0; task < kTasks; ++task)
      for (int t = 0; t < threads; ++t)
        expected[task] += values[(task + t) % kAll];
    DeviceArray<int> next(1), sums(kTasks);
    (threads == 32 ? ticketForEachWarp : ticketForEachBlock)<<<kBlocks, kThreads>>>(next.get(), in.get(),
                                                                                    sums.get());
    CHECK_LAUNCH();
    CHECK_SAME(sums.host(), expected);
  }
  DeviceArray<int> next(1), done(kTasks);
  ticketForEachThread<<<kBlocks, kThreads>>>(next.get(), done.get());
  CHECK_LAUNCH();
  CHECK_SAME(done.host(), std::vector<int>(kTasks, 1));

  std::vector<int> first(kTasks + kBlocks + 1);
  first[0] = 1;
  DeviceArray<int> queue(first), tail(std::vector<int>(1, 1)), head(1), unfinished(std::vector<int>(1, 1)),
      visits(kTasks);
  tasksMakeTasks<<<kBlocks, kThreads>>>(queue.get(), tail.get(), head.get(), unfinished.get(), visits.get(),
                                        kTasks);
  CHECK_LAUNCH();
  CHECK_SAME(visits.host(), std::vector<int>(kTasks, kThreads));
}

void testBlocks(const std::vector<int> &values) {
  const DeviceArray<int> in(values);
  int sum = 0;
  for (int value : values)
    sum += value;
  DeviceArray<int> sums(kBlocks), total(1), lock(1);
  DeviceArray<unsigned> done(1);
  lastBlockAddsUp<<<kBlocks, kThreads>>>(in.get(), sums.get(), done.get(), total.get());
  CHECK_LAUNCH();
  CHECK_EQ(total.first(), sum);

  constexpr int kRounds = 5;
  DeviceArray<double> updated(kThreads), half(1);
  lockOfOneThread<<<kBlocks, kThreads>>>(lock.get(), updated.get(), kRounds);
  lockOfOneThreadAtTheEnd<<<kBlocks, kThreads>>>(lock.get(), in.get(), half.get());
  CHECK_LAUNCH();
  std::vector<double> expected(kThreads);
  for (int t = 0; t < kThreads; ++t)
    expected[t] = kBlocks * (kRounds * t + kRounds * (kRounds - 1) / 2);
  CHECK_SAME(updated.host(), expected);
  CHECK_EQ(half.first(), sum * 0.5);

  DeviceArray<int> next(1), serving(1), log(kBlocks + 1);
  turnsOfBlocks<<<kBlocks, kThreads>>>(next.get(), serving.get(), log.get());
  CHECK_LAUNCH();
  CHECK_SAME(log.host(), (std::vector<int>{kBlocks, 0, 1, 2, 3, 4, 5}));

  std::vector<int> cells(2 * kAll);
  for (int i = 0; i < kAll; ++i)
    cells[i] = values[i];
  DeviceArray<int> arrived(1), device_cells(cells);
  barrierByHand<<<kBlocks, kThreads>>>(arrived.get(), device_cells.get(), kRounds);
  CHECK_LAUNCH();
  for (int round = 0; round < kRounds; ++round)
    for (int i = 0; i < kAll; ++i)
      cells[(round + 1) % 2 * kAll + i] = cells[round % 2 * kAll + (i + 97) % kAll] * 3 + i;
  CHECK_SAME(device_cells.host(), cells);

  DeviceArray<int> buffer(kAll / 2), flags(kBlocks / 2), out(kAll / 2);
  producersAndConsumers<<<kBlocks, kThreads>>>(in.get(), buffer.get(), flags.get(), out.get());
  CHECK_LAUNCH();
  std::vector<int> expected_out(kAll / 2);
  for (int i = 0; i < kAll / 2; ++i)
    expected_out[i] = values[i] * 2 + 1;
  CHECK_SAME(out.host(), expected_out);
}

} // namespace

int main() {
  Random random;
  std::vector<int> values(kAll);
  for (int &value : values)
    value = static_cast<int>(random.below(1000));
  testQueues(values);
  testTickets(values);
  testBlocks(values);
  return verdict();
}
