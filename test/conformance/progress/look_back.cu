// Prefix sums in one pass: a tile asks those before it for their sums (decoupled look-back). The lanes of a warp ask one tile
// each, and leave the loop together, by a vote of all; blocks wait for each other, lanes do not.
// check-not: sync: tilesBehindABarrier() needs 60 blocks at a time, more than a device of two multiprocessors holds.
#include "../check.h"

#include <cuda/atomic>
#include <memory>

namespace {

constexpr int kTiles = 60, kThreads = 128, kCount = kTiles * kThreads;
constexpr unsigned kAll = 0xffffffff;

enum : unsigned { kNothing, kSum, kPrefix };

// What tiles tell each other: in one word, and in three arrays.
struct Board {
  unsigned *ticket;
  unsigned long long *words;
  int *flags;
  int *sums;
  int *prefixes;
};

struct State {
  unsigned flag;
  int value;
};

__device__ State unpack(unsigned long long word) {
  return {static_cast<unsigned>(word >> 32), static_cast<int>(static_cast<unsigned>(word))};
}
__device__ unsigned long long pack(unsigned flag, int value) {
  return static_cast<unsigned long long>(flag) << 32 | static_cast<unsigned>(value);
}
__device__ State peek(const unsigned long long *word) {
  return unpack(*static_cast<const volatile unsigned long long *>(word));
}
__device__ void post(unsigned long long *word, unsigned flag, int value) {
  *static_cast<volatile unsigned long long *>(word) = pack(flag, value);
}

__device__ int sumOfWarp(int value) {
  for (int distance = 16; distance; distance /= 2)
    value += __shfl_xor_sync(kAll, value, distance);
  return value;
}

// What the window from the tile `at` of lane 0 on tells, once all of its lanes know something.
__device__ bool addWindow(State state, int lane, int &before) {
  const unsigned done = __ballot_sync(kAll, state.flag == kPrefix);
  const int last = done ? __ffs(done) - 1 : 31;
  before += sumOfWarp(lane <= last ? state.value : 0);
  return done != 0;
}

// The first warp finds out by `look_back(tile, lane, sum)` what comes before the tile.
template <class LookBack> __device__ void scanTile(const int *in, int *out, int tile, LookBack look_back) {
  __shared__ int values[kThreads], before;
  const int t = threadIdx.x;
  values[t] = in[tile * kThreads + t];
  __syncthreads();
  for (int step = 1; step < kThreads; step *= 2) {
    const int other = t >= step ? values[t - step] : 0;
    __syncthreads();
    values[t] += other;
    __syncthreads();
  }
  if (t < 32) {
    const int sum = look_back(tile, t, values[kThreads - 1]);
    if (t == 0)
      before = sum;
  }
  __syncthreads();
  out[tile * kThreads + t] = before + values[t];
}

__device__ int takeTicket(unsigned *ticket) {
  __shared__ unsigned tile;
  if (threadIdx.x == 0)
    tile = atomicAdd(ticket, 1);
  __syncthreads();
  return tile;
}

// The usual way around a loop that asks 32 tiles at a time, by `ask(at, lane)`.
template <class Ask>
__device__ int lookBackByWords(unsigned long long *words, int tile, int lane, int sum, Ask ask) {
  if (lane == 0)
    post(&words[tile], tile == 0 ? kPrefix : kSum, sum);
  int before = 0;
  if (tile > 0) {
    for (int at = tile - 1 - lane; !addWindow(ask(at), lane, before); at -= 32) {
    }
    if (lane == 0)
      post(&words[tile], kPrefix, before + sum);
  }
  return before;
}

} // namespace

// Each lane polls by itself for the tile that it asks, and the vote comes after.
__global__ void eachLanePollsItsOwn(const int *in, int *out, Board board) {
  scanTile(in, out, takeTicket(board.ticket), [&](int tile, int lane, int sum) {
    return lookBackByWords(board.words, tile, lane, sum, [&](int at) {
      State state{kPrefix, 0};
      if (at >= 0)
        do
          state = peek(&board.words[at]);
        while (state.flag == kNothing);
      return state;
    });
  });
}

__global__ void tilesByBlockIndex(const int *in, int *out, Board board) {
  scanTile(in, out, blockIdx.x, [&](int tile, int lane, int sum) {
    return lookBackByWords(board.words, tile, lane, sum, [&](int at) {
      State state{kPrefix, 0};
      while (at >= 0 && (state = peek(&board.words[at])).flag == kNothing) {
      }
      return state;
    });
  });
}

__global__ void untilAnyFails(const int *in, int *out, Board board) {
  scanTile(in, out, takeTicket(board.ticket), [&](int tile, int lane, int sum) {
    return lookBackByWords(board.words, tile, lane, sum, [&](int at) {
      State state;
      do
        state = at >= 0 ? peek(&board.words[at]) : State{kPrefix, 0};
      while (__any_sync(kAll, state.flag == kNothing));
      return state;
    });
  });
}

__global__ void untilAllKnow(const int *in, int *out, Board board) {
  scanTile(in, out, takeTicket(board.ticket), [&](int tile, int lane, int sum) {
    return lookBackByWords(board.words, tile, lane, sum, [&](int at) {
      State state{kNothing, 0};
      while (!__all_sync(kAll, state.flag != kNothing)) {
        if (state.flag == kNothing)
          state = at >= 0 ? peek(&board.words[at]) : State{kPrefix, 0};
      }
      return state;
    });
  });
}

__global__ void untilNobodyIsLeft(const int *in, int *out, Board board) {
  scanTile(in, out, takeTicket(board.ticket), [&](int tile, int lane, int sum) {
    return lookBackByWords(board.words, tile, lane, sum, [&](int at) {
      State state;
      unsigned pause = 4;
      for (;;) {
        state = at >= 0 ? peek(&board.words[at]) : State{kPrefix, 0};
        if (__ballot_sync(kAll, state.flag == kNothing) == 0)
          return state;
        __nanosleep(pause);
        pause = pause < 64 ? pause * 2 : pause;
      }
    });
  });
}

__global__ void byAtomicLoads(const int *in, int *out, Board board) {
  scanTile(in, out, takeTicket(board.ticket), [&](int tile, int lane, int sum) {
    return lookBackByWords(board.words, tile, lane, sum, [&](int at) {
      State state{kPrefix, 0};
      if (at >= 0) {
        cuda::atomic_ref<unsigned long long, cuda::thread_scope_device> word(board.words[at]);
        do
          state = unpack(word.load(cuda::memory_order_acquire));
        while (state.flag == kNothing);
      }
      __syncwarp();
      return state;
    });
  });
}

// All blocks have started, and take turns on a worker, when they begin to ask each other.
__global__ void tilesBehindABarrier(const int *in, int *out, Board board) {
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(board.ticket, 1);
    while (*static_cast<volatile unsigned *>(board.ticket) < gridDim.x) {
    }
  }
  __syncthreads();
  scanTile(in, out, blockIdx.x, [&](int tile, int lane, int sum) {
    return lookBackByWords(board.words, tile, lane, sum, [&](int at) {
      State state{kNothing, 0};
      while (__ballot_sync(kAll, state.flag == kNothing))
        state = at >= 0 ? peek(&board.words[at]) : State{kPrefix, 0};
      return state;
    });
  });
}

// Flags, sums and prefixes lie apart, so fences order them.
__global__ void flagsApartFromValues(const int *in, int *out, Board board) {
  auto *flags = static_cast<volatile int *>(board.flags);
  auto *sums = static_cast<volatile int *>(board.sums),
       *prefixes = static_cast<volatile int *>(board.prefixes);
  scanTile(in, out, takeTicket(board.ticket), [&](int tile, int lane, int sum) {
    if (lane == 0) {
      (tile == 0 ? prefixes : sums)[tile] = sum;
      __threadfence();
      flags[tile] = tile == 0 ? kPrefix : kSum;
    }
    int before = 0;
    for (int at = tile - 1 - lane; tile > 0; at -= 32) {
      unsigned flag = kPrefix;
      if (at >= 0)
        while ((flag = flags[at]) == kNothing) {
        }
      __threadfence();
      const int value = at < 0 ? 0 : flag == kPrefix ? prefixes[at] : sums[at];
      if (addWindow({flag, value}, lane, before))
        break;
    }
    if (lane == 0 && tile > 0) {
      prefixes[tile] = before + sum;
      __threadfence();
      flags[tile] = kPrefix;
    }
    return before;
  });
}

// Nobody waits for tiles beyond the nearest prefix, nor for the whole window.
__global__ void partsOfWindows(const int *in, int *out, Board board) {
  scanTile(in, out, takeTicket(board.ticket), [&](int tile, int lane, int sum) {
    if (lane == 0)
      post(&board.words[tile], tile == 0 ? kPrefix : kSum, sum);
    int before = 0;
    for (int first = tile - 1; first >= 0;) {
      const int at = first - lane;
      const State state = at >= 0 ? peek(&board.words[at]) : State{kPrefix, 0};
      const unsigned missing = __ballot_sync(kAll, state.flag == kNothing);
      const unsigned done = __ballot_sync(kAll, state.flag == kPrefix);
      const int known = missing ? __ffs(missing) - 1 : 32, last = done ? __ffs(done) - 1 : 32;
      before += sumOfWarp(lane < known && lane <= last ? state.value : 0);
      if (last < known)
        break;
      first -= known;
    }
    if (lane == 0 && tile > 0)
      post(&board.words[tile], kPrefix, before + sum);
    return before;
  });
}

// One thread goes back tile by tile.
__global__ void oneThreadGoesBack(const int *in, int *out, Board board) {
  scanTile(in, out, takeTicket(board.ticket), [&](int tile, int lane, int sum) {
    int before = 0;
    if (lane == 0) {
      post(&board.words[tile], tile == 0 ? kPrefix : kSum, sum);
      for (int at = tile - 1; at >= 0;) {
        const State state = peek(&board.words[at]);
        if (state.flag == kNothing)
          continue;
        before += state.value;
        if (state.flag == kPrefix)
          break;
        --at;
      }
      if (tile > 0)
        post(&board.words[tile], kPrefix, before + sum);
    }
    return before;
  });
}

// A tile for each warp of a block, without barriers.
__global__ void tileOfEachWarp(const int *in, int *out, Board board) {
  const int tile = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  int sum = in[tile * 32 + lane];
  for (int distance = 1; distance < 32; distance *= 2) {
    const int other = __shfl_up_sync(kAll, sum, distance);
    if (lane >= distance)
      sum += other;
  }
  const int total = __shfl_sync(kAll, sum, 31);
  const int before = lookBackByWords(board.words, tile, lane, total, [&](int at) {
    State state;
    do
      state = at >= 0 ? peek(&board.words[at]) : State{kPrefix, 0};
    while (__any_sync(kAll, state.flag == kNothing));
    return state;
  });
  out[tile * 32 + lane] = before + sum;
}

int main() {
  Random random;
  std::vector<int> values(kCount), expected(kCount);
  for (int i = 0, sum = 0; i < kCount; ++i) {
    values[i] = static_cast<int>(random.below(201)) - 100;
    expected[i] = sum += values[i];
  }
  const DeviceArray<int> in(values);
  for (auto *kernel :
       {eachLanePollsItsOwn, tilesByBlockIndex, untilAnyFails, untilAllKnow, untilNobodyIsLeft, byAtomicLoads,
        tilesBehindABarrier, flagsApartFromValues, partsOfWindows, oneThreadGoesBack, tileOfEachWarp}) {
    DeviceArray<int> out(kCount), flags(kTiles), sums(kTiles), prefixes(kTiles);
    DeviceArray<unsigned> ticket(1);
    DeviceArray<unsigned long long> words(kCount / 32);
    kernel<<<kTiles, kThreads>>>(in.get(), out.get(),
                                 Board{ticket.get(), words.get(), flags.get(), sums.get(), prefixes.get()});
    CHECK_LAUNCH();
    CHECK_SAME(out.host(), expected);
  }
  return verdict();
}
