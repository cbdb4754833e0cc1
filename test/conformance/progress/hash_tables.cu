// Hash tables with open addressing, of keys and values of 4, 8 and 16 bytes. A thread that finds a place taken goes on to the next,
// so no lane waits for another one.
#include "../check.h"

#include <algorithm>
#include <set>

namespace {

using Wide = unsigned long long;

constexpr unsigned kThreads = 128, kKeys = 1500, kBlocks = (kKeys + kThreads - 1) / kThreads;
constexpr unsigned kCapacity = 4096, kPrime = 4093, kFew = 1531;
constexpr unsigned kErased = ~0u;

__host__ __device__ unsigned hashOf(unsigned key) { return (key * 2654435761u) >> 7; }
__device__ unsigned threadNumber() { return blockIdx.x * blockDim.x + threadIdx.x; }

struct Pair {
  unsigned key, value;
};
struct WidePair {
  Wide key;
  double value;
};
struct alignas(16) Quad {
  float x, y, z, w;
};
struct Entry {
  unsigned key;
  unsigned padding[3];
  Quad value;
};

} // namespace

__global__ void insertLinear(unsigned *slots, const unsigned *keys, unsigned n) {
  const unsigned i = threadNumber();
  if (i >= n)
    return;
  const unsigned key = keys[i];
  unsigned slot = hashOf(key) & (kCapacity - 1);
  for (;;) {
    const unsigned old = atomicCAS(&slots[slot], 0u, key);
    if (old == 0 || old == key)
      return;
    slot = (slot + 1) & (kCapacity - 1);
  }
}

// Almost all slots are taken at the end, and their number is no power of two.
__global__ void insertIntoFullTable(unsigned *slots, const unsigned *keys, unsigned n, unsigned *failures) {
  const unsigned i = threadNumber();
  if (i >= n)
    return;
  const unsigned key = keys[i];
  bool placed = false;
  for (unsigned step = 0, slot = hashOf(key) % kFew; step < kFew && !placed;
       ++step, slot = (slot + 1) % kFew) {
    const unsigned old = atomicCAS(&slots[slot], 0u, key);
    placed = old == 0 || old == key;
  }
  if (!placed)
    atomicAdd(failures, 1u);
}

__global__ void insertQuadratic(unsigned *slots, const unsigned *keys, unsigned n) {
  const unsigned i = threadNumber();
  if (i < n) {
    const unsigned key = keys[i];
    unsigned slot = hashOf(key) & (kCapacity - 1), step = 0, old;
    while ((old = atomicCAS(&slots[slot], 0u, key)) != 0 && old != key)
      slot = (slot + ++step) & (kCapacity - 1);
  }
}

// A load first, and the update only where it may succeed.
__global__ void insertByDoubleHash(unsigned *slots, const unsigned *keys, unsigned n) {
  const unsigned i = threadNumber();
  if (i >= n)
    return;
  const unsigned key = keys[i], step = 1 + hashOf(key ^ 0x5bd1e995) % (kPrime - 1);
  for (unsigned slot = hashOf(key) % kPrime;; slot = (slot + step) % kPrime) {
    unsigned seen = *static_cast<volatile unsigned *>(&slots[slot]);
    if (seen == 0)
      seen = atomicCAS(&slots[slot], 0u, key);
    if (seen == 0 || seen == key)
      break;
  }
}

__global__ void insertWideKeys(Wide *slots, const unsigned *keys, unsigned n) {
  const unsigned i = threadNumber();
  if (i >= n)
    return;
  const Wide key = Wide{keys[i]} << 20 | 1;
  unsigned slot = hashOf(keys[i]) & (kCapacity - 1);
  do {
    const Wide old = atomicCAS(&slots[slot], Wide{0}, key);
    if (old == 0 || old == key)
      break;
    slot = (slot + 1) & (kCapacity - 1);
  } while (true);
}

// How often each key occurs.
__global__ void countKeys(unsigned *slots, unsigned *counts, const unsigned *keys, unsigned n) {
  const unsigned i = threadNumber();
  if (i >= n)
    return;
  const unsigned key = keys[i];
  unsigned slot = hashOf(key) & (kCapacity - 1);
  while (true) {
    const unsigned old = atomicCAS(&slots[slot], 0u, key);
    if (old == 0 || old == key) {
      atomicAdd(&counts[slot], 1u);
      return;
    }
    slot = (slot + 1) & (kCapacity - 1);
  }
}

// Keys are unique, and who has taken a slot writes its value.
__global__ void insertPairs(Pair *slots, const unsigned *keys, unsigned n) {
  const unsigned i = threadNumber();
  if (i >= n)
    return;
  unsigned slot = hashOf(keys[i]) & (kCapacity - 1);
  while (atomicCAS(&slots[slot].key, 0u, keys[i]) != 0)
    slot = (slot + 1) & (kCapacity - 1);
  slots[slot].value = i;
}

__global__ void insertWidePairs(WidePair *slots, const unsigned *keys, unsigned n) {
  const unsigned i = threadNumber();
  if (i >= n)
    return;
  const Wide key = Wide{keys[i]} << 32 | keys[i];
  for (unsigned slot = hashOf(keys[i]) & (kCapacity - 1);; slot = (slot + 1) & (kCapacity - 1))
    if (atomicCAS(&slots[slot].key, Wide{0}, key) == 0) {
      slots[slot].value = i * 0.5;
      return;
    }
}

__global__ void insertEntries(Entry *slots, const unsigned *keys, unsigned n) {
  const unsigned i = threadNumber();
  if (i >= n)
    return;
  for (unsigned slot = hashOf(keys[i]) & (kCapacity - 1);;) {
    Entry &entry = slots[slot];
    if (atomicCAS(&entry.key, 0u, keys[i]) == 0) {
      const float x = static_cast<float>(i);
      entry.value = {x, x + 1, x + 2, x + 3};
      break;
    }
    slot = (slot + 1) & (kCapacity - 1);
  }
}

// Key and value are one word; of several values the smallest stays.
__global__ void insertPacked(Wide *slots, const unsigned *keys, unsigned n) {
  const unsigned i = threadNumber();
  if (i >= n)
    return;
  const unsigned key = keys[i];
  const Wide wanted = Wide{key} << 32 | i;
  unsigned slot = hashOf(key) & (kCapacity - 1);
  Wide seen = slots[slot];
  for (;;) {
    if (seen != 0 && seen >> 32 != key) {
      slot = (slot + 1) & (kCapacity - 1);
      seen = slots[slot];
      continue;
    }
    if (seen != 0 && seen <= wanted)
      return;
    const Wide old = atomicCAS(&slots[slot], seen, wanted);
    if (old == seen)
      return;
    seen = old;
  }
}

__global__ void find(const Pair *slots, const unsigned *keys, unsigned *values, unsigned n) {
  const unsigned i = threadNumber();
  if (i >= n)
    return;
  unsigned slot = hashOf(keys[i]) & (kCapacity - 1), value = kErased;
  while (slots[slot].key != 0) {
    if (slots[slot].key == keys[i]) {
      value = slots[slot].value;
      break;
    }
    slot = (slot + 1) & (kCapacity - 1);
  }
  values[i] = value;
}

__global__ void eraseOdd(unsigned *slots, const unsigned *keys, unsigned n) {
  const unsigned i = threadNumber();
  if (i >= n || keys[i] % 2 == 0)
    return;
  unsigned slot = hashOf(keys[i]) & (kCapacity - 1), old;
  do {
    old = atomicCAS(&slots[slot], keys[i], kErased);
    slot = (slot + 1) & (kCapacity - 1);
  } while (old != keys[i] && old != 0);
}

// Keys that are not in the table go to places of erased ones, too.
__global__ void insertOverErased(unsigned *slots, const unsigned *keys, unsigned n) {
  const unsigned i = threadNumber();
  if (i >= n)
    return;
  unsigned slot = hashOf(keys[i]) & (kCapacity - 1);
  for (;;) {
    const unsigned seen = *static_cast<volatile unsigned *>(&slots[slot]);
    if ((seen == 0 || seen == kErased) && atomicCAS(&slots[slot], seen, keys[i]) == seen)
      return;
    if (seen != 0 && seen != kErased)
      slot = (slot + 1) & (kCapacity - 1);
  }
}

// Who takes a place drives out its key, which goes to its other place; after so many moves it goes to the stash.
__global__ void insertCuckoo(unsigned *slots, const unsigned *keys, unsigned n, unsigned *stash,
                             unsigned *stashed) {
  const unsigned i = threadNumber();
  if (i >= n)
    return;
  unsigned key = keys[i], slot = hashOf(key) & (kCapacity - 1);
  for (int move = 0; move < 20; ++move) {
    key = atomicExch(&slots[slot], key);
    if (key == 0)
      return;
    const unsigned first = hashOf(key) & (kCapacity - 1), second = hashOf(~key) & (kCapacity - 1);
    slot = slot == first ? second : first;
  }
  stash[atomicAdd(stashed, 1u)] = key;
}

// A table for each block, in shared memory.
__global__ void countDifferent(const unsigned *keys, unsigned *different) {
  __shared__ unsigned slots[256], count;
  for (unsigned slot = threadIdx.x; slot < 256; slot += blockDim.x)
    slots[slot] = 0;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  const unsigned key = keys[threadNumber()];
  unsigned slot = hashOf(key) % 256;
  for (;;) {
    const unsigned old = atomicCAS(&slots[slot], 0u, key);
    if (old == 0)
      atomicAdd(&count, 1u);
    if (old == 0 || old == key)
      break;
    slot = (slot + 1) % 256;
  }
  __syncthreads();
  if (threadIdx.x == 0)
    different[blockIdx.x] = count;
}

namespace {

// The keys of a table that are no marks.
std::vector<unsigned> sortedKeys(const std::vector<unsigned> &slots) {
  std::vector<unsigned> keys;
  for (unsigned slot : slots)
    if (slot != 0 && slot != kErased)
      keys.push_back(slot);
  std::sort(keys.begin(), keys.end());
  return keys;
}

// The first thread with each key, and how many there are.
unsigned firstWith(const std::vector<unsigned> &keys, unsigned key) {
  return static_cast<unsigned>(std::find(keys.begin(), keys.end(), key) - keys.begin());
}

void testSets(const std::vector<unsigned> &keys, const std::vector<unsigned> &unique) {
  const DeviceArray<unsigned> device_keys(keys);
  for (auto *insert : {insertLinear, insertQuadratic, insertByDoubleHash}) {
    DeviceArray<unsigned> slots(kCapacity);
    insert<<<kBlocks, kThreads>>>(slots.get(), device_keys.get(), kKeys);
    CHECK_LAUNCH();
    CHECK_SAME(sortedKeys(slots.host()), unique);
  }
  DeviceArray<Wide> wide(kCapacity);
  insertWideKeys<<<kBlocks, kThreads>>>(wide.get(), device_keys.get(), kKeys);
  CHECK_LAUNCH();
  std::vector<unsigned> short_keys;
  for (Wide key : wide.host())
    short_keys.push_back(static_cast<unsigned>(key >> 20));
  CHECK_SAME(sortedKeys(short_keys), unique);

  DeviceArray<unsigned> slots(kCapacity), counts(kCapacity);
  countKeys<<<kBlocks, kThreads>>>(slots.get(), counts.get(), device_keys.get(), kKeys);
  CHECK_LAUNCH();
  const std::vector<unsigned> placed = slots.host(), counted = counts.host();
  for (unsigned slot = 0; slot < kCapacity; ++slot)
    CHECK_EQ(counted[slot], placed[slot] ? std::count(keys.begin(), keys.end(), placed[slot]) : 0);

  DeviceArray<Wide> packed(kCapacity);
  insertPacked<<<kBlocks, kThreads>>>(packed.get(), device_keys.get(), kKeys);
  CHECK_LAUNCH();
  std::size_t used = 0;
  for (Wide word : packed.host())
    if (word != 0) {
      ++used;
      CHECK_EQ(static_cast<unsigned>(word), firstWith(keys, static_cast<unsigned>(word >> 32)));
    }
  CHECK_EQ(used, unique.size());

  const unsigned blocks = kKeys / kThreads;
  DeviceArray<unsigned> different(blocks);
  countDifferent<<<blocks, kThreads>>>(device_keys.get(), different.get());
  CHECK_LAUNCH();
  const std::vector<unsigned> of_blocks = different.host();
  for (unsigned block = 0; block < blocks; ++block) {
    const auto begin = keys.begin() + block * kThreads;
    CHECK_EQ(of_blocks[block], std::set<unsigned>(begin, begin + kThreads).size());
  }
}

void testMaps(const std::vector<unsigned> &unique) {
  const unsigned n = static_cast<unsigned>(unique.size());
  std::vector<unsigned> keys = unique;
  Random random(7);
  for (unsigned i = n; i > 1; --i)
    std::swap(keys[i - 1], keys[random.below(i)]);
  const DeviceArray<unsigned> device_keys(keys);
  DeviceArray<Pair> pairs(kCapacity);
  insertPairs<<<kBlocks, kThreads>>>(pairs.get(), device_keys.get(), n);
  CHECK_LAUNCH();
  DeviceArray<unsigned> values(n);
  find<<<kBlocks, kThreads>>>(pairs.get(), device_keys.get(), values.get(), n);
  CHECK_LAUNCH();
  std::vector<unsigned> expected(n);
  for (unsigned i = 0; i < n; ++i)
    expected[i] = i;
  CHECK_SAME(values.host(), expected);

  unsigned found = 0;
  DeviceArray<WidePair> wide_pairs(kCapacity);
  insertWidePairs<<<kBlocks, kThreads>>>(wide_pairs.get(), device_keys.get(), n);
  CHECK_LAUNCH();
  for (const WidePair &pair : wide_pairs.host())
    if (pair.key != 0) {
      ++found;
      CHECK_EQ(pair.value, 0.5 * firstWith(keys, static_cast<unsigned>(pair.key)));
    }
  CHECK_EQ(found, n);
  DeviceArray<Entry> entries(kCapacity);
  insertEntries<<<kBlocks, kThreads>>>(entries.get(), device_keys.get(), n);
  CHECK_LAUNCH();
  found = 0;
  for (const Entry &entry : entries.host())
    if (entry.key != 0) {
      ++found;
      const float x = static_cast<float>(firstWith(keys, entry.key));
      CHECK(entry.value.x == x && entry.value.y == x + 1 && entry.value.z == x + 2 && entry.value.w == x + 3);
    }
  CHECK_EQ(found, n);

  DeviceArray<unsigned> full(kFew), failures(1);
  insertIntoFullTable<<<kBlocks, kThreads>>>(full.get(), device_keys.get(), n, failures.get());
  CHECK_LAUNCH();
  CHECK_SAME(sortedKeys(full.host()), unique);
  CHECK_EQ(failures.first(), 0u);

  DeviceArray<unsigned> slots(kCapacity);
  insertLinear<<<kBlocks, kThreads>>>(slots.get(), device_keys.get(), n);
  eraseOdd<<<kBlocks, kThreads>>>(slots.get(), device_keys.get(), n);
  CHECK_LAUNCH();
  std::vector<unsigned> remaining, fresh;
  for (unsigned key : unique) {
    if (key % 2 == 0)
      remaining.push_back(key);
    fresh.push_back(key + 1'000'000);
  }
  CHECK_SAME(sortedKeys(slots.host()), remaining);
  const DeviceArray<unsigned> device_fresh(fresh);
  insertOverErased<<<kBlocks, kThreads>>>(slots.get(), device_fresh.get(), n);
  CHECK_LAUNCH();
  remaining.insert(remaining.end(), fresh.begin(), fresh.end());
  std::sort(remaining.begin(), remaining.end());
  CHECK_SAME(sortedKeys(slots.host()), remaining);

  DeviceArray<unsigned> nest(kCapacity), stash(n), stashed(1);
  insertCuckoo<<<kBlocks, kThreads>>>(nest.get(), device_keys.get(), n, stash.get(), stashed.get());
  CHECK_LAUNCH();
  const std::vector<unsigned> places = nest.host();
  std::vector<unsigned> all = sortedKeys(places), rest = stash.host();
  for (unsigned slot = 0; slot < kCapacity; ++slot)
    CHECK(places[slot] == 0 || (hashOf(places[slot]) & (kCapacity - 1)) == slot ||
          (hashOf(~places[slot]) & (kCapacity - 1)) == slot);
  rest.resize(stashed.first());
  all.insert(all.end(), rest.begin(), rest.end());
  std::sort(all.begin(), all.end());
  CHECK_SAME(all, unique);
}

} // namespace

int main() {
  Random random;
  std::vector<unsigned> keys(kKeys);
  for (unsigned &key : keys)
    key = 1 + random.below(1300);
  const std::set<unsigned> different(keys.begin(), keys.end());
  testSets(keys, {different.begin(), different.end()});
  // Many unique keys, which fill a table almost.
  std::set<unsigned> many;
  while (many.size() < kKeys)
    many.insert(1 + random.below(900'000));
  testMaps({many.begin(), many.end()});
  return verdict();
}
