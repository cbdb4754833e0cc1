// Thrust's algorithms in device code: there the policy `thrust::device` runs them in the thread that calls.
#include "../check.h"

#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

#include <algorithm>
#include <numeric>

struct IsOdd {
  __host__ __device__ bool operator()(int x) const { return (x & 1) != 0; }
};

constexpr int kThreads = 40, kItems = 17, kResults = 5;

__global__ void eachItsOwn(int *values, int *scratch, int *results) {
  using thrust::device;
  const int thread = static_cast<int>(threadIdx.x);
  int *first = values + thread * kItems, *last = first + kItems, *other = scratch + thread * kItems;
  int *result = results + thread * kResults;
  result[0] = thrust::reduce(device, first, last, 1, thrust::plus<int>());
  result[1] = static_cast<int>(thrust::count_if(device, first, last, IsOdd()));
  result[2] = static_cast<int>(thrust::copy_if(device, first, last, other, IsOdd()) - other);
  thrust::transform(device, first, last, other, thrust::negate<int>());
  thrust::sort(device, other, other + kItems);
  result[3] = other[0];
  thrust::inclusive_scan(device, other, other + kItems, other);
  result[4] = other[kItems - 1];
  thrust::sort(thrust::seq, first, last, thrust::greater<int>());
}

int main() {
  int *values = nullptr, *scratch = nullptr, *results = nullptr;
  CHECK_CUDA(cudaMallocManaged(&values, kThreads * kItems * sizeof(int)));
  CHECK_CUDA(cudaMallocManaged(&scratch, kThreads * kItems * sizeof(int)));
  CHECK_CUDA(cudaMallocManaged(&results, kThreads * kResults * sizeof(int)));
  std::vector<int> expected(kThreads * kItems);
  for (int i = 0; i < kThreads * kItems; ++i)
    expected[i] = values[i] = i * 37 % 101;
  eachItsOwn<<<1, kThreads>>>(values, scratch, results);
  CHECK_CUDA(cudaDeviceSynchronize());
  for (int thread = 0; thread < kThreads; ++thread) {
    const auto first = expected.begin() + thread * kItems, last = first + kItems;
    const int sum = std::accumulate(first, last, 0),
              odd = static_cast<int>(std::count_if(first, last, IsOdd()));
    const int *result = results + thread * kResults;
    CHECK_EQ(result[0], sum + 1);
    CHECK_EQ(result[1], odd);
    CHECK_EQ(result[2], odd);
    CHECK_EQ(result[3], -*std::max_element(first, last));
    CHECK_EQ(result[4], -sum);
    std::sort(first, last, std::greater<int>());
    CHECK(std::equal(first, last, values + thread * kItems));
  }
  return verdict();
}
