// Local arrays that no register can hold, since their indices are known at run time only: in the ways in which programs fill
// them, walk over them and hand them on. The host runs the same functions, one thread after the other.
#include "../check.h"

#include <vector>

namespace {

constexpr int kThreads = 3 * 96 - 5; // the last warp is not full

// What a thread gets: its number, a length that is the same for all of them, and one that is not.
struct Input {
  int thread, length, own;
};

struct Ring { // the last 16 values, as a hash of a message keeps them
  __host__ __device__ static int run(Input in) {
    unsigned ring[16];
    for (int k = 0; k < 16; ++k)
      ring[k] = in.thread * 0x9e3779b9u + k;
    unsigned sum = 0;
    for (int k = 0; k < in.length * 3; ++k) {
      unsigned next = ring[(k + 1) & 15] ^ (ring[(k + 9) & 15] >> 3);
      sum += ring[k & 15] * 31 + next;
      ring[k & 15] += next;
    }
    return static_cast<int>(sum);
  }
};

struct OwnLengths { // lanes leave the loops at different times
  __host__ __device__ static int run(Input in) {
    int values[40];
    for (int k = 0; k < in.own; ++k)
      values[k] = k * in.thread;
    unsigned sum = 0;
    for (int k = in.own - 1; k >= 0; --k)
      sum = sum * 3 + values[k];
    return static_cast<int>(sum);
  }
};

struct SomeLanes { // and the others keep what they have
  __host__ __device__ static int run(Input in) {
    short values[50] = {};
    for (int k = 0; k < in.length; ++k) {
      if ((in.thread + k) % 3 == 0)
        values[k] += static_cast<short>(in.thread - k);
      else if (in.thread % 5 == 0)
        values[in.length - k] -= 7;
    }
    unsigned sum = 0;
    for (int k = 0; k <= in.length; ++k)
      sum = sum * 5 + values[k];
    return static_cast<int>(sum);
  }
};

struct ReadAnywhere { // filled side by side, read by each lane where it likes
  __host__ __device__ static int run(Input in) {
    double values[33];
    for (int k = 0; k < in.length; ++k)
      values[k] = k * 1.5 - in.thread;
    double sum = 0;
    for (int k = 0; k < in.length; ++k)
      sum = sum * 0.5 + values[(in.thread * 7 + k * in.own) % in.length];
    return static_cast<int>(sum * 64);
  }
};

struct TwoRows { // rows that change their roles, as for an edit distance
  __host__ __device__ static int run(Input in) {
    int first[41], second[41];
    int *above = first, *here = second;
    for (int k = 0; k <= in.length; ++k)
      above[k] = k;
    for (int row = 1; row <= in.length; ++row) {
      here[0] = row;
      for (int k = 1; k <= in.length; ++k) {
        int cost = (in.thread * row + k) % 4 != 0, best = above[k - 1] + cost;
        best = above[k] + 1 < best ? above[k] + 1 : best;
        here[k] = here[k - 1] + 1 < best ? here[k - 1] + 1 : best;
      }
      int *other = above;
      above = here, here = other;
    }
    return above[in.length];
  }
};

struct Pointers { // an array that is walked over, forwards and back
  __host__ __device__ static int run(Input in) {
    int values[48], next = in.thread;
    for (int *at = values, *end = values + in.length; at != end; ++at)
      *at = next += 3;
    unsigned sum = 0;
    for (const int *at = values + in.length; at > values;)
      sum = sum * 7 + *--at;
    return static_cast<int>(sum);
  }
};

struct Distances { // of pointers
  __host__ __device__ static int run(Input in) {
    int values[48];
    for (int *at = values; at < values + in.length; ++at)
      *at = in.thread * static_cast<int>(at - values);
    unsigned sum = 0;
    for (const int *at = values; at < values + in.length; ++at)
      sum = sum * 7 + *at;
    return static_cast<int>(sum);
  }
};

struct Chosen { // one array or the other
  __host__ __device__ static int run(Input in) {
    int low[20], high[20];
    for (int k = 0; k < in.length % 20; ++k) {
      low[k] = k, high[k] = 1000 + k;
      int *chosen = (in.thread + k) % 2 ? low : high;
      chosen[k] += in.thread;
    }
    unsigned sum = 0;
    for (int k = 0; k < in.length % 20; ++k)
      sum = sum * 3 + low[k] - high[k];
    return static_cast<int>(sum);
  }
};

struct Pair {
  float distance;
  int number;
};

struct Structures {
  __host__ __device__ static int run(Input in) {
    Pair pairs[24];
    for (int k = 0; k < in.length % 24; ++k)
      pairs[k] = {static_cast<float>((in.thread * 13 + k * 7) % 29), k};
    for (int k = 0; k + 1 < in.length % 24; ++k)
      if (pairs[k].distance > pairs[k + 1].distance) {
        Pair larger = pairs[k];
        pairs[k] = pairs[k + 1];
        pairs[k + 1] = larger;
      }
    unsigned sum = 0;
    for (int k = 0; k < in.length % 24; ++k)
      sum = sum * 3 + pairs[k].number + static_cast<int>(pairs[k].distance);
    return static_cast<int>(sum);
  }
};

struct Matrix { // two indices
  __host__ __device__ static int run(Input in) {
    const int n = 2 + in.length % 5;
    unsigned long long a[7][7], b[7][7];
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        a[i][j] = in.thread + i * j, b[i][j] = 0;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < n; ++k)
          b[i][j] += a[i][k] * a[k][j];
    unsigned long long sum = 0;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        sum = sum * 3 + b[i][j];
    return static_cast<int>(sum ^ (sum >> 32));
  }
};

struct Given { // from constants, few and many, and from one array to another
  __host__ __device__ static int run(Input in) {
    int few[6] = {3, 1, 4, 1, 5, 9}, other[6];
    unsigned char many[70] = {9, 8, 7, 6, 5, 4, 3, 2, 1};
    other[0] = 77;
    for (int k = 0; k < in.length % 6; ++k)
      few[k] += in.thread;
    memcpy(other, few, sizeof few);
    for (int k = 0; k < in.length; ++k)
      many[k] = static_cast<unsigned char>(many[k] + other[k % 6]);
    for (int k = 60; k > 0; --k) // parts that overlap
      many[k] = many[k - 1];
    unsigned sum = 0;
    for (int k = 0; k < 70 - in.length; ++k)
      sum = sum * 3 + many[k];
    return static_cast<int>(sum);
  }
};

struct Halves { // words that are read as halves
  __host__ __device__ static int run(Input in) {
    unsigned words[16];
    for (int k = 0; k < in.length % 16; ++k)
      words[k] = in.thread * 0x10001u + k;
    unsigned sum = 0;
    for (int k = 0; k < 2 * (in.length % 16); ++k)
      sum = sum * 3 + reinterpret_cast<unsigned short *>(words)[k];
    return static_cast<int>(sum);
  }
};

template <typename Body> __global__ void onThreads(int *out, int length) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread < kThreads)
    out[thread] = Body::run({thread, length, thread % 37});
}

// Values for a thread's own use that live on from barrier to barrier.
__global__ void across_barriers(int *out, int length) {
  __shared__ int shared[96];
  int values[32];
  for (int k = 0; k < length; ++k) {
    shared[threadIdx.x] = threadIdx.x * k;
    __syncthreads();
    values[k] = shared[(threadIdx.x + 33) % 96];
    __syncthreads();
  }
  unsigned sum = 0;
  for (int k = 0; k < length; ++k)
    sum = sum * 3 + values[k];
  out[blockIdx.x * 96 + threadIdx.x] = static_cast<int>(sum);
}

struct Table {
  int values[40];
};

// A parameter of which each thread changes its own copy.
__global__ void own_parameter(int *out, Table table, int length) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < length; ++k)
    table.values[k] += thread * k;
  unsigned sum = 0;
  for (int k = 0; k < 40; ++k)
    sum = sum * 3 + table.values[(k * length) % 40];
  out[thread] = static_cast<int>(sum);
}

template <typename Body> void check() {
  for (int length : {1, 12, 33}) {
    DeviceArray<int> out(kThreads);
    onThreads<Body><<<3, 96>>>(out.get(), length);
    CHECK_LAUNCH();
    std::vector<int> expected;
    for (int thread = 0; thread < kThreads; ++thread)
      expected.push_back(Body::run({thread, length, thread % 37}));
    CHECK_SAME(out.host(), expected);
  }
}

void checkAcrossBarriers() {
  const int length = 29;
  DeviceArray<int> out(2 * 96);
  across_barriers<<<2, 96>>>(out.get(), length);
  CHECK_LAUNCH();
  std::vector<int> expected;
  for (int i = 0; i < 2 * 96; ++i) {
    unsigned sum = 0;
    for (int k = 0; k < length; ++k)
      sum = sum * 3 + (i + 33) % 96 * k;
    expected.push_back(static_cast<int>(sum));
  }
  CHECK_SAME(out.host(), expected);
}

void checkOwnParameter() {
  const int length = 13;
  Table table;
  for (int k = 0; k < 40; ++k)
    table.values[k] = 100 - k;
  DeviceArray<int> out(2 * 64);
  own_parameter<<<2, 64>>>(out.get(), table, length);
  CHECK_LAUNCH();
  std::vector<int> expected;
  for (int thread = 0; thread < 2 * 64; ++thread) {
    unsigned sum = 0;
    for (int k = 0; k < 40; ++k) {
      const int at = (k * length) % 40;
      sum = sum * 3 + table.values[at] + (at < length ? thread * at : 0);
    }
    expected.push_back(static_cast<int>(sum));
  }
  CHECK_SAME(out.host(), expected);
}

} // namespace

int main() {
  check<Ring>();
  check<OwnLengths>();
  check<SomeLanes>();
  check<ReadAnywhere>();
  check<TwoRows>();
  check<Pointers>();
  check<Distances>();
  check<Chosen>();
  check<Structures>();
  check<Matrix>();
  check<Given>();
  check<Halves>();
  checkAcrossBarriers();
  checkOwnParameter();
  return verdict();
}
