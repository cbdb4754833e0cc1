// Functions that are not inlined return structures in divergent code: where the ways meet, each lane has the structure of
// the side it came from, as a whole.
#include "../check.h"

struct Pair {
  unsigned first;
  float second;
};

struct Mixed {
  Pair pairs[2];
  bool flag;
  double wide;
};

constexpr unsigned kThreads = 128;

__noinline__ __host__ __device__ Pair sum(Pair pair, unsigned by) {
  return {pair.first + by, pair.second + static_cast<float>(by)};
}

__noinline__ __host__ __device__ Pair swapped(const Pair &pair) {
  return {static_cast<unsigned>(pair.second), static_cast<float>(pair.first)};
}

__noinline__ __host__ __device__ Mixed mixed(Pair pair, unsigned thread) {
  return {{pair, {thread, 0.5f * static_cast<float>(thread)}}, thread % 3 == 0, 0.25 * thread};
}

__noinline__ __host__ __device__ Mixed other(unsigned thread) {
  return {{{thread * 3, 1}, {thread * 5, 2}}, thread % 5 == 0, -1.0 * thread};
}

// One side calls, the other loads or calls as well.
__global__ void fromOneSide(const Pair *in, Pair *out) {
  const unsigned thread = threadIdx.x;
  Pair pair;
  if (in[thread].first % 3 == 0)
    pair = sum(in[thread], thread);
  else
    pair = in[(thread * 7) % kThreads];
  out[thread] = pair;
}

__global__ void fromBothSides(const Pair *in, Pair *out) {
  const unsigned thread = threadIdx.x;
  out[thread] = in[thread].first % 3 == 0 ? sum(in[thread], thread) : swapped(in[thread]);
}

// Which side gives it is the same for all lanes, or the structure is.
__global__ void ofAll(const Pair *in, Pair *out, unsigned which) {
  const unsigned thread = threadIdx.x;
  const Pair pair = which == 0 ? sum(in[thread], 1) : swapped(in[thread]);
  const Pair same = (pair.first & 1) != 0 ? sum(in[0], which) : swapped(in[1]);
  out[thread] = same;
}

// Carried around a loop that lanes leave at different times, in two ways.
__global__ void aroundALoop(const Pair *in, Pair *out) {
  const unsigned thread = threadIdx.x;
  Pair pair = in[thread];
  for (unsigned round = 0; round < thread % 7; ++round) {
    pair = (pair.first & 4) != 0 ? sum(pair, round) : swapped(sum(pair, 3));
    if (pair.first % 11 == 0)
      break;
  }
  out[thread] = pair;
}

__global__ void nested(const Pair *in, Mixed *out) {
  const unsigned thread = threadIdx.x;
  switch (in[thread].first % 4) {
  case 0:
    out[thread] = mixed(in[thread], thread);
    break;
  case 1:
    out[thread] = other(thread);
    break;
  default:
    out[thread] = thread < 40 ? mixed(sum(in[thread], 1), thread) : other(thread + 1);
  }
}

__global__ void returned(const Pair *in, Mixed *out) {
  const unsigned thread = threadIdx.x;
  Mixed value = other(thread);
  for (unsigned i = 0; i < thread % 3; ++i)
    value = value.flag ? mixed(value.pairs[i & 1], thread) : other(value.pairs[0].first + i);
  out[thread] = value;
}

static bool same(const Pair &a, const Pair &b) { return a.first == b.first && a.second == b.second; }

static bool same(const Mixed &a, const Mixed &b) {
  return same(a.pairs[0], b.pairs[0]) && same(a.pairs[1], b.pairs[1]) && a.flag == b.flag && a.wide == b.wide;
}

int main() {
  std::vector<Pair> in(kThreads);
  for (unsigned i = 0; i < kThreads; ++i)
    in[i] = {i * 37 % 101, static_cast<float>(i * 53 % 97)};
  DeviceArray<Pair> given(in), pairs(kThreads);
  DeviceArray<Mixed> mixes(kThreads);

  fromOneSide<<<1, kThreads>>>(given.get(), pairs.get());
  CHECK_LAUNCH();
  std::vector<Pair> got = pairs.host();
  for (unsigned i = 0; i < kThreads; ++i)
    CHECK(same(got[i], in[i].first % 3 == 0 ? sum(in[i], i) : in[i * 7 % kThreads]));

  fromBothSides<<<1, kThreads>>>(given.get(), pairs.get());
  CHECK_LAUNCH();
  got = pairs.host();
  for (unsigned i = 0; i < kThreads; ++i)
    CHECK(same(got[i], in[i].first % 3 == 0 ? sum(in[i], i) : swapped(in[i])));

  for (unsigned which : {0u, 1u}) {
    ofAll<<<1, kThreads>>>(given.get(), pairs.get(), which);
    CHECK_LAUNCH();
    got = pairs.host();
    for (unsigned i = 0; i < kThreads; ++i) {
      const Pair pair = which == 0 ? sum(in[i], 1) : swapped(in[i]);
      CHECK(same(got[i], (pair.first & 1) != 0 ? sum(in[0], which) : swapped(in[1])));
    }
  }

  aroundALoop<<<1, kThreads>>>(given.get(), pairs.get());
  CHECK_LAUNCH();
  got = pairs.host();
  for (unsigned i = 0; i < kThreads; ++i) {
    Pair pair = in[i];
    for (unsigned round = 0; round < i % 7; ++round) {
      pair = (pair.first & 4) != 0 ? sum(pair, round) : swapped(sum(pair, 3));
      if (pair.first % 11 == 0)
        break;
    }
    CHECK(same(got[i], pair));
  }

  nested<<<1, kThreads>>>(given.get(), mixes.get());
  CHECK_LAUNCH();
  std::vector<Mixed> mixed_got = mixes.host();
  for (unsigned i = 0; i < kThreads; ++i) {
    const unsigned kind = in[i].first % 4;
    const Mixed want = kind == 0   ? mixed(in[i], i)
                       : kind == 1 ? other(i)
                       : i < 40    ? mixed(sum(in[i], 1), i)
                                   : other(i + 1);
    CHECK(same(mixed_got[i], want));
  }

  returned<<<1, kThreads>>>(given.get(), mixes.get());
  CHECK_LAUNCH();
  mixed_got = mixes.host();
  for (unsigned i = 0; i < kThreads; ++i) {
    Mixed value = other(i);
    for (unsigned round = 0; round < i % 3; ++round)
      value = value.flag ? mixed(value.pairs[round & 1], i) : other(value.pairs[0].first + round);
    CHECK(same(mixed_got[i], value));
  }
  return verdict();
}
