// Lanes that pass by a warp operation on their way to the kernel's end have left when the others name all
// lanes of the warp; the same code leads other lanes, or other warps, to a second such operation.
#include "../check.h"

constexpr unsigned kAll = 0xffffffff;

__global__ void pass_by(int *out, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = 0;
  if (i < n)
    v = __shfl_xor_sync(kAll, i * 3, 1);
  if (i < m)
    out[i] = __shfl_xor_sync(kAll, v, 2) + 1;
  else if (i < n)
    out[i] = v;
}

// What is computed between the two operations is used after the second, by lanes that come from both sides.
__global__ void pass_by_with_values(int *out, const int *in, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = in[i];
  if (i < n)
    v += __shfl_down_sync(kAll, v, 1);
  else
    v *= 5;
  int w = v * v + in[i / 2];
  if (w & 1)
    w += 7;
  if (i < m || i >= 160) { // whole warps from 160 on pass the first operation by and come here
    int sum = __shfl_xor_sync(kAll, w, 16) + v;
    out[i] = sum + w;
    return;
  }
  out[i] = w - v;
}

// Twice in a row, and from inside an other side of a branch.
__global__ void pass_by_twice(int *out, int n) {
  int i = threadIdx.x, v = i;
  if (i < n) {
    v = __shfl_xor_sync(kAll, v, 1);
  } else if (i % 3 == 0) {
    v = -v;
  } else {
    out[i] = 9;
  }
  out[i] += v;
  if (i >= n + 4)
    return;
  if (i < n)
    v += __shfl_xor_sync(kAll, v, 2);
  if (i >= n / 2 * 2)
    return;
  if (i < n)
    out[i] += __shfl_xor_sync(kAll, v, 4);
}

// Some go through a loop of operations, others right to what comes after it.
__global__ void pass_by_and_loop(int *out, int n) {
  int i = threadIdx.x, v = 3;
  if (i < n)
    v = __shfl_xor_sync(kAll, i * 3, 1);
  int w = v * 5 + i;
  for (int rounds = i < n / 32 * 32 ? i / 32 : 0; rounds > 0; --rounds)
    v ^= __shfl_xor_sync(kAll, v, 2) & 0xff;
  out[i] = w * 1000 + v;
}

int main() {
  const int kThreads = 256;
  for (int n : {172, 130, 192}) {
    const int m = n / 64 * 64;
    DeviceArray<int> out(kThreads);
    pass_by<<<2, 128>>>(out.get(), n, m);
    CHECK_LAUNCH();
    std::vector<int> got = out.host();
    for (int i = 0; i < kThreads; ++i)
      CHECK_EQ(got[i], i < m ? (i ^ 3) * 3 + 1 : i < n ? (i ^ 1) * 3 : 0);
  }

  std::vector<int> in(kThreads);
  for (int i = 0; i < kThreads; ++i)
    in[i] = (i * 7 + 3) % 31;
  for (int n : {146, 128}) {
    const int m = n / 32 * 32;
    DeviceArray<int> out(kThreads), values(in);
    pass_by_with_values<<<1, kThreads>>>(out.get(), values.get(), n, m);
    CHECK_LAUNCH();
    std::vector<int> got = out.host(), v(kThreads), w(kThreads);
    for (int i = 0; i < kThreads; ++i) {
      v[i] = i >= n ? in[i] * 5 : in[i] + (i % 32 == 31 ? in[i] : in[i + 1]);
      w[i] = v[i] * v[i] + in[i / 2];
      w[i] += w[i] & 1 ? 7 : 0;
    }
    for (int i = 0; i < kThreads; ++i) {
      if (i == n - 1 && n % 32 != 0)
        continue; // from a lane that has returned
      CHECK_EQ(got[i], i < m || i >= 160 ? w[i ^ 16] + v[i] + w[i] : w[i] - v[i]);
    }
  }

  for (int n : {40, 48, 64}) {
    DeviceArray<int> out(64);
    pass_by_twice<<<1, 64>>>(out.get(), n);
    CHECK_LAUNCH();
    std::vector<int> got = out.host();
    for (int i = 0; i < 64; ++i) {
      int expected = i < n ? i ^ 1 : i % 3 == 0 ? -i : i + 9;
      if (i < n)
        expected += (i ^ 4 ^ 1) + (i ^ 4 ^ 2 ^ 1);
      CHECK_EQ(got[i], expected);
    }
  }
  {
    const int n = 108;
    DeviceArray<int> out(128);
    pass_by_and_loop<<<1, 128>>>(out.get(), n);
    CHECK_LAUNCH();
    std::vector<int> got = out.host(), v(128), w(128);
    for (int i = 0; i < 128; ++i) {
      v[i] = i < n ? (i ^ 1) * 3 : 3;
      w[i] = v[i] * 5 + i;
    }
    for (int round = 1; round < 3; ++round) {
      std::vector<int> before = v;
      for (int i = 0; i < 96; ++i)
        if (round <= i / 32)
          v[i] ^= before[i ^ 2] & 0xff;
    }
    for (int i = 0; i < 128; ++i)
      CHECK_EQ(got[i], w[i] * 1000 + v[i]);
  }
  return verdict();
}
