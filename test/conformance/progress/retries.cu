// Loops that try again until nobody has come in between: a thread's own compare-and-swap decides when it goes on, and some
// thread's succeeds in each round.
#include "../check.h"

#include <cuda/atomic>

#include <algorithm>
#include <cstring>

namespace {

using Wide = unsigned long long;

constexpr int kBlocks = 6, kThreads = 96, kAll = kBlocks * kThreads, kPlaces = 7;

__device__ int threadNumber() { return blockIdx.x * blockDim.x + threadIdx.x; }

struct Node {
  int value, next;
};

} // namespace

__global__ void addFloats(float *sums, const float *values) {
  const int i = threadNumber();
  auto *place = reinterpret_cast<unsigned *>(&sums[i % kPlaces]);
  unsigned old = *place, seen;
  do {
    seen = old;
    old = atomicCAS(place, seen, __float_as_uint(__uint_as_float(seen) + values[i]));
  } while (old != seen);
}

__global__ void addDoubles(double *sums, const float *values) {
  const int i = threadNumber();
  auto *place = reinterpret_cast<Wide *>(&sums[i % kPlaces]);
  Wide seen;
  do
    seen = *static_cast<volatile Wide *>(place);
  while (atomicCAS(place, seen,
                   static_cast<Wide>(__double_as_longlong(__longlong_as_double(seen) + values[i]))) != seen);
}

// Leaves when there is nothing to do.
__global__ void takeMaxima(float *maxima, const float *values) {
  const int i = threadNumber();
  int *place = reinterpret_cast<int *>(&maxima[i % kPlaces]);
  int old = *place;
  while (__int_as_float(old) < values[i]) {
    const int seen = old;
    old = atomicCAS(place, seen, __float_as_int(values[i]));
    if (old == seen)
      break;
  }
}

// The least value, and who has it.
__global__ void takeMinimaWithPlaces(Wide *minima, const float *values) {
  const int i = threadNumber();
  const Wide own = static_cast<Wide>(__float_as_uint(values[i])) << 32 | static_cast<unsigned>(i);
  Wide *place = &minima[i % kPlaces];
  for (Wide seen = *place; own < seen;) {
    const Wide old = atomicCAS(place, seen, own);
    if (old == seen)
      return;
    seen = old;
  }
}

// Two numbers that change together.
__global__ void addPairs(float2 *sums, const float *values) {
  const int i = threadNumber();
  auto *place = reinterpret_cast<Wide *>(&sums[i % kPlaces]);
  Wide old = *place, seen;
  do {
    seen = old;
    float2 pair;
    memcpy(&pair, &seen, 8);
    pair.x += values[i];
    pair.y += 1;
    Wide word;
    memcpy(&word, &pair, 8);
    old = atomicCAS(place, seen, word);
  } while (old != seen);
}

// Half a word.
__global__ void addToHalfWords(unsigned short *sums) {
  const int i = threadNumber(), at = i % kPlaces;
  auto *word = reinterpret_cast<unsigned *>(sums) + at / 2;
  const int shift = at % 2 * 16;
  unsigned old = *word, seen;
  do {
    seen = old;
    const unsigned sum = ((seen >> shift) + i) & 0xffff;
    old = atomicCAS(word, seen, (seen & ~(0xffffu << shift)) | sum << shift);
  } while (old != seen);
}

__global__ void addUpToLimit(unsigned *counter, unsigned limit, unsigned *tickets) {
  unsigned seen = *counter, old;
  while (seen < limit && (old = atomicCAS(counter, seen, seen + 1)) != seen)
    seen = old;
  tickets[threadNumber()] = seen;
}

__global__ void multiplyByObject(cuda::atomic<unsigned, cuda::thread_scope_device> *products) {
  const int i = threadNumber();
  unsigned seen = products[i % 3].load(cuda::memory_order_relaxed);
  while (!products[i % 3].compare_exchange_weak(seen, seen * (2 * i + 1), cuda::memory_order_relaxed)) {
  }
}

__global__ void pushOnStack(int *head, Node *nodes) {
  const int i = threadNumber();
  nodes[i].value = 3 * i;
  int old = *head, seen;
  do {
    seen = old;
    nodes[i].next = seen;
    __threadfence();
    old = atomicCAS(head, seen, i);
  } while (old != seen);
}

// The head has a count beside it, so that nobody takes what has been put back.
__global__ void popFromStack(Wide *head, const Node *nodes, int *popped) {
  Wide seen = *static_cast<volatile Wide *>(head);
  int top;
  for (;;) {
    top = static_cast<int>(static_cast<unsigned>(seen));
    if (top < 0)
      break;
    const Wide next = ((seen >> 32) + 1) << 32 | static_cast<unsigned>(nodes[top].next);
    const Wide old = atomicCAS(head, seen, next);
    if (old == seen)
      break;
    seen = old;
  }
  popped[threadNumber()] = top < 0 ? -1 : nodes[top].value;
}

// A list in the order of its keys: who inserts goes on from where it was, or begins again. Nothing is ever taken out.
__global__ void insertInOrder(volatile int *next, const int *keys) {
  const int i = threadNumber(), own = i + 1;
  for (bool done = false; !done;) {
    int before = 0, after = next[0];
    while (after != 0 && keys[after] < keys[own]) {
      before = after;
      after = next[before];
    }
    next[own] = after;
    __threadfence();
    done = atomicCAS(const_cast<int *>(&next[before]), after, own) == after;
  }
}

// The first free bit of a map, from a word of its own on; there are as many bits as threads.
__global__ void takeBits(unsigned *words, int *taken) {
  const int i = threadNumber();
  int word = i * 5 % (kAll / 32), bit = -1;
  while (bit < 0) {
    const unsigned seen = *static_cast<volatile unsigned *>(&words[word]);
    const int free = __ffs(~seen) - 1;
    if (free < 0)
      word = (word + 1) % (kAll / 32);
    else if (!(atomicOr(&words[word], 1u << free) >> free & 1))
      bit = word * 32 + free;
  }
  taken[i] = bit;
}

// Within a block, with barriers around.
__global__ void addInSharedMemory(float *sums, const float *values) {
  __shared__ int sum;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  int old = sum, seen;
  do {
    seen = old;
    old = atomicCAS(&sum, seen, __float_as_int(__int_as_float(seen) + values[threadNumber()]));
  } while (old != seen);
  __syncthreads();
  if (threadIdx.x == 0)
    sums[blockIdx.x] = __int_as_float(sum);
}

namespace {

std::vector<int> sorted(std::vector<int> values) {
  std::sort(values.begin(), values.end());
  return values;
}

std::vector<int> multiplesOf(int step) {
  std::vector<int> values(kAll);
  for (int i = 0; i < kAll; ++i)
    values[i] = step * i;
  return values;
}

void testSums(const std::vector<float> &values) {
  const DeviceArray<float> in(values);
  std::vector<float> sums(kPlaces), maxima(kPlaces), of_blocks(kBlocks);
  std::vector<double> doubles(kPlaces);
  std::vector<int> counts(kPlaces);
  std::vector<Wide> least(kPlaces, ~Wide{0});
  std::vector<unsigned short> halves(kPlaces + 1);
  for (int i = 0; i < kAll; ++i) {
    const int at = i % kPlaces;
    sums[at] += values[i];
    doubles[at] += values[i];
    maxima[at] = std::max(maxima[at], values[i]);
    of_blocks[i / kThreads] += values[i];
    ++counts[at];
    halves[at] = static_cast<unsigned short>(halves[at] + i);
    unsigned bits;
    std::memcpy(&bits, &values[i], 4);
    least[at] = std::min(least[at], Wide{bits} << 32 | static_cast<unsigned>(i));
  }
  DeviceArray<float> got_sums(kPlaces), got_maxima(kPlaces), got_of_blocks(kBlocks);
  DeviceArray<double> got_doubles(kPlaces);
  DeviceArray<float2> pairs(kPlaces);
  DeviceArray<Wide> got_least(std::vector<Wide>(kPlaces, ~Wide{0}));
  DeviceArray<unsigned short> got_halves(kPlaces + 1);
  addFloats<<<kBlocks, kThreads>>>(got_sums.get(), in.get());
  addDoubles<<<kBlocks, kThreads>>>(got_doubles.get(), in.get());
  takeMaxima<<<kBlocks, kThreads>>>(got_maxima.get(), in.get());
  takeMinimaWithPlaces<<<kBlocks, kThreads>>>(got_least.get(), in.get());
  addPairs<<<kBlocks, kThreads>>>(pairs.get(), in.get());
  addToHalfWords<<<kBlocks, kThreads>>>(got_halves.get());
  addInSharedMemory<<<kBlocks, kThreads>>>(got_of_blocks.get(), in.get());
  CHECK_LAUNCH();
  CHECK_SAME(got_sums.host(), sums);
  CHECK_SAME(got_doubles.host(), doubles);
  CHECK_SAME(got_maxima.host(), maxima);
  CHECK_SAME(got_least.host(), least);
  CHECK_SAME(got_halves.host(), halves);
  CHECK_SAME(got_of_blocks.host(), of_blocks);
  const std::vector<float2> got_pairs = pairs.host();
  for (int at = 0; at < kPlaces; ++at)
    CHECK(got_pairs[at].x == sums[at] && got_pairs[at].y == counts[at]);
}

void testCounters() {
  constexpr unsigned kLimit = 500;
  DeviceArray<unsigned> counter(1), tickets(kAll);
  addUpToLimit<<<kBlocks, kThreads>>>(counter.get(), kLimit, tickets.get());
  CHECK_LAUNCH();
  std::vector<unsigned> got = tickets.host(), expected(kAll, kLimit);
  for (unsigned i = 0; i < kLimit; ++i)
    expected[i] = i;
  std::sort(got.begin(), got.end());
  CHECK_SAME(got, expected);

  DeviceArray<unsigned> products(std::vector<unsigned>(3, 1));
  multiplyByObject<<<kBlocks, kThreads>>>(
      reinterpret_cast<cuda::atomic<unsigned, cuda::thread_scope_device> *>(products.get()));
  CHECK_LAUNCH();
  std::vector<unsigned> expected_products(3, 1);
  for (unsigned i = 0; i < kAll; ++i)
    expected_products[i % 3] *= 2 * i + 1;
  CHECK_SAME(products.host(), expected_products);

  DeviceArray<unsigned> words(kAll / 32);
  DeviceArray<int> taken(kAll);
  takeBits<<<kBlocks, kThreads>>>(words.get(), taken.get());
  CHECK_LAUNCH();
  CHECK_SAME(sorted(taken.host()), multiplesOf(1));
}

void testLists() {
  DeviceArray<int> head(std::vector<int>(1, -1));
  DeviceArray<Node> nodes(kAll);
  pushOnStack<<<kBlocks, kThreads>>>(head.get(), nodes.get());
  CHECK_LAUNCH();
  const std::vector<Node> list = nodes.host();
  std::vector<int> values;
  for (int i = head.first(); i >= 0 && values.size() < kAll; i = list[i].next)
    values.push_back(list[i].value);
  CHECK_SAME(sorted(values), multiplesOf(3));

  DeviceArray<Wide> counted_head(std::vector<Wide>(1, static_cast<unsigned>(head.first())));
  DeviceArray<int> popped(kAll + kThreads);
  popFromStack<<<kBlocks + 1, kThreads>>>(counted_head.get(), nodes.get(), popped.get());
  CHECK_LAUNCH();
  std::vector<int> expected = multiplesOf(3);
  expected.insert(expected.begin(), kThreads, -1);
  CHECK_SAME(sorted(popped.host()), expected);

  std::vector<int> keys(kAll + 1);
  for (int i = 1; i <= kAll; ++i)
    keys[i] = i * 7919 % 100'003;
  DeviceArray<int> device_keys(keys), next(kAll + 1);
  insertInOrder<<<kBlocks, kThreads>>>(next.get(), device_keys.get());
  CHECK_LAUNCH();
  const std::vector<int> links = next.host();
  std::vector<int> in_order, all(keys.begin() + 1, keys.end());
  for (int i = links[0]; i != 0 && in_order.size() < kAll; i = links[i])
    in_order.push_back(keys[i]);
  CHECK_SAME(in_order, sorted(all));
}

} // namespace

int main() {
  std::vector<float> values(kAll);
  for (int i = 0; i < kAll; ++i)
    values[i] = static_cast<float>(1 + i * 37 % 1009);
  testSums(values);
  testCounters();
  testLists();
  return verdict();
}
