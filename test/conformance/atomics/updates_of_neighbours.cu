// Updates of an element for each thread, by many blocks at once: aligned and not, by all lanes and by some, with and without
// a look at what was there; the same within shared memory.
#include "../check.h"

#include <algorithm>

constexpr int kThreads = 96, kBlocks = 64, kSlots = kThreads + 8;

// Sums are exact, in any order.
template <typename T> __global__ void add(T *sums, const int *numbers, int shift, int count) {
  int i = threadIdx.x;
  if (i < count)
    atomicAdd(&sums[i + shift], static_cast<T>(numbers[i]));
}

// What each block saw was another one's.
template <typename T> __global__ void addAndLook(T *sums, T *seen, int shift) {
  int i = threadIdx.x;
  seen[blockIdx.x * blockDim.x + i] = atomicAdd(&sums[i + shift], T(1));
}

__global__ void others(int *least, unsigned *most, unsigned long long *bits, int *flipped, int *exchanged,
                       int *limited) {
  int i = threadIdx.x, block = blockIdx.x;
  atomicMin(&least[i], (block * 37 + i) % 101 - 50);
  atomicMax(&most[i], (block * 41u + i) % 103u + 0x80000000u);
  atomicOr(&bits[i], 1ull << (block + i) % 64);
  atomicXor(&flipped[i], 1 << block % 32);
  atomicExch(&exchanged[i], block + 1);
  atomicInc(reinterpret_cast<unsigned *>(&limited[i]), 9);
}

// An index that may wrap, as far as the compiler sees.
__global__ void addAtUnsigned(int *sums, unsigned row, unsigned width) {
  atomicAdd(&sums[row * width + threadIdx.x], 1);
}

template <typename T> __global__ void shared(T *out, T *seen, const int *numbers, int count) {
  __shared__ T sums[kThreads];
  int i = threadIdx.x;
  sums[i] = T(i);
  __syncthreads();
  if (i < count)
    atomicAdd(&sums[i], static_cast<T>(numbers[i]));
  seen[i] = i % 3 ? atomicAdd(&sums[i], T(2)) : T(0);
  __syncthreads();
  // Another thread's, one after the other.
  atomicAdd(&sums[kThreads - 1 - i], T(5));
  __syncthreads();
  out[i] = sums[i];
}

template <typename T> void checkSums(const std::vector<int> &numbers) {
  DeviceArray<int> device(numbers);
  for (int shift : {0, 1, 2, 3, 4})
    for (int count : {kThreads, 64, 33, 5}) {
      DeviceArray<T> sums(kSlots);
      add<<<kBlocks, kThreads>>>(sums.get(), device.get(), shift, count);
      CHECK_LAUNCH();
      std::vector<T> expected(kSlots);
      for (int i = 0; i < count; ++i)
        expected[i + shift] = static_cast<T>(kBlocks) * static_cast<T>(numbers[i]);
      CHECK_SAME(sums.host(), expected);
    }
  for (int shift : {0, 1}) {
    DeviceArray<T> sums(kSlots), seen(kBlocks * kThreads);
    addAndLook<<<kBlocks, kThreads>>>(sums.get(), seen.get(), shift);
    CHECK_LAUNCH();
    const std::vector<T> all = seen.host();
    for (int i = 0; i < kThreads; ++i) {
      std::vector<T> own, expected;
      for (int block = 0; block < kBlocks; ++block) {
        own.push_back(all[block * kThreads + i]);
        expected.push_back(static_cast<T>(block));
      }
      std::sort(own.begin(), own.end());
      CHECK_SAME(own, expected);
    }
  }
  for (int count : {kThreads, 40}) {
    DeviceArray<T> out(kThreads), seen(kThreads);
    shared<<<1, kThreads>>>(out.get(), seen.get(), device.get(), count);
    CHECK_LAUNCH();
    std::vector<T> expected(kThreads), old(kThreads);
    for (int i = 0; i < kThreads; ++i) {
      expected[i] = static_cast<T>(i) + (i < count ? static_cast<T>(numbers[i]) : T(0));
      old[i] = i % 3 ? expected[i] : T(0);
      expected[i] += T(i % 3 ? 7 : 5);
    }
    CHECK_SAME(out.host(), expected);
    CHECK_SAME(seen.host(), old);
  }
}

int main() {
  Random random;
  std::vector<int> numbers(kThreads);
  for (int &number : numbers)
    number = static_cast<int>(random.below(1000));
  checkSums<int>(numbers);
  checkSums<unsigned long long>(numbers);
  checkSums<float>(numbers);
  checkSums<double>(numbers);

  DeviceArray<int> least(std::vector<int>(kThreads, 1000)), flipped(kThreads), exchanged(kThreads),
      limited(kThreads);
  DeviceArray<unsigned> most(kThreads);
  DeviceArray<unsigned long long> bits(kThreads);
  others<<<kBlocks, kThreads>>>(least.get(), most.get(), bits.get(), flipped.get(), exchanged.get(),
                                limited.get());
  CHECK_LAUNCH();
  std::vector<int> lowest(kThreads, 1000), turned(kThreads), counted(kThreads);
  std::vector<unsigned> highest(kThreads);
  std::vector<unsigned long long> together(kThreads);
  for (int i = 0; i < kThreads; ++i)
    for (int block = 0; block < kBlocks; ++block) {
      lowest[i] = std::min(lowest[i], (block * 37 + i) % 101 - 50);
      highest[i] = std::max(highest[i], (block * 41u + i) % 103u + 0x80000000u);
      together[i] |= 1ull << (block + i) % 64;
      turned[i] ^= 1 << block % 32;
      counted[i] = counted[i] >= 9 ? 0 : counted[i] + 1;
    }
  CHECK_SAME(least.host(), lowest);
  CHECK_SAME(most.host(), highest);
  CHECK_SAME(bits.host(), together);
  CHECK_SAME(flipped.host(), turned);
  CHECK_SAME(limited.host(), counted);
  for (int last : exchanged.host())
    CHECK(last >= 1 && last <= kBlocks);

  DeviceArray<int> rows(4 * kThreads);
  addAtUnsigned<<<kBlocks, kThreads>>>(rows.get(), 2, kThreads);
  CHECK_LAUNCH();
  std::vector<int> expected(4 * kThreads);
  std::fill(expected.begin() + 2 * kThreads, expected.begin() + 3 * kThreads, kBlocks);
  CHECK_SAME(rows.host(), expected);
  return verdict();
}
