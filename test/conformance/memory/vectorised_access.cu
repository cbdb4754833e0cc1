// Arrays of scalars read and written as vectors, in global, shared and local memory, by all lanes and by
// some.
#include "../check.h"

template <class Vector, class Scalar> struct Wide {
  static constexpr int kCount = sizeof(Vector) / sizeof(Scalar);
};

// Reverses each vector of `in` by way of shared and local memory. Only every `step`-th thread takes part.
template <class Vector, class Scalar>
__global__ void reverseEach(const Scalar *in, Scalar *out, int count, int step) {
  constexpr int kCount = Wide<Vector, Scalar>::kCount;
  alignas(16) __shared__ Scalar tile[64 * kCount];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool takes_part = i < count && i % step == 0;
  if (takes_part)
    reinterpret_cast<Vector *>(tile)[threadIdx.x] = reinterpret_cast<const Vector *>(in)[i];
  __syncthreads();
  if (takes_part) {
    alignas(16) Scalar local[kCount];
    for (int k = 0; k < kCount; ++k)
      local[k] = tile[threadIdx.x * kCount + kCount - 1 - k];
    reinterpret_cast<Vector *>(out)[i] = *reinterpret_cast<Vector *>(local);
  }
}

template <class Vector, class Scalar> void check(int count, int step) {
  constexpr int kCount = Wide<Vector, Scalar>::kCount;
  std::vector<Scalar> in(count * kCount), expected(count * kCount);
  for (int i = 0; i < count * kCount; ++i)
    in[i] = static_cast<Scalar>(i * 3 + 1);
  for (int i = 0; i < count; i += step)
    for (int k = 0; k < kCount; ++k)
      expected[i * kCount + k] = in[i * kCount + kCount - 1 - k];
  DeviceArray<Scalar> from(in), to(count * kCount);
  reverseEach<Vector, Scalar><<<(count + 63) / 64, 64>>>(from.get(), to.get(), count, step);
  CHECK_LAUNCH();
  CHECK_SAME(to.host(), expected);
}

// Every access of a volatile happens: a thread sees what another has written meanwhile.
__global__ void ping(volatile int *turn, int rounds, int *seen) {
  const int me = blockIdx.x;
  for (int round = 0; round < rounds; ++round) {
    while (*turn % 2 != me) {
    }
    seen[*turn] = me;
    *turn = *turn + 1;
  }
}

int main() {
  for (int step : {1, 3}) {
    check<float4, float>(1000, step);
    check<float2, float>(1000, step);
    check<int4, int>(64, step);
    check<double2, double>(333, step);
    check<uchar4, unsigned char>(1000, step);
    check<short4, short>(500, step);
    check<longlong2, long long>(100, step);
  }
  DeviceArray<int> turn(1), seen(40);
  ping<<<2, 1>>>(turn.get(), 20, seen.get());
  CHECK_LAUNCH();
  std::vector<int> expected;
  for (int i = 0; i < 40; ++i)
    expected.push_back(i % 2);
  CHECK_SAME(seen.host(), expected);
  return verdict();
}
