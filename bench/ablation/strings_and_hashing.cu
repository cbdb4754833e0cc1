// String search, edit distances, hashing, check sums, encryption.
#include "kernels.h"

using namespace ablation;

static DeviceArray<char> letters(std::size_t size, unsigned alphabet) {
  bench::Random random;
  return generated<char>(size, [&](std::size_t) { return char('a' + random.next() % alphabet); });
}

__constant__ char pattern[16];

__global__ void searchNaive(unsigned *matches, const char *text, int size, int length) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > size - length)
    return;
  int k = 0;
  while (k < length && text[i + k] == pattern[k])
    ++k;
  if (k == length)
    atomicAdd(matches, 1u);
}

ABLATION_KERNEL(string_search_naive) {
  constexpr int size = 2 << 20;
  DeviceArray<char> text = letters(size, 4);
  DeviceArray<unsigned> matches(1);
  bench::require(cudaMemcpyToSymbol(pattern, "abcabd", 6));
  runner.before([&] { bench::require(cudaMemset(matches, 0, 4)); });
  runner.measure([&] { searchNaive<<<size / 256, 256>>>(matches, text, size, 6); }, matches);
}

// A rolling hash over a segment of its own per thread.
__global__ void searchRabinKarp(unsigned *counts, const char *text, int size, int per_thread, int length,
                                unsigned wanted, unsigned power) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x, begin = thread * per_thread;
  int end = min(begin + per_thread, size - length + 1);
  if (begin >= end)
    return;
  unsigned hash = 0, found = 0;
  for (int i = 0; i < length; ++i)
    hash = hash * 31 + text[begin + i];
  for (int i = begin; i < end; ++i) {
    found += hash == wanted;
    hash = (hash - text[i] * power) * 31 + text[i + length];
  }
  counts[thread] = found;
}

ABLATION_KERNEL(string_search_rabin_karp) {
  constexpr int size = 1 << 20, per_thread = 256, threads = size / per_thread, length = 5;
  DeviceArray<char> text = letters(size + length, 4);
  DeviceArray<unsigned> counts(threads);
  unsigned wanted = 0, power = 1;
  for (char letter : {'a', 'b', 'c', 'a', 'd'})
    wanted = wanted * 31 + letter;
  for (int i = 1; i < length; ++i)
    power *= 31;
  runner.measure(
      [&] { searchRabinKarp<<<threads / 128, 128>>>(counts, text, size, per_thread, length, wanted, power); },
      counts);
}

// A block per pair of words, an antidiagonal per barrier.
__global__ void editDistance(int *distances, const char *a, const char *b) {
  constexpr int kLength = 128;
  __shared__ int diagonals[3][kLength + 1];
  __shared__ char left[kLength], right[kLength];
  int t = threadIdx.x;
  left[t] = a[blockIdx.x * kLength + t];
  right[t] = b[blockIdx.x * kLength + t];
  for (int diagonal = 0; diagonal <= 2 * kLength; ++diagonal) {
    __syncthreads();
    int *now = diagonals[diagonal % 3], *last = diagonals[(diagonal + 2) % 3],
        *older = diagonals[(diagonal + 1) % 3];
    for (int i = t; i <= kLength; i += blockDim.x) {
      int j = diagonal - i;
      if (j < 0 || j > kLength)
        continue;
      if (i == 0 || j == 0)
        now[i] = i + j;
      else
        now[i] = min(min(last[i - 1], last[i]) + 1, older[i - 1] + (left[i - 1] != right[j - 1]));
    }
  }
  __syncthreads();
  if (t == 0)
    distances[blockIdx.x] = diagonals[2 * kLength % 3][kLength];
}

ABLATION_KERNEL(edit_distance) {
  constexpr int pairs = 200;
  DeviceArray<char> a = letters(pairs * 128, 4), b = letters(pairs * 128, 3);
  DeviceArray<int> distances(pairs);
  runner.measure([&] { editDistance<<<pairs, 128>>>(distances, a, b); }, distances);
}

__global__ void countWords(unsigned *words, const char *text, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool begins = i < size && text[i] != 'a' && (i == 0 || text[i - 1] == 'a');
  unsigned count = __syncthreads_count(begins);
  if (threadIdx.x == 0)
    atomicAdd(words, count);
}

ABLATION_KERNEL(word_count) {
  constexpr int size = 4 << 20;
  DeviceArray<char> text = letters(size, 6);
  DeviceArray<unsigned> words(1);
  runner.before([&] { bench::require(cudaMemset(words, 0, 4)); });
  runner.measure([&] { countWords<<<size / 512, 512>>>(words, text, size); }, words);
}

// A finite automaton's table in shared memory; a line of text per thread.
__global__ void matchLines(int *states, const char *lines, const unsigned char *table, int count,
                           int length) {
  __shared__ unsigned char next[8 * 32];
  for (int i = threadIdx.x; i < 8 * 32; i += blockDim.x)
    next[i] = table[i];
  __syncthreads();
  int line = blockIdx.x * blockDim.x + threadIdx.x, state = 0;
  if (line >= count)
    return;
  for (int i = 0; i < length; ++i)
    state = next[state * 32 + (lines[line * length + i] & 31)];
  states[line] = state;
}

ABLATION_KERNEL(finite_automaton) {
  constexpr int count = 8192, length = 128;
  DeviceArray<char> lines = letters(count * length, 8);
  DeviceArray<unsigned char> table = integersBelow<unsigned char>(8, 8 * 32);
  DeviceArray<int> states(count);
  runner.measure([&] { matchLines<<<count / 256, 256>>>(states, lines, table, count, length); }, states);
}

__global__ void hashStrings(unsigned *hashes, const char *strings, const int *begins, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  unsigned hash = 2166136261u;
  for (int k = begins[i]; k < begins[i + 1]; ++k)
    hash = (hash ^ (unsigned char)strings[k]) * 16777619u;
  hashes[i] = hash;
}

ABLATION_KERNEL(fnv_of_strings) {
  constexpr int count = 50000;
  DeviceArray<int> begins = generated<int>(count + 1, [](std::size_t i) { return int(i * 20 + i % 7); });
  DeviceArray<char> strings = letters(count * 20 + 32, 26);
  DeviceArray<unsigned> hashes(count);
  runner.measure([&] { hashStrings<<<blocksFor(count, 256), 256>>>(hashes, strings, begins, count); },
                 hashes);
}

__device__ unsigned mix(unsigned key) {
  key ^= key >> 16;
  key *= 0x85ebca6b;
  key ^= key >> 13;
  key *= 0xc2b2ae35;
  return key ^ key >> 16;
}

__global__ void insertKeys(unsigned *table, unsigned mask, const unsigned *keys, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  unsigned key = keys[i], slot = mix(key) & mask;
  while (true) {
    unsigned found = atomicCAS(&table[slot], 0xffffffffu, key);
    if (found == 0xffffffffu || found == key)
      return;
    slot = (slot + 1) & mask;
  }
}

__global__ void lookUpKeys(int *present, const unsigned *table, unsigned mask, const unsigned *keys,
                           int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  unsigned key = keys[i], slot = mix(key) & mask, found;
  while ((found = table[slot]) != key && found != 0xffffffffu)
    slot = (slot + 1) & mask;
  present[i] = found == key;
}

ABLATION_KERNEL(hash_table) {
  constexpr int count = 1 << 17, slots = 1 << 18;
  DeviceArray<unsigned> keys = integersBelow<unsigned>(1u << 30, count),
                        others = generated<unsigned>(count, [](std::size_t i) { return unsigned(i * 8191); });
  DeviceArray<unsigned> table(slots);
  DeviceArray<int> present(count), absent(count);
  runner.before([&] { bench::require(cudaMemset(table, 0xff, slots * 4)); });
  runner.measure(
      [&] {
        insertKeys<<<count / 256, 256>>>(table, slots - 1, keys, count);
        lookUpKeys<<<count / 256, 256>>>(present, table, slots - 1, keys, count);
        lookUpKeys<<<count / 256, 256>>>(absent, table, slots - 1, others, count);
      },
      present, absent);
}

__constant__ unsigned crc_table[256];

__global__ void crc32(unsigned *sums, const unsigned char *bytes, int blocks, int length) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= blocks)
    return;
  unsigned crc = ~0u;
  for (int k = 0; k < length; ++k)
    crc = crc >> 8 ^ crc_table[(crc ^ bytes[i * length + k]) & 255];
  sums[i] = ~crc;
}

ABLATION_KERNEL(crc32_by_table) {
  constexpr int blocks = 8192, length = 128;
  unsigned table[256];
  for (unsigned i = 0; i < 256; ++i) {
    table[i] = i;
    for (int bit = 0; bit < 8; ++bit)
      table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xedb88320u : 0);
  }
  bench::require(cudaMemcpyToSymbol(crc_table, table, sizeof table));
  DeviceArray<unsigned char> bytes = integersBelow<unsigned char>(256, blocks * length);
  DeviceArray<unsigned> sums(blocks);
  runner.measure([&] { crc32<<<blocks / 128, 128>>>(sums, bytes, blocks, length); }, sums);
}

__device__ unsigned rotateRight(unsigned value, int by) { return __funnelshift_r(value, value, by); }

__constant__ unsigned round_keys[64];

// SHA-256's rounds, a message block per thread.
__global__ void sha256(unsigned *digests, const unsigned *messages, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  unsigned w[64];
  for (int t = 0; t < 16; ++t)
    w[t] = messages[i * 16 + t];
  for (int t = 16; t < 64; ++t) {
    unsigned s0 = rotateRight(w[t - 15], 7) ^ rotateRight(w[t - 15], 18) ^ w[t - 15] >> 3;
    unsigned s1 = rotateRight(w[t - 2], 17) ^ rotateRight(w[t - 2], 19) ^ w[t - 2] >> 10;
    w[t] = w[t - 16] + s0 + w[t - 7] + s1;
  }
  unsigned a = 0x6a09e667, b = 0xbb67ae85, c = 0x3c6ef372, d = 0xa54ff53a;
  unsigned e = 0x510e527f, f = 0x9b05688c, g = 0x1f83d9ab, h = 0x5be0cd19;
  for (int t = 0; t < 64; ++t) {
    unsigned s1 = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25);
    unsigned one = h + s1 + ((e & f) ^ (~e & g)) + round_keys[t] + w[t];
    unsigned s0 = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22);
    unsigned two = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + one, d = c, c = b, b = a, a = one + two;
  }
  unsigned state[8] = {a, b, c, d, e, f, g, h};
  for (int k = 0; k < 8; ++k)
    digests[i * 8 + k] = state[k];
}

ABLATION_KERNEL(sha256_of_blocks) {
  constexpr int count = 16384;
  unsigned keys[64];
  for (unsigned i = 0; i < 64; ++i)
    keys[i] = i * 2654435761u + 0x428a2f98;
  bench::require(cudaMemcpyToSymbol(round_keys, keys, sizeof keys));
  DeviceArray<unsigned> messages = integersBelow<unsigned>(~0u, count * 16), digests(count * 8);
  runner.measure([&] { sha256<<<count / 128, 128>>>(digests, messages, count); }, digests);
}

// XTEA: two words per thread, 32 rounds.
__global__ void encrypt(uint2 *blocks, uint4 key, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  unsigned keys[4] = {key.x, key.y, key.z, key.w}, sum = 0;
  uint2 block = blocks[i];
  for (int round = 0; round < 32; ++round) {
    block.x += ((block.y << 4 ^ block.y >> 5) + block.y) ^ (sum + keys[sum & 3]);
    sum += 0x9e3779b9;
    block.y += ((block.x << 4 ^ block.x >> 5) + block.x) ^ (sum + keys[sum >> 11 & 3]);
  }
  blocks[i] = block;
}

ABLATION_KERNEL(xtea_encryption) {
  constexpr int count = 1 << 18;
  DeviceArray<uint2> first =
      generated<uint2>(count, [](std::size_t i) { return uint2{unsigned(i), unsigned(i * 3)}; });
  DeviceArray<uint2> blocks(count);
  runner.before([&] { bench::require(cudaMemcpy(blocks, first, count * 8, cudaMemcpyDeviceToDevice)); });
  runner.measure([&] { encrypt<<<count / 256, 256>>>(blocks, uint4{1, 2, 3, 4}, count); }, blocks);
}

// Local alignment of a pair of sequences per thread, which keeps a row of scores for itself.
__global__ void alignPairs(int *scores, const char *a, const char *b, int pairs, int length) {
  int pair = blockIdx.x * blockDim.x + threadIdx.x;
  if (pair >= pairs)
    return;
  int row[65], best = 0;
  for (int j = 0; j <= length; ++j)
    row[j] = 0;
  for (int i = 0; i < length; ++i) {
    int diagonal = 0;
    char letter = a[i * pairs + pair];
    for (int j = 1; j <= length; ++j) {
      int score = diagonal + (letter == b[(j - 1) * pairs + pair] ? 2 : -1);
      score = max(max(score, 0), max(row[j], row[j - 1]) - 1);
      diagonal = row[j];
      row[j] = score;
      best = max(best, score);
    }
  }
  scores[pair] = best;
}

ABLATION_KERNEL(alignment_of_pairs) {
  constexpr int pairs = 4096, length = 48;
  DeviceArray<char> a = letters(pairs * length, 4), b = letters(pairs * length + 7, 4);
  DeviceArray<int> scores(pairs);
  runner.measure([&] { alignPairs<<<pairs / 128, 128>>>(scores, a, b + 7, pairs, length); }, scores);
}

// A tree of hashes over 512 words per block.
__global__ void hashTree(unsigned *roots, const unsigned *words) {
  __shared__ unsigned tree[512];
  tree[threadIdx.x] = mix(words[blockIdx.x * 512 + threadIdx.x]);
  tree[threadIdx.x + 256] = mix(words[blockIdx.x * 512 + threadIdx.x + 256]);
  for (int count = 256; count > 0; count /= 2) {
    __syncthreads();
    if (threadIdx.x < count)
      tree[threadIdx.x] = mix(mix(tree[threadIdx.x] ^ 0x9e3779b9) * 31 + mix(tree[threadIdx.x + count]));
  }
  if (threadIdx.x == 0)
    roots[blockIdx.x] = tree[0];
}

ABLATION_KERNEL(hash_tree) {
  constexpr int blocks = 1024;
  DeviceArray<unsigned> words = integersBelow<unsigned>(~0u, blocks * 512), roots(blocks);
  runner.measure([&] { hashTree<<<blocks, 256>>>(roots, words); }, roots);
}

// A block stretches a key: each round hashes a word with its neighbour's.
__global__ void stretchKeys(unsigned *keys, int rounds) {
  __shared__ unsigned state[256];
  int t = threadIdx.x;
  state[t] = keys[blockIdx.x * 256 + t];
  for (int round = 0; round < rounds; ++round) {
    __syncthreads();
    unsigned value = mix(state[t] + round), other = state[(t + 1) % 256];
    for (int i = 0; i < 4; ++i)
      value = mix(value ^ other);
    __syncthreads();
    state[t] = value;
  }
  keys[blockIdx.x * 256 + t] = state[t];
}

ABLATION_KERNEL(key_stretching) {
  constexpr int blocks = 64;
  DeviceArray<unsigned> first = integersBelow<unsigned>(~0u, blocks * 256), keys(blocks * 256);
  runner.before([&] { bench::require(cudaMemcpy(keys, first, blocks * 256 * 4, cudaMemcpyDeviceToDevice)); });
  runner.measure([&] { stretchKeys<<<blocks, 256>>>(keys, 64); }, keys);
}
