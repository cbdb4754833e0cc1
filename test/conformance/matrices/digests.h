// Inputs for products of matrices from formulas, and digests of what came out, which a table has from an H100.
//
// A program that is called with the argument "table" prints the rows of its table instead of comparing with them.
#ifndef RADDLE_TEST_CONFORMANCE_MATRICES_DIGESTS_H
#define RADDLE_TEST_CONFORMANCE_MATRICES_DIGESTS_H

#include "../check.h"

#include <array>
#include <cstring>

using u32 = unsigned;

// A floating-point format of `bits` bits; the lowest ones of `bits`, which a tensor core does not look at, are random.
struct Coding {
  int bits, exponent_bits, places, below;
  int spread; // of the exponents of ordinary numbers, to both sides
};
constexpr Coding kCodingF16{16, 5, 10, 0, 6}, kCodingBf16{16, 8, 7, 0, 14}, kCodingTf32{32, 8, 10, 13, 14},
    kCodingE4m3{8, 4, 3, 0, 4}, kCodingE5m2{8, 5, 2, 0, 6}, kCodingF32{32, 8, 23, 0, 20};

enum Distribution : int {
  kSimilar,   // about one
  kSpread,    // of many exponents
  kFewLarge,  // a quarter far larger than the others
  kManyZeros, // two thirds
  kAll,       // any code, with infinities and NaN
  kSmall,     // A subnormal or little more, B ordinary
  kSmallest,  // A and B subnormal or little more
  kDistributions
};
constexpr int kRepetitions = 6, kCases = kRepetitions * kDistributions;

class Codes {
public:
  Codes(Coding coding, Random &random) : coding_(coding), random_(random) {}

  u32 next(int distribution) {
    const int bias = (1 << (coding_.exponent_bits - 1)) - 1, spread = coding_.spread;
    const auto below = [&](int limit) { return static_cast<int>(random_.below(static_cast<u32>(limit))); };
    switch (distribution) {
    case kSimilar:
      return code(bias - below(2));
    case kSpread:
      return code(bias - spread + below(2 * spread + 1));
    case kFewLarge:
      return below(4) == 0 ? code(bias + spread) : code(bias - below(spread));
    case kManyZeros:
      return below(3) != 0 ? 0 : code(bias - spread + below(2 * spread + 1));
    case kAll:
      return static_cast<u32>(random_.bits()) & mask(coding_.bits);
    default:
      return code(below(3));
    }
  }

private:
  static u32 mask(int bits) { return bits == 32 ? ~0u : (1u << bits) - 1; }
  u32 code(int exponent) {
    const u32 sign = 1u << (coding_.bits - 1), rest = mask(coding_.places + coding_.below);
    const u32 random = static_cast<u32>(random_.bits());
    return (random & (sign | rest)) | static_cast<u32>(exponent) << (coding_.places + coding_.below);
  }

  Coding coding_;
  Random &random_;
};

inline int distributionOfB(int of_a) { return of_a == kSmall ? int{kSpread} : of_a; }
// C is zero, or like A, or any number.
inline u32 addend(Codes &codes, int distribution, int repetition) {
  return repetition % 3 == 0 ? 0 : codes.next(repetition % 3 == 1 ? distribution : int{kAll});
}

// Metadata of sparse matrices: the places of two of four elements, in order; of tf32 one of two, as those of its halves.
inline u32 twoOfFour(Random &random) {
  constexpr u32 kPairs[] = {0b0100, 0b1000, 0b1100, 0b1001, 0b1101, 0b1110};
  u32 word = 0;
  for (int at = 0; at < 32; at += 4)
    word |= kPairs[random.below(6)] << at;
  return word;
}
inline u32 oneOfTwo(Random &random) {
  u32 word = 0;
  for (int at = 0; at < 32; at += 4)
    word |= (random.below(2) ? 0b1110u : 0b0100u) << at;
  return word;
}

// `a` to `c`: how many registers of a lane, for all cases, and then a word of the metadata of sparse matrices, where there is one.
inline std::vector<u32> inputs(int a, int b, int c, Coding x, Coding y, Coding z,
                               u32 (*metadata)(Random &) = nullptr) {
  Random random(static_cast<unsigned long long>(a * 64 + b * 8 + c));
  Codes in_a(x, random), in_b(y, random), in_c(z, random);
  std::vector<u32> words;
  const auto add = [&](int count, int bits, auto next) {
    for (int i = 0; i < count; ++i) {
      u32 word = 0;
      for (int at = 0; at < 32; at += bits)
        word |= next() << at;
      words.push_back(word);
    }
  };
  for (int i = 0; i < kCases * 32; ++i) {
    const int number = i / 32, distribution = number / kRepetitions, repetition = number % kRepetitions;
    add(a, x.bits, [&] { return in_a.next(distribution); });
    add(b, y.bits, [&] { return in_b.next(distributionOfB(distribution)); });
    add(c, z.bits, [&] { return addend(in_c, distribution, repetition); });
    if (metadata)
      words.push_back(metadata(random));
  }
  return words;
}

// FNV-1a.
class Digest {
public:
  void add(u32 word) {
    for (int i = 0; i < 32; i += 8)
      value_ = (value_ ^ (word >> i & 0xff)) * 16777619u;
  }
  u32 value() const { return value_; }

private:
  u32 value_ = 2166136261u;
};
using Digests = std::array<u32, kDistributions>;

struct Row {
  const char *name;
  Digests digests;
};

class Table {
public:
  Table(const Row *rows, size_t count, int arguments, char **argument)
      : rows_(rows), count_(count), prints_(arguments > 1 && std::strcmp(argument[1], "table") == 0) {}

  // What a product gave: `words` are those of all cases, one after the other.
  void compare(const char *name, const std::vector<u32> &words) {
    Digests digests;
    const size_t of_distribution = words.size() / kDistributions;
    for (size_t i = 0; i < kDistributions; ++i) {
      Digest digest;
      for (size_t j = 0; j < of_distribution; ++j)
        digest.add(words[i * of_distribution + j]);
      digests[i] = digest.value();
    }
    if (prints_)
      return print(name, digests);
    const Row *row = rows_;
    while (row != rows_ + count_ && std::strcmp(row->name, name) != 0)
      ++row;
    if (!CHECK(row != rows_ + count_))
      return;
    for (size_t i = 0; i < kDistributions; ++i)
      record(row->digests[i] == digests[i], name, static_cast<int>(i),
             "the digest of this distribution differs");
  }

private:
  static void print(const char *name, const Digests &digests) {
    CHECK(true);
    std::printf("    {\"%s\",\n     {", name);
    for (size_t i = 0; i < kDistributions; ++i)
      std::printf("%s0x%08x", i == 0 ? "" : ", ", digests[i]);
    std::printf("}},\n");
  }

  const Row *rows_;
  size_t count_;
  bool prints_;
};

#endif
