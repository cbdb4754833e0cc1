// What compilers move as an integer of 3, 5, 6, 7, ... bytes: small structures, copies of so many bytes, bit-fields. In
// divergent code, by neighbouring lanes and by scattered ones, in global, shared and local memory.
#include "../check.h"

#include <cstring>

constexpr unsigned kThreads = 64;

template <unsigned kBytes> struct Bytes {
  unsigned char at[kBytes];
};

struct Field {
  char ahead;
  int number : 20;
};

struct __attribute__((packed)) Packed {
  unsigned long long number : 40;
  unsigned char behind;
};

__host__ __device__ inline unsigned char byteOf(unsigned thread, unsigned at) {
  return static_cast<unsigned char>(thread * 37 + at * 11 + 1);
}

// in[from(thread)] to out[thread], for threads of a kind, by copies that the compiler makes one access of.
template <unsigned kBytes>
__global__ void copy(const unsigned char *in, unsigned char *out, unsigned wanted) {
  const unsigned thread = threadIdx.x;
  __shared__ unsigned char shared[kThreads * kBytes];
  unsigned long long number[2] = {};
  if ((wanted >> (thread & 31u) & 1u) != 0)
    memcpy(number, in + thread * kBytes, kBytes);
  memcpy(shared + (kThreads - 1 - thread) * kBytes, number, kBytes);
  __syncthreads();
  if ((wanted >> (thread & 31u) & 2u) != 0)
    memcpy(out + thread * kBytes, shared + thread * kBytes, kBytes);
}

template <unsigned kBytes>
__global__ void copyStructures(const Bytes<kBytes> *in, Bytes<kBytes> *out, unsigned step) {
  const unsigned thread = threadIdx.x;
  Bytes<kBytes> local[4];
  for (unsigned i = 0; i < 4; ++i)
    local[i] = in[(thread * step + i) % kThreads];
  Bytes<kBytes> mine = local[thread * step & 3u];
  if (thread % 3 == 0)
    mine = in[thread];
  if (thread % 5 != 1)
    out[thread] = mine;
}

template <unsigned kBytes> void checkCopies() {
  std::vector<unsigned char> given(kThreads * kBytes);
  std::vector<Bytes<kBytes>> structures(kThreads);
  for (unsigned thread = 0; thread < kThreads; ++thread)
    for (unsigned at = 0; at < kBytes; ++at)
      structures[thread].at[at] = given[thread * kBytes + at] = byteOf(thread, at);
  DeviceArray<unsigned char> in(given);
  for (unsigned wanted : {0xffffffffu, 0x5a5a1234u}) {
    DeviceArray<unsigned char> out(std::vector<unsigned char>(kThreads * kBytes, 0xee));
    copy<kBytes><<<1, kThreads>>>(in.get(), out.get(), wanted);
    CHECK_LAUNCH();
    for (unsigned thread = 0; thread < kThreads; ++thread)
      for (unsigned at = 0; at < kBytes; ++at) {
        const unsigned from = kThreads - 1 - thread;
        const unsigned char read = (wanted >> (from & 31u) & 1u) != 0 ? byteOf(from, at) : 0;
        CHECK_EQ(out.host()[thread * kBytes + at], (wanted >> (thread & 31u) & 2u) != 0 ? read : 0xee);
      }
  }
  DeviceArray<Bytes<kBytes>> in_structures(structures);
  for (unsigned step : {0u, 1u, 7u}) {
    DeviceArray<Bytes<kBytes>> out(structures);
    copyStructures<kBytes><<<1, kThreads>>>(in_structures.get(), out.get(), step);
    CHECK_LAUNCH();
    for (unsigned thread = 0; thread < kThreads; ++thread) {
      const unsigned chosen = (thread * step + (thread * step & 3u)) % kThreads;
      const unsigned from = thread % 5 == 1 || thread % 3 == 0 ? thread : chosen;
      CHECK(std::memcmp(&out.host()[thread], &structures[from], kBytes) == 0);
    }
  }
}

__global__ void fields(Field *global, int *out) {
  const unsigned thread = threadIdx.x;
  Field local[2] = {};
  if ((thread & 1u) != 0)
    global[thread].number = static_cast<int>(thread) - 9;
  if ((thread & 2u) != 0)
    local[1].number = global[thread].number * 2;
  out[thread] = global[thread].number + local[thread & 1u].number;
}

__global__ void packed(Packed *global, volatile Packed *kept, unsigned long long *out) {
  const unsigned thread = threadIdx.x;
  Packed local[3] = {};
  if (thread % 3 != 0)
    local[thread % 3].number = global[thread].number + thread;
  if (thread % 7 != 0)
    global[kThreads - 1 - thread].behind = static_cast<unsigned char>(thread);
  if (thread % 2 == 0)
    kept[thread].number = local[2].number;
  out[thread] = local[1].number * 3 + local[thread % 3].number + kept[thread].number;
}

void checkFields() {
  std::vector<Field> given(kThreads);
  for (unsigned thread = 0; thread < kThreads; ++thread)
    given[thread] = {static_cast<char>(thread), static_cast<int>(thread * 8117 % 1000000) - 500000};
  DeviceArray<Field> global(given);
  DeviceArray<int> out(kThreads);
  fields<<<1, kThreads>>>(global.get(), out.get());
  CHECK_LAUNCH();
  for (unsigned thread = 0; thread < kThreads; ++thread) {
    const int number = (thread & 1u) != 0 ? static_cast<int>(thread) - 9 : given[thread].number;
    CHECK_EQ(global.host()[thread].ahead, given[thread].ahead);
    CHECK_EQ(static_cast<int>(global.host()[thread].number), number);
    CHECK_EQ(out.host()[thread], number + ((thread & 3u) == 3 ? number * 2 : 0));
  }
}

void checkPacked() {
  std::vector<Packed> given(kThreads);
  for (unsigned thread = 0; thread < kThreads; ++thread) {
    given[thread].number = thread * 0x0102030405ull;
    given[thread].behind = 200;
  }
  DeviceArray<Packed> global(given), kept(given);
  DeviceArray<unsigned long long> out(kThreads);
  packed<<<1, kThreads>>>(global.get(), kept.get(), out.get());
  CHECK_LAUNCH();
  for (unsigned thread = 0; thread < kThreads; ++thread) {
    const unsigned long long number = given[thread].number, sum = number + thread;
    const unsigned long long second = thread % 3 == 2 ? sum : 0;
    const unsigned long long own = thread % 2 == 0 ? second : number;
    const unsigned writer = kThreads - 1 - thread;
    CHECK_EQ(static_cast<unsigned long long>(global.host()[thread].number), number);
    CHECK_EQ(static_cast<unsigned>(global.host()[thread].behind), writer % 7 != 0 ? writer : 200u);
    CHECK_EQ(static_cast<unsigned long long>(kept.host()[thread].number), own);
    CHECK_EQ(out.host()[thread], (thread % 3 == 1 ? sum * 3 : 0) + (thread % 3 != 0 ? sum : 0) + own);
  }
}

int main() {
  checkCopies<3>();
  checkCopies<5>();
  checkCopies<6>();
  checkCopies<7>();
  checkCopies<9>();
  checkCopies<11>();
  checkCopies<12>();
  checkCopies<15>();
  checkFields();
  checkPacked();
  return verdict();
}
