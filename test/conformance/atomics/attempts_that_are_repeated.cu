// Loops around atomicCAS that try again until nobody has come in between: at one address and at many, in global and in shared
// memory, with several ways out, with other stores in between, and with results that are used.
#include "../check.h"

#include <algorithm>
#include <vector>

namespace {

constexpr int kBlocks = 6, kThreads = 96, kAll = kBlocks * kThreads, kPlaces = 17;

__device__ double addDouble(double *place, double value) {
  auto *bits = reinterpret_cast<unsigned long long *>(place);
  unsigned long long old = *bits, seen;
  do {
    seen = old;
    old = atomicCAS(bits, seen, __double_as_longlong(value + __longlong_as_double(seen)));
  } while (seen != old);
  return __longlong_as_double(old);
}

// Leaves as soon as there is nothing to do.
__device__ void maxFloat(float *place, float value) {
  int *bits = reinterpret_cast<int *>(place);
  int old = *bits;
  while (__int_as_float(old) < value) {
    const int seen = old;
    old = atomicCAS(bits, seen, __float_as_int(value));
    if (old == seen)
      break;
  }
}

// Reads anew for each attempt.
__device__ void multiply(unsigned *place, unsigned factor) {
  unsigned seen;
  do
    seen = *static_cast<volatile unsigned *>(place);
  while (atomicCAS(place, seen, seen * factor) != seen);
}

struct Node {
  int value, next;
};

__global__ void add(double *sums, double *one, const float *values, int odd_only) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (odd_only && i % 2 == 0)
    return;
  addDouble(one, values[i]);
  addDouble(&sums[i % kPlaces], values[i]);
}

__global__ void findMaxima(float *maxima, float *of_block, const float *values) {
  __shared__ float highest;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0)
    highest = -1;
  __syncthreads();
  maxFloat(&highest, values[i]);
  if (threadIdx.x % 3 != 0)
    maxFloat(&maxima[i % kPlaces], values[i]);
  __syncthreads();
  if (threadIdx.x == 0)
    of_block[blockIdx.x] = highest;
}

__global__ void multiplyAll(unsigned *products) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  multiply(&products[i % 3], 2 * i + 1);
}

// A list grows at its head.
__global__ void push(int *head, Node *nodes) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  nodes[i].value = i;
  int old = *head, seen;
  do {
    seen = old;
    nodes[i].next = seen;
    __threadfence();
    old = atomicCAS(head, seen, i);
  } while (old != seen);
}

// Each thread learns what was there before.
__global__ void number(unsigned *counter, unsigned *numbers, unsigned limit) {
  unsigned old = *counter, seen;
  do {
    seen = old;
    if (seen >= limit)
      break;
    old = atomicCAS(counter, seen, seen + 1);
  } while (old != seen);
  numbers[blockIdx.x * blockDim.x + threadIdx.x] = seen;
}

// What an attempt does, and whether there is any, depends on flags of each thread.
__global__ void addOrSubtract(float *sums, const float *values, const unsigned char *add,
                              const unsigned char *take_part) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float value = values[i];
  const bool adds = add[i] != 0, takes_part = take_part[i] != 0;
  int *place = reinterpret_cast<int *>(&sums[i % kPlaces]);
  int old = *place, seen;
  do {
    seen = old;
    const float sum = __int_as_float(seen);
    if (!takes_part && sum > 0)
      break;
    old = atomicCAS(place, seen, __float_as_int(adds ? sum + value : sum - 2 * value));
  } while (old != seen);
}

// What is stored, and where, are addresses of shared variables.
__global__ void linkShared(unsigned long long *last, int *sums) {
  __shared__ Node nodes[kThreads];
  __shared__ unsigned long long head;
  if (threadIdx.x == 0)
    head = 0;
  __syncthreads();
  nodes[threadIdx.x].value = static_cast<int>(threadIdx.x);
  if (threadIdx.x % 5 == 0) {
    unsigned long long old = head, seen;
    do {
      seen = old;
      old = atomicCAS(&head, seen, seen + reinterpret_cast<unsigned long long>(&nodes[1]));
    } while (old != seen);
  }
  if (threadIdx.x == 7) {
    unsigned long long old = last[blockIdx.x], seen;
    do {
      seen = old;
      old = atomicCAS(&last[blockIdx.x], seen, reinterpret_cast<unsigned long long>(&nodes[2]));
    } while (old != seen);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    constexpr int kPushed = (kThreads + 4) / 5;
    const auto *first = reinterpret_cast<const Node *>(head / kPushed);
    sums[blockIdx.x] = first->value + 100 * reinterpret_cast<const Node *>(last[blockIdx.x])->value;
  }
}

} // namespace

int main() {
  std::vector<float> values(kAll);
  for (int i = 0; i < kAll; ++i)
    values[i] = static_cast<float>(i * 37 % 1009);
  DeviceArray<float> device_values(values), maxima(kPlaces), of_block(kBlocks);
  for (int odd_only : {0, 1}) {
    std::vector<double> expected(kPlaces), total(1);
    for (int i = odd_only; i < kAll; i += 1 + odd_only) {
      expected[i % kPlaces] += values[i];
      total[0] += values[i];
    }
    DeviceArray<double> sums(kPlaces), one(1);
    add<<<kBlocks, kThreads>>>(sums.get(), one.get(), device_values.get(), odd_only);
    CHECK_LAUNCH();
    CHECK_SAME(sums.host(), expected);
    CHECK_SAME(one.host(), total);
  }

  std::vector<float> expected_maxima(kPlaces), expected_of_block(kBlocks);
  for (int i = 0; i < kAll; ++i) {
    if (i % kThreads % 3 != 0)
      expected_maxima[i % kPlaces] = std::max(expected_maxima[i % kPlaces], values[i]);
    expected_of_block[i / kThreads] = std::max(expected_of_block[i / kThreads], values[i]);
  }
  findMaxima<<<kBlocks, kThreads>>>(maxima.get(), of_block.get(), device_values.get());
  CHECK_LAUNCH();
  CHECK_SAME(maxima.host(), expected_maxima);
  CHECK_SAME(of_block.host(), expected_of_block);

  std::vector<unsigned> expected_products(3, 1);
  for (unsigned i = 0; i < kAll; ++i)
    expected_products[i % 3] *= 2 * i + 1;
  DeviceArray<unsigned> products(std::vector<unsigned>(3, 1));
  multiplyAll<<<kBlocks, kThreads>>>(products.get());
  CHECK_LAUNCH();
  CHECK_SAME(products.host(), expected_products);

  DeviceArray<int> head(std::vector<int>(1, -1));
  DeviceArray<Node> nodes(kAll);
  push<<<kBlocks, kThreads>>>(head.get(), nodes.get());
  CHECK_LAUNCH();
  const std::vector<Node> list = nodes.host();
  std::vector<int> seen(kAll), once(kAll, 1);
  int length = 0;
  for (int i = head.first(); i >= 0 && length < kAll; i = list[i].next, ++length)
    ++seen[list[i].value];
  CHECK_SAME(seen, once);

  // Large enough to stay positive, and exact.
  const std::vector<float> begin(kPlaces, 1000000);
  std::vector<float> expected_sums = begin;
  std::vector<unsigned char> add_flags(kAll), take_part(kAll);
  for (int i = 0; i < kAll; ++i) {
    add_flags[i] = i % 3 != 0;
    take_part[i] = i % 7 != 0;
    if (take_part[i])
      expected_sums[i % kPlaces] += add_flags[i] ? values[i] : -2 * values[i];
  }
  DeviceArray<float> signed_sums(begin);
  DeviceArray<unsigned char> device_add(add_flags), device_take_part(take_part);
  addOrSubtract<<<kBlocks, kThreads>>>(signed_sums.get(), device_values.get(), device_add.get(),
                                       device_take_part.get());
  CHECK_LAUNCH();
  CHECK_SAME(signed_sums.host(), expected_sums);

  DeviceArray<unsigned long long> last(kBlocks);
  DeviceArray<int> linked(kBlocks);
  linkShared<<<kBlocks, kThreads>>>(last.get(), linked.get());
  CHECK_LAUNCH();
  CHECK_SAME(linked.host(), std::vector<int>(kBlocks, 201));

  constexpr unsigned kLimit = 500;
  DeviceArray<unsigned> counter(std::vector<unsigned>(1, 0)), numbers(kAll);
  number<<<kBlocks, kThreads>>>(counter.get(), numbers.get(), kLimit);
  CHECK_LAUNCH();
  std::vector<unsigned> given = numbers.host(), expected_numbers(kAll, kLimit);
  std::sort(given.begin(), given.end());
  for (unsigned i = 0; i < kLimit; ++i)
    expected_numbers[i] = i;
  CHECK_SAME(given, expected_numbers);
  return verdict();
}
