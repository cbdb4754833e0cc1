// Shared objects that are only declared: structs, unions, scalars, vectors and arrays with a bound, in a namespace and in a
// function. Each has memory of its own, and needs none of the launch's; arrays without a bound begin where that begins.
#include "../check.h"

struct Table {
  int first;
  long long sums[4];
};
struct Constructed {
  int n = 7;
  float f;
  __device__ Constructed() : f(3) {}
  __device__ int get() const { return n; }
};
union Either {
  int i;
  float f;
};
template <class T> struct Pair {
  T a, b;
};
typedef double Row[8];

extern __shared__ Table table;
extern __shared__ __align__(128) Constructed constructed;
extern __shared__ Either either;
extern __shared__ Row row;
extern __shared__ int fixed[16], scalar;
namespace vectors {
extern __shared__ float4 vector;
}
#define DYNAMIC extern __shared__
DYNAMIC Pair<short> shorts;

__device__ void add(int which, long long x) {
  atomicAdd(reinterpret_cast<unsigned long long *>(&table.sums[which]), static_cast<unsigned long long>(x));
}

__global__ void sums(long long *out) {
  if (threadIdx.x < 4)
    table.sums[threadIdx.x] = 0;
  if (threadIdx.x == 0) {
    table.first = 1;
    fixed[0] = 2;
  }
  __syncthreads();
  add(threadIdx.x / 32, threadIdx.x);
  __syncthreads();
  if (threadIdx.x < 4)
    out[threadIdx.x] = table.sums[threadIdx.x] + table.first + fixed[0] + sizeof(row) + sizeof(fixed);
}

template <class T> __global__ void views(T *out) {
  __shared__ int before[3];
  extern __shared__ Pair<T> pair;
  extern __shared__ double dynamic[];
  dynamic[0] = 0.5;
  before[2] = 100;
  pair.b = 5;
  constructed.n = 8;
  either.i = 3;
  scalar = 20;
  shorts.a = 1;
  shorts.b = 2;
  vectors::vector.y = 1.5f;
  row[7] = 4;
  out[0] = pair.b + before[2];
  out[1] = either.i + constructed.get();
  out[2] = shorts.a * 10 + shorts.b + scalar;
  out[3] = vectors::vector.y + row[7] + dynamic[0] + __isShared(&row);
}

int main() {
  long long *out = nullptr;
  cudaMallocManaged(&out, 4 * sizeof *out);
  sums<<<1, 128>>>(out);
  CHECK_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int w = 0; w < 4; ++w)
    CHECK_EQ(out[w], 32LL * 32 * w + 496 + 3 + 128);
  double *seen = nullptr;
  cudaMallocManaged(&seen, 4 * sizeof *seen);
  views<<<1, 1, sizeof(double)>>>(seen);
  CHECK_EQ(cudaDeviceSynchronize(), cudaSuccess);
  CHECK_EQ(seen[0], 105.0);
  CHECK_EQ(seen[1], 11.0);
  CHECK_EQ(seen[2], 32.0);
  CHECK_EQ(seen[3], 7.0);
  return verdict();
}
