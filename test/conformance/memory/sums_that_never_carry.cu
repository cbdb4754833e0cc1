// i + 1 where i is even, i - 8 where i is 8 or more: compilers know what the condition says about a sum, but that holds for
// the lanes that compute it only. Here the first lane of a warp often is none of them.
#include "../check.h"

constexpr int kThreads = 64, kElements = 512;

__global__ void behindEven(int *out, const int *in, int first) {
  const int i = first + static_cast<int>(threadIdx.x);
  if ((i & 1) == 0)
    out[i + 1] = in[i + 1] * 3;
}

__global__ void behindEveryFourth(int *out, const int *in, int first) {
  const int i = first + static_cast<int>(threadIdx.y * blockDim.x + threadIdx.x);
  if ((i & 3) == 0) {
    out[i + 3] = in[i + 2];
    out[i + 1] = i + 1;
  }
}

__global__ void inReverse(int *out, const int *in, int first) {
  const int i = first - static_cast<int>(threadIdx.x);
  if ((i & 1) == 0)
    atomicAdd(&out[i + 1], in[i + 1]);
}

// One of two distances below each thread, as in[0] says.
__global__ void below(unsigned long long *out, const int *in, unsigned distance) {
  const unsigned thread = threadIdx.x;
  if (thread < 8)
    return;
  unsigned from;
  if (in[0] == 7) {
    from = thread - (distance & 7u);
    out[kThreads] = 1;
    __threadfence();
  } else {
    from = thread + (distance & 8u);
    out[kThreads + 1] = static_cast<unsigned long long>(in[1]);
    __threadfence();
  }
  out[thread] = (static_cast<unsigned long long>(from) << 32) + static_cast<unsigned>(in[from]);
}

int main() {
  std::vector<int> given(kElements);
  for (int i = 0; i < kElements; ++i)
    given[i] = i * 5 + 7;
  DeviceArray<int> in(given);
  for (int first : {0, 1, 3, 4, 6, 33}) {
    const std::vector<int> none(kElements);
    DeviceArray<int> even(none), fourth(none), reversed(none);
    behindEven<<<1, kThreads>>>(even.get(), in.get(), first);
    CHECK_LAUNCH();
    behindEveryFourth<<<1, dim3(8, kThreads / 8)>>>(fourth.get(), in.get(), first);
    CHECK_LAUNCH();
    inReverse<<<1, kThreads>>>(reversed.get(), in.get(), first + kThreads);
    CHECK_LAUNCH();
    std::vector<int> want_even = none, want_fourth = none, want_reversed = none;
    for (int thread = 0; thread < kThreads; ++thread) {
      if (const int i = first + thread; i % 2 == 0)
        want_even[i + 1] = given[i + 1] * 3;
      if (const int i = first + thread; i % 4 == 0) {
        want_fourth[i + 3] = given[i + 2];
        want_fourth[i + 1] = i + 1;
      }
      if (const int i = first + kThreads - thread; i % 2 == 0)
        want_reversed[i + 1] = given[i + 1];
    }
    CHECK_SAME(even.host(), want_even);
    CHECK_SAME(fourth.host(), want_fourth);
    CHECK_SAME(reversed.host(), want_reversed);
  }
  for (unsigned distance : {0u, 3u, 7u, 8u, 11u}) {
    DeviceArray<unsigned long long> out(kThreads + 2);
    below<<<1, kThreads>>>(out.get(), in.get(), distance);
    CHECK_LAUNCH();
    for (unsigned thread = 8; thread < kThreads; ++thread) {
      const unsigned from = thread - (distance & 7u);
      CHECK_EQ(out.host()[thread],
               (static_cast<unsigned long long>(from) << 32) + static_cast<unsigned>(given[from]));
    }
  }
  return verdict();
}
