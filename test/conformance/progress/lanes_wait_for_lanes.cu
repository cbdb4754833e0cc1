// Flags, tickets and values that lanes of one warp hand to each other: whoever waits does so for a lane of its own warp, by loads
// or atomics, in loops that look like polling for another block, like probing or like trying again.
#include "../check.h"

#include <algorithm>

namespace {

constexpr int kThreads = 64, kEmpty = -1;

__device__ volatile int &shown(int &word) { return word; }

__noinline__ __device__ int waitUntilSet(volatile int *flag) {
  int seen;
  while ((seen = *flag) == 0) {
  }
  return seen;
}

// Where a warp of the one block keeps its words.
__device__ int *wordsOfWarp(int *words) { return words + threadIdx.x / 32 * 128; }

} // namespace

// Each kernel leaves lane * 3 + 1 in out[threadIdx.x], if all goes well.
__device__ void finish(int *out, int value) { out[threadIdx.x] = value; }

__global__ void firstLaneSpeaks(int *words, int *out) {
  int *flag = wordsOfWarp(words);
  const int lane = threadIdx.x % 32;
  if (lane == 0) {
    shown(flag[1]) = 3;
    __threadfence();
    shown(flag[0]) = 1;
  } else {
    while (shown(flag[0]) == 0) {
    }
    __threadfence();
  }
  finish(out, lane * shown(flag[1]) + 1);
}

// Lane 0 comes first to its loop, and waits for what lane 31 does after it.
__global__ void lastLaneSpeaksBehindTheLoop(int *words, int *out) {
  int *flag = wordsOfWarp(words);
  const int lane = threadIdx.x % 32;
  if (lane == 0)
    while (shown(flag[0]) == 0) {
    }
  if (lane == 31)
    shown(flag[0]) = 1;
  finish(out, lane * 3 + 1);
}

__global__ void chainOfLanes(int *words, int *out) {
  int *cells = wordsOfWarp(words);
  const int lane = threadIdx.x % 32;
  if (lane > 0)
    while (shown(cells[lane - 1]) == 0) {
    }
  shown(cells[lane]) = lane == 0 ? 1 : shown(cells[lane - 1]) + 3;
  finish(out, shown(cells[lane]));
}

__global__ void chainBackwards(int *words, int *out) {
  int *cells = wordsOfWarp(words);
  const int lane = threadIdx.x % 32;
  int behind = 0;
  if (lane < 31)
    do
      behind = atomicAdd(&cells[lane + 1], 0);
    while (behind == 0);
  atomicExch(&cells[lane], lane == 31 ? 94 : behind - 3);
  finish(out, shown(cells[lane]));
}

// The two sides of a branch take turns.
__global__ void tokenBetweenSides(int *words, int *out) {
  int *token = wordsOfWarp(words);
  const int lane = threadIdx.x % 32;
  int rounds = 0;
  if (lane == 7) {
    for (; rounds < 10; ++rounds) {
      while (shown(token[0]) != 0) {
      }
      shown(token[0]) = 1;
    }
  } else if (lane == 20) {
    for (; rounds < 10; ++rounds) {
      while (shown(token[0]) != 1)
        __nanosleep(5);
      shown(token[0]) = 0;
    }
  }
  finish(out, lane * 3 + (rounds == (lane == 7 || lane == 20 ? 10 : 0)));
}

__global__ void tokenInACircle(int *words, int *out) {
  int *turn = wordsOfWarp(words);
  const int lane = threadIdx.x % 32;
  int sum = 1;
  for (int round = 0; round < 3; ++round) {
    while (atomicAdd(turn, 0) != round * 32 + lane) {
    }
    sum += lane;
    atomicAdd(turn, 1);
  }
  finish(out, sum);
}

__global__ void producerAndConsumer(int *words, int *out) {
  int *cell = wordsOfWarp(words);
  const int lane = threadIdx.x % 32;
  int sum = 0;
  if (lane == 3) {
    for (int value = 1; value <= 20; ++value) {
      while (shown(cell[0]) != 0)
        __nanosleep(10);
      shown(cell[1]) = value;
      __threadfence_block();
      shown(cell[0]) = 1;
    }
  } else if (lane == 30) {
    for (int value = 1; value <= 20; ++value) {
      while (shown(cell[0]) == 0)
        __nanosleep(10);
      __threadfence_block();
      sum += shown(cell[1]) - value;
      shown(cell[0]) = 0;
    }
  }
  finish(out, lane * 3 + 1 + sum);
}

__global__ void waitInAFunction(int *words, int *out) {
  int *flag = wordsOfWarp(words);
  const int lane = threadIdx.x % 32;
  int seen = 3;
  if (lane % 2 == 0)
    seen = waitUntilSet(flag);
  else if (lane == 17)
    shown(flag[0]) = 3;
  finish(out, lane * seen + 1);
}

// A barrier by hand.
__global__ void untilAllHaveCome(int *words, int *out) {
  int *counter = wordsOfWarp(words);
  const int lane = threadIdx.x % 32;
  shown(counter[1 + lane]) = lane;
  __threadfence();
  atomicAdd(counter, 1);
  while (atomicCAS(counter, 32, 32) != 32) {
  }
  __threadfence();
  finish(out, shown(counter[1 + (lane + 5) % 32]) == (lane + 5) % 32 ? lane * 3 + 1 : 0);
}

__global__ void untilAllHaveComeAgain(int *words, int *out) {
  int *counter = wordsOfWarp(words);
  const int lane = threadIdx.x % 32;
  int sum = 1;
  for (int round = 1; round <= 3; ++round) {
    if (atomicAdd(&counter[0], 1) == 31) {
      shown(counter[0]) = 0;
      __threadfence();
      shown(counter[1]) = round;
    } else {
      while (shown(counter[1]) < round) {
      }
    }
    sum += lane;
  }
  finish(out, sum);
}

// A table whose values come after the keys: who finds its key there waits for the value.
__global__ void valueBehindItsKey(int *words, int *out) {
  int *keys = wordsOfWarp(words), *values = keys + 64;
  const int lane = threadIdx.x % 32, key = 1 + lane % 5;
  int slot = key * 11 % 64, value = 0;
  for (;; slot = (slot + 1) % 64) {
    const int old = atomicCAS(&keys[slot], 0, key);
    if (old == 0) {
      value = key * 10;
      __threadfence();
      shown(values[slot]) = value;
      break;
    }
    if (old == key) {
      while ((value = shown(values[slot])) == 0) {
      }
      break;
    }
  }
  finish(out, value == key * 10 ? lane * 3 + 1 : 0);
}

// A system of equations, a thread for each row: x[row] = row + x[row - 1] + x[row / 2].
__global__ void triangularSystem(int *words, int *out) {
  int *x = wordsOfWarp(words), *ready = x + 64;
  const int row = threadIdx.x % 32;
  int value = row;
  if (row > 0) {
    const int needed[] = {row - 1, row / 2};
    for (int column : needed) {
      while (!shown(ready[column])) {
      }
      __threadfence();
      value += shown(x[column]);
    }
  }
  shown(x[row]) = value;
  __threadfence();
  shown(ready[row]) = 1;
  unsigned expected[32];
  for (int i = 0; i <= row; ++i)
    expected[i] = i == 0 ? 0 : i + expected[i - 1] + expected[i / 2];
  finish(out, value == static_cast<int>(expected[row]) ? row * 3 + 1 : 0);
}

// Each asks one flag after the other, as in a hash table, until one is set.
__global__ void probingForAFlag(int *words, int *out) {
  int *flags = wordsOfWarp(words);
  const int lane = threadIdx.x % 32;
  int at = lane;
  if (lane != 31) {
    while (shown(flags[at]) == 0)
      at = (at + 1) % 32;
  } else {
    at = 12;
    shown(flags[at]) = 1;
  }
  finish(out, at == 12 ? lane * 3 + 1 : 0);
}

// Lanes follow a list that is a ring until one of them opens it.
__global__ void ringThatALaneOpens(int *words, int *out) {
  int *next = wordsOfWarp(words);
  const int lane = threadIdx.x % 32;
  shown(next[lane]) = (lane + 1) % 32;
  __syncwarp();
  int at = lane;
  if (lane != 13)
    while (at != 100)
      at = shown(next[at]);
  else
    shown(next[(lane + 3) % 32]) = at = 100;
  finish(out, at == 100 ? lane * 3 + 1 : 0);
}

// One thread polls while the rest of its warp goes to the barrier, but the other warp waits for one of those, too.
__global__ void warpsGreetEachOther(int *words, int *out) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 0)
    while (shown(words[1 - warp]) == 0) {
    }
  else if (lane == 1)
    shown(words[warp]) = 1;
  __syncthreads();
  finish(out, lane * 3 + 1);
}

// The same without another side: what the other warp waits for comes after the branch.
__global__ void warpsGreetBehindTheBranch(int *words, int *out) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 0)
    while (atomicAdd(&words[1 - warp], 0) < 31) {
    }
  if (lane > 0)
    atomicAdd(&words[warp], 1);
  __syncthreads();
  finish(out, lane * 3 + 1);
}

// A compare-and-swap that succeeds only when the lane before has done so.
__global__ void swapsInOrder(int *words, int *out) {
  int *counter = wordsOfWarp(words);
  const int lane = 31 - threadIdx.x % 32;
  while (atomicCAS(counter, lane, lane + 1) != lane) {
  }
  finish(out, (31 - lane) * 3 + 1);
}

// The same, and what was seen decides whether there is an attempt.
__global__ void swapsInOrderOfWhatWasSeen(int *words, int *out) {
  int *counter = wordsOfWarp(words);
  const int lane = threadIdx.x % 32;
  int seen = shown(*counter);
  for (;;) {
    if (seen % 32 == (lane + 16) % 32) {
      const int old = atomicCAS(counter, seen, seen + 1);
      if (old == seen)
        break;
      seen = old;
    } else {
      seen = shown(*counter);
    }
  }
  finish(out, lane * 3 + 1);
}

__global__ void untilMaximum(int *words, int *out) {
  int *highest = wordsOfWarp(words);
  const int lane = threadIdx.x % 32;
  if (lane == 30)
    atomicMax(highest, 77);
  else
    while (atomicMax(highest, lane) < 77) {
    }
  finish(out, lane * 3 + 1);
}

// Two lanes put into each other's mailbox, and wait for their own.
__global__ void neighboursExchange(int *words, int *out) {
  __shared__ volatile int boxes[kThreads];
  boxes[threadIdx.x] = kEmpty;
  __syncthreads();
  boxes[threadIdx.x ^ 1] = threadIdx.x;
  int got;
  while ((got = boxes[threadIdx.x]) == kEmpty) {
  }
  finish(out, got == static_cast<int>(threadIdx.x ^ 1) ? threadIdx.x % 32 * 3 + 1 : 0);
}

// The leaves of a tree have come before their parents go on.
__global__ void parentsWaitForChildren(int *words, int *out) {
  int *sums = wordsOfWarp(words);
  const int lane = threadIdx.x % 32;
  int sum = 1;
  for (int child = 2 * lane + 1; child <= 2 * lane + 2 && child < 32; ++child) {
    int of_child, tries = 0;
    while ((of_child = shown(sums[child])) == 0)
      if (++tries > 10)
        __nanosleep(tries);
    sum += of_child;
  }
  __threadfence();
  shown(sums[lane]) = sum;
  finish(out, lane > 0 || sum == 32 ? lane * 3 + 1 : 0);
}

// Roles by a switch: one counts up, one passes on, the others wait for the end.
__global__ void rolesOfASwitch(int *words, int *out) {
  int *cells = wordsOfWarp(words);
  const int lane = threadIdx.x % 32;
  switch (lane) {
  case 4:
    for (int value = 1; value <= 5; ++value) {
      shown(cells[0]) = value;
      while (shown(cells[1]) != value) {
      }
    }
    shown(cells[2]) = 1;
    break;
  case 11:
    for (int value = 1; value <= 5; ++value) {
      while (shown(cells[0]) != value) {
      }
      shown(cells[1]) = value;
    }
    break;
  default:
    while (!shown(cells[2])) {
    }
  }
  finish(out, lane * 3 + 1);
}

// A queue whose places lanes fill and empty in the order of their tickets: takers may come before who puts something in.
__global__ void queueBetweenLanes(int *words, int *out) {
  int *places = wordsOfWarp(words), *head = places + 64, *tail = places + 65;
  const int lane = threadIdx.x % 32;
  int got = 1;
  if (lane < 16) {
    int *place = &places[atomicAdd(head, 1)];
    do
      got = atomicExch(place, 0);
    while (got == 0);
  } else {
    atomicExch(&places[atomicAdd(tail, 1)], lane);
  }
  finish(out, got > 0 ? lane * 3 + 1 : 0);
}

int main() {
  std::vector<int> expected(kThreads);
  for (int t = 0; t < kThreads; ++t)
    expected[t] = t % 32 * 3 + 1;
  for (auto *kernel : {firstLaneSpeaks,
                       lastLaneSpeaksBehindTheLoop,
                       chainOfLanes,
                       chainBackwards,
                       tokenBetweenSides,
                       tokenInACircle,
                       producerAndConsumer,
                       waitInAFunction,
                       untilAllHaveCome,
                       valueBehindItsKey,
                       untilAllHaveComeAgain,
                       triangularSystem,
                       probingForAFlag,
                       swapsInOrder,
                       untilMaximum,
                       swapsInOrderOfWhatWasSeen,
                       rolesOfASwitch,
                       neighboursExchange,
                       queueBetweenLanes,
                       parentsWaitForChildren,
                       ringThatALaneOpens,
                       warpsGreetEachOther,
                       warpsGreetBehindTheBranch}) {
    DeviceArray<int> words(256), out(kThreads);
    kernel<<<1, kThreads>>>(words.get(), out.get());
    CHECK_LAUNCH();
    CHECK_SAME(out.host(), expected);
  }
  return verdict();
}
