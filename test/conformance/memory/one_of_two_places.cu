// Lanes read and write at one of two places: two arrays one after the other, the heads of two lists that are merged, and places
// with gaps between them.
#include "../check.h"

#include <algorithm>

template <typename T> __device__ T elementOf(const T *a, int na, const T *b, int i) {
  return i < na ? a[i] : b[i - na];
}

// a and b one after the other; `c` stands after both.
template <typename T>
__global__ void join(const T *a, int na, const T *b, int nb, const T *c, T *low, T *high, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const T x = elementOf(a, na, b, i < na + nb ? i : 0);
  const T *place = i < na ? a + i : i < na + nb ? b + (i - na) : c + (i - na - nb);
  T *to = i < nb ? low + i : high + (i - nb);
  *to = *place + (i < na + nb ? x : T(7));
}

// Each thread merges its part of two sorted lists, which lie in shared memory.
template <typename T, int kItems>
__global__ void merge(const T *a, int na, const T *b, int nb, T *out, int *from) {
  __shared__ T shared[32 * kItems + 2];
  for (int i = threadIdx.x; i < na + nb; i += blockDim.x)
    shared[i] = elementOf(a, na, b, i);
  if (threadIdx.x < 2)
    shared[na + nb + threadIdx.x] = T(0);
  __syncthreads();
  const int diagonal = min(int(threadIdx.x) * kItems, na + nb);
  int low = max(0, diagonal - nb), high = min(diagonal, na);
  while (low < high) {
    const int middle = (low + high) / 2;
    if (shared[na + diagonal - 1 - middle] < shared[middle])
      high = middle;
    else
      low = middle + 1;
  }
  int i = low, j = na + diagonal - low;
  T x = shared[i], y = shared[j];
#pragma unroll
  for (int item = 0; item < kItems; ++item) {
    const bool takes_second = j < na + nb && (i >= na || y < x);
    if (diagonal + item < na + nb) {
      out[diagonal + item] = takes_second ? y : x;
      from[diagonal + item] = takes_second ? j : i;
    }
    if (takes_second)
      y = shared[++j];
    else
      x = shared[++i];
  }
}

// Items of a thread lie side by side, and those of a step do afterwards; a gap after each 32.
template <typename T, int kItems> __global__ void exchange(const T *in, T *out) {
  __shared__ T shared[128 * kItems * 33 / 32 + 1];
  T own[kItems];
#pragma unroll
  for (int item = 0; item < kItems; ++item)
    own[item] = in[item * blockDim.x + threadIdx.x];
#pragma unroll
  for (int item = 0; item < kItems; ++item) {
    int place = threadIdx.x * kItems + item;
    place += place >> 5;
    shared[place] = own[item];
  }
  __syncthreads();
#pragma unroll
  for (int item = 0; item < kItems; ++item) {
    int place = item * blockDim.x + threadIdx.x;
    place += place >> 5;
    out[item * blockDim.x + threadIdx.x] = shared[place];
  }
}

template <typename T> void checkJoin(int na, int nb, int nc) {
  const int n = na + nb + nc;
  Random random;
  std::vector<T> all(n), expected(n), a(na + 1), b(nb + 1), c(nc + 1);
  for (int i = 0; i < n; ++i) {
    all[i] = T(random.below(1u << 30));
    (i < na ? a[i] : i < na + nb ? b[i - na] : c[i - na - nb]) = all[i];
  }
  for (int i = 0; i < n; ++i)
    expected[i] = all[i] + (i < na + nb ? all[i] : T(7));
  DeviceArray<T> device_a(a), device_b(b), device_c(c), low(nb + 1), high(n + 1);
  join<<<(n + 95) / 96, 96>>>(device_a.get(), na, device_b.get(), nb, device_c.get(), low.get(), high.get(), n);
  CHECK_LAUNCH();
  const std::vector<T> got_low = low.host(), got_high = high.host();
  for (int i = 0; i < n; ++i)
    CHECK_EQ(i < nb ? got_low[i] : got_high[i - nb], expected[i]);
}

template <typename T, int kItems> void checkMerge(int na, int nb) {
  Random random;
  std::vector<T> a(na), b(nb), expected(na + nb);
  for (T &x : a)
    x = T(random.below(100));
  for (T &x : b)
    x = T(random.below(100));
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), expected.begin());
  DeviceArray<T> device_a(a), device_b(b), out(na + nb);
  DeviceArray<int> from(na + nb);
  merge<T, kItems><<<1, 32>>>(device_a.get(), na, device_b.get(), nb, out.get(), from.get());
  CHECK_LAUNCH();
  const std::vector<T> got = out.host();
  const std::vector<int> places = from.host();
  for (int i = 0; i < na + nb; ++i) {
    CHECK_EQ(got[i], expected[i]);
    CHECK_EQ(places[i] < na ? a[places[i]] : b[places[i] - na], expected[i]);
  }
}

template <typename T, int kItems> void checkExchange() {
  Random random;
  std::vector<T> in(128 * kItems);
  for (T &x : in)
    x = T(random.below(1u << 30));
  DeviceArray<T> device_in(in), out(128 * kItems);
  exchange<T, kItems><<<1, 128>>>(device_in.get(), out.get());
  CHECK_LAUNCH();
  const std::vector<T> got = out.host();
  for (int i = 0; i < 128 * kItems; ++i)
    CHECK_EQ(got[i], in[i % kItems * 128 + i / kItems]);
}

int main() {
  for (int na : {0, 1, 32, 45, 96, 200})
    for (int nb : {0, 31, 96, 150}) {
      checkJoin<int>(na, nb, 70);
      checkJoin<long long>(na, nb, 3);
    }
  for (int na : {1, 40, 96, 128}) {
    checkMerge<int, 7>(na, 96);
    checkMerge<unsigned long long, 8>(na, 63);
    checkMerge<double, 9>(na, 1);
  }
  checkExchange<long long, 8>();
  checkExchange<int, 8>();
  checkExchange<int, 16>();
  checkExchange<float, 5>();
  return verdict();
}
