// Functions that are called and write nothing: lanes that have left their loops, in the middle, are as good as returned.
#include "../check.h"

constexpr unsigned kCount = 256;

// A loop before the place where lanes leave, and a part that some skip after it.
__noinline__ __device__ unsigned skips(const unsigned *in, unsigned limit, unsigned start) {
  unsigned u = limit ^ (threadIdx.x % 32), h = threadIdx.x;
  for (unsigned k = threadIdx.x; k < 64 + (__byte_perm(u, u, threadIdx.x / 32) & 1) * 9; k += blockDim.x) {
    if (threadIdx.x >= limit)
      continue;
    u ^= in[k];
    h = h * 31 + in[5];
  }
  return start ^ h;
}

// By one lane after the other, with nothing after the loop.
__noinline__ __device__ unsigned counts(const unsigned *in, unsigned limit) {
  unsigned rounds = 0;
  for (unsigned k = threadIdx.x;; k += 7) {
    unsigned bits = 0;
#pragma unroll 1
    for (int i = 0; i < 3; ++i)
      bits += in[(k + i) % kCount] >> i & 1;
    if (k >= limit + bits)
      break;
    if (in[k % kCount] & 2)
      continue;
    rounds += bits + 1;
  }
  return rounds;
}

// Out of two loops at once.
__noinline__ __device__ unsigned finds(const unsigned *in, unsigned wanted) {
  unsigned seen = 0;
  for (unsigned i = threadIdx.x % 5; i < 40; ++i) {
#pragma unroll 1
    for (unsigned j = 0; j < 1 + threadIdx.x % 3; ++j) {
      if ((in[(i * 3 + j) % kCount] ^ threadIdx.x) % 16 == wanted)
        return seen;
      seen += j + 1;
    }
    if (i & threadIdx.x & 1)
      continue;
    seen += 100;
  }
  return seen;
}

__global__ void calls(unsigned *out, const unsigned *in, unsigned limit) {
  unsigned *own = out + 3 * threadIdx.x;
  own[0] = skips(in, limit, threadIdx.x * 3);
  own[1] = counts(in, limit);
  own[2] = finds(in, limit % 16);
}

unsigned bytePermute(unsigned u, unsigned selector) {
  unsigned result = 0;
  for (int i = 0; i < 4; ++i)
    result |= (u >> (selector >> 4 * i & 3) * 8 & 0xff) << 8 * i;
  return result;
}

unsigned skipsOf(const std::vector<unsigned> &in, unsigned limit, unsigned thread, unsigned threads) {
  unsigned u = limit ^ (thread % 32), h = thread;
  for (unsigned k = thread; k < 64 + (bytePermute(u, thread / 32) & 1) * 9; k += threads)
    if (thread < limit) {
      u ^= in[k];
      h = h * 31 + in[5];
    }
  return (thread * 3) ^ h;
}

unsigned countsOf(const std::vector<unsigned> &in, unsigned limit, unsigned thread) {
  unsigned rounds = 0;
  for (unsigned k = thread;; k += 7) {
    unsigned bits = 0;
    for (int i = 0; i < 3; ++i)
      bits += in[(k + i) % kCount] >> i & 1;
    if (k >= limit + bits)
      return rounds;
    if (!(in[k % kCount] & 2))
      rounds += bits + 1;
  }
}

unsigned findsOf(const std::vector<unsigned> &in, unsigned wanted, unsigned thread) {
  unsigned seen = 0;
  for (unsigned i = thread % 5; i < 40; ++i) {
    for (unsigned j = 0; j < 1 + thread % 3; ++j) {
      if ((in[(i * 3 + j) % kCount] ^ thread) % 16 == wanted)
        return seen;
      seen += j + 1;
    }
    if (!(i & thread & 1))
      seen += 100;
  }
  return seen;
}

int main() {
  Random random;
  std::vector<unsigned> in(kCount);
  for (unsigned &value : in)
    value = random.bits();
  DeviceArray<unsigned> device(in);
  for (unsigned threads : {1u, 31u, 32u, 75u})
    for (unsigned limit : {0u, 5u, 20u, 77u}) {
      DeviceArray<unsigned> out(std::vector<unsigned>(3 * threads, 0));
      calls<<<1, threads>>>(out.get(), device.get(), limit);
      CHECK_LAUNCH();
      std::vector<unsigned> expected;
      for (unsigned thread = 0; thread < threads; ++thread) {
        expected.push_back(skipsOf(in, limit, thread, threads));
        expected.push_back(countsOf(in, limit, thread));
        expected.push_back(findsOf(in, limit % 16, thread));
      }
      CHECK_SAME(out.host(), expected);
    }
  return verdict();
}
