// What threads keep across barriers: values of loops, local arrays, addresses, and what only some warps compute.
#include "../check.h"

#include <array>

constexpr int kRounds = 5;

__host__ __device__ int mix(int a, int b) { return a * 31 + (b ^ (a >> 3)); }

// Two values that change places, a local array that is written in one part and read in another, a loop that each
// thread leaves at its own time, and barriers in a nested loop.
__global__ void keep(int *out, int *neighbours, int rounds) {
  __shared__ int shared[1024];
  const int t = threadIdx.x, n = blockDim.x;
  int a = t, b = 2 * t + 1, history[kRounds] = {};
  for (int round = 0; round < rounds; ++round) {
    int next = mix(a, b);
    a = b;
    b = next;
    history[(t + round) % kRounds] = next;
    shared[t] = next;
    __syncthreads();
    int sum = 0;
    for (int i = 0; i <= t % 7; ++i)
      sum += shared[(t + i) % n];
    for (int inner = 0; inner < round; ++inner) {
      __syncthreads();
      if (t / 32 == inner)
        shared[t] += inner;
      __syncthreads();
      sum ^= shared[(t + 33) % n];
    }
    a += sum;
    if (round == 3 && rounds == 5)
      break;
    __syncthreads();
  }
  int *place = &out[blockIdx.x * n + t];
  __syncthreads();
  shared[t] = a ^ b;
  __syncthreads();
  neighbours[blockIdx.x * n + t] = shared[n - 1 - t];
  for (int value : history)
    a = mix(a, value);
  *place = a;
}

void reference(std::vector<int> &out, std::vector<int> &neighbours, int n, int rounds) {
  std::vector<int> a(n), b(n), shared(n), sums(n);
  std::vector<std::array<int, kRounds>> history(n);
  for (int t = 0; t < n; ++t)
    a[t] = t, b[t] = 2 * t + 1, history[t].fill(0);
  for (int round = 0; round < rounds; ++round) {
    for (int t = 0; t < n; ++t) {
      int next = mix(a[t], b[t]);
      a[t] = b[t];
      b[t] = next;
      history[t][(t + round) % kRounds] = next;
      shared[t] = next;
    }
    for (int t = 0; t < n; ++t) {
      sums[t] = 0;
      for (int i = 0; i <= t % 7; ++i)
        sums[t] += shared[(t + i) % n];
    }
    for (int inner = 0; inner < round; ++inner) {
      for (int t = 0; t < n; ++t)
        if (t / 32 == inner)
          shared[t] += inner;
      for (int t = 0; t < n; ++t)
        sums[t] ^= shared[(t + 33) % n];
    }
    for (int t = 0; t < n; ++t)
      a[t] += sums[t];
    if (round == 3 && rounds == 5)
      break;
  }
  for (int t = 0; t < n; ++t) {
    neighbours[t] = a[n - 1 - t] ^ b[n - 1 - t];
    out[t] = a[t];
    for (int value : history[t])
      out[t] = mix(out[t], value);
  }
}

// What comes out of loops around barriers: one goes on with it, one begins again while it is still wanted, and one is left
// with what it was before.
__host__ __device__ int turned(int a, int b, int round) { return (a * 5 + (b ^ round)) & 0xffff; }

__global__ void outlive(int *out, int first, int second, int rounds) {
  __shared__ int shared[1024];
  const int t = threadIdx.x, n = blockDim.x;
  int a = t, b = 3 * t, last = -t;
  for (int i = 0; i < first; ++i) {
    shared[t] = a;
    __syncthreads();
    const int next = turned(a, shared[n - 1 - t], i);
    __syncthreads();
    last = a;
    a = next;
  }
  const int before = a;
  for (int i = 0; i < second; ++i) {
    shared[t] = b + a;
    __syncthreads();
    b = turned(b, shared[(t + 1) % n], i);
    __syncthreads();
  }
  int older = 0;
  for (int round = 0; round < rounds; ++round) {
    int sum = round;
    for (int i = 0; i < second; ++i) {
      shared[t] = sum - b;
      __syncthreads();
      sum += turned(shared[(t + 7) % n], older, i);
      __syncthreads();
      if (i + round == 4)
        break;
    }
    older = b;
    b = sum;
  }
  shared[t] = a + older;
  __syncthreads();
  out[t] = turned(before, shared[n - 1 - t], last) ^ b;
}

std::vector<int> outlived(int n, int first, int second, int rounds) {
  std::vector<int> a(n), b(n), last(n), older(n), shared(n), out(n);
  for (int t = 0; t < n; ++t)
    a[t] = t, b[t] = 3 * t, last[t] = -t;
  for (int i = 0; i < first; ++i) {
    shared = last = a;
    for (int t = 0; t < n; ++t)
      a[t] = turned(a[t], shared[n - 1 - t], i);
  }
  for (int i = 0; i < second; ++i) {
    for (int t = 0; t < n; ++t)
      shared[t] = b[t] + a[t];
    for (int t = 0; t < n; ++t)
      b[t] = turned(b[t], shared[(t + 1) % n], i);
  }
  for (int round = 0; round < rounds; ++round) {
    std::vector<int> sum(n, round);
    for (int i = 0; i < second; ++i) {
      for (int t = 0; t < n; ++t)
        shared[t] = sum[t] - b[t];
      for (int t = 0; t < n; ++t)
        sum[t] += turned(shared[(t + 7) % n], older[t], i);
      if (i + round == 4)
        break;
    }
    older = b;
    b = sum;
  }
  for (int t = 0; t < n; ++t)
    out[t] = turned(a[t], a[n - 1 - t] + older[n - 1 - t], last[t]) ^ b[t];
  return out;
}

// Values that only move on to the next variable between two barriers, in both directions.
__global__ void rotate(int *out, int rounds) {
  __shared__ int shared[1024];
  const int t = threadIdx.x, n = blockDim.x;
  int a = t, b = 2 * t + 7, c = t * t, d = -t, e = 5 - t, f = 3 * t;
  for (int round = 0; round < rounds; ++round) {
    shared[t] = a ^ e;
    __syncthreads();
    const int up = c + shared[n - 1 - t], down = d - shared[(t + 33) % n];
    c = b;
    b = a;
    a = up;
    d = e;
    e = f;
    f = down;
    __syncthreads();
  }
  out[t] = mix(a, f);
}

std::vector<int> rotated(int n, int rounds) {
  std::vector<std::array<int, 6>> values(n);
  std::vector<int> shared(n), out(n);
  for (int t = 0; t < n; ++t)
    values[t] = {t, 2 * t + 7, t * t, -t, 5 - t, 3 * t};
  for (int round = 0; round < rounds; ++round) {
    for (int t = 0; t < n; ++t)
      shared[t] = values[t][0] ^ values[t][4];
    for (int t = 0; t < n; ++t) {
      const auto [a, b, c, d, e, f] = values[t];
      values[t] = {c + shared[n - 1 - t], a, b, e, f, d - shared[(t + 33) % n]};
    }
  }
  for (int t = 0; t < n; ++t)
    out[t] = mix(values[t][0], values[t][5]);
  return out;
}

// One warp has a value, which the others never get.
__global__ void ofOneWarp(int *out, const int *in, int owner) {
  __shared__ int shared[1024];
  const int t = threadIdx.x, n = blockDim.x;
  int own;
  if (t / 32 == owner)
    own = in[3];
  shared[t] = t;
  __syncthreads();
  out[t] = t / 32 == owner ? own + shared[n - 1 - t] : -t;
}

// Threads of all shapes return before a barrier that the others come to.
__global__ void leave(int *out, int first, int step) {
  __shared__ int shared[1024];
  const int t = threadIdx.x;
  shared[t] = -1;
  __syncthreads();
  if (t >= first)
    return;
  int own = t * 3;
  shared[t] = own;
  __syncthreads();
  if (t % step == 0) {
    out[t] = own;
    return;
  }
  out[t] = shared[t / step * step] + shared[(t + 1) % blockDim.x] + own;
}

int main() {
  for (int n : {1, 32, 33, 96, 256, 500, 1024})
    for (int rounds : {0, 1, 4, 5}) {
      DeviceArray<int> out(2 * n), neighbours(2 * n);
      keep<<<2, n>>>(out.get(), neighbours.get(), rounds);
      CHECK_LAUNCH();
      std::vector<int> expected(n), expected_neighbours(n);
      reference(expected, expected_neighbours, n, rounds);
      const std::vector<int> got = out.host(), got_neighbours = neighbours.host();
      for (int i = 0; i < 2 * n; ++i) {
        CHECK_EQ(got[i], expected[i % n]);
        CHECK_EQ(got_neighbours[i], expected_neighbours[i % n]);
      }
    }
  for (int n : {32, 100, 256})
    for (int first : {0, 1, 3})
      for (int second : {0, 2, 4})
        for (int rounds : {0, 1, 4}) {
          DeviceArray<int> out(n);
          outlive<<<1, n>>>(out.get(), first, second, rounds);
          CHECK_LAUNCH();
          const std::vector<int> expected = outlived(n, first, second, rounds), got = out.host();
          for (int t = 0; t < n; ++t)
            CHECK_EQ(got[t], expected[t]);
        }
  for (int n : {33, 64, 256})
    for (int rounds : {0, 1, 2, 7}) {
      DeviceArray<int> out(n);
      rotate<<<1, n>>>(out.get(), rounds);
      CHECK_LAUNCH();
      const std::vector<int> expected = rotated(n, rounds), got = out.host();
      for (int t = 0; t < n; ++t)
        CHECK_EQ(got[t], expected[t]);
    }
  DeviceArray<int> in(std::vector<int>{1, 2, 3, 400});
  for (int n : {64, 128, 256})
    for (int owner = 0; owner < n / 32; ++owner) {
      DeviceArray<int> out(n);
      ofOneWarp<<<1, n>>>(out.get(), in.get(), owner);
      CHECK_LAUNCH();
      const std::vector<int> got = out.host();
      for (int t = 0; t < n; ++t)
        CHECK_EQ(got[t], t / 32 == owner ? 400 + n - 1 - t : -t);
    }
  for (int n : {64, 100, 512})
    for (int first : {0, 1, 32, 40, 64, 512})
      for (int step : {2, 32, 5}) {
        DeviceArray<int> out(n);
        leave<<<1, n>>>(out.get(), first, step);
        CHECK_LAUNCH();
        const std::vector<int> got = out.host();
        for (int t = 0; t < n; ++t) {
          auto shared = [&](int i) { return i < first ? i * 3 : -1; };
          const int expected = t >= first      ? 0
                               : t % step == 0 ? t * 3
                                               : shared(t / step * step) + shared((t + 1) % n) + t * 3;
          CHECK_EQ(got[t], expected);
        }
      }
  return verdict();
}
