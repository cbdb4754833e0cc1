// Updates in a row of numbers of different widths, by blocks of several warps that go on to a barrier.
#include "../check.h"

constexpr int kThreads = 256;

__global__ void addUp(const unsigned *in, unsigned long long *wide, unsigned *out) {
  __shared__ unsigned counters[8];
  const unsigned tid = threadIdx.x + 16 * threadIdx.y, own = in[tid];
  if (tid < 8)
    counters[tid] = 0;
  __syncthreads();
  atomicAdd(&wide[own & 3], own * 0x100000001ull);
  atomicAdd_block(&counters[own >> 8 & 7], 1u);
  __syncthreads();
  out[tid] = counters[tid & 7] * 1000 + own % 1000;
}

int main() {
  std::vector<unsigned> in(kThreads), expected(kThreads), counters(8);
  std::vector<unsigned long long> sums(4);
  Random random;
  for (unsigned &number : in) {
    number = static_cast<unsigned>(random.bits());
    sums[number & 3] += number * 0x100000001ull;
    ++counters[number >> 8 & 7];
  }
  for (int i = 0; i < kThreads; ++i)
    expected[i] = counters[i & 7] * 1000 + in[i] % 1000;
  const DeviceArray<unsigned> device(in);
  DeviceArray<unsigned> out(kThreads);
  DeviceArray<unsigned long long> wide(4);
  addUp<<<1, dim3(16, 16)>>>(device.get(), wide.get(), out.get());
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), expected);
  CHECK_SAME(wide.host(), sums);
  return verdict();
}
