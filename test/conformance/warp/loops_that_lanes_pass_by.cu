// Loops of warp operations and of barriers, one after the other, that some go through and others pass by:
// values that are computed between them are used much later.
#include "../check.h"

constexpr int kThreads = 96;

__global__ void rowsAndTiles(const int *in, int rows, int first, int second, int *out) {
  __shared__ int tile[kThreads];
  const int lane = threadIdx.x % 32;
  int own = in[threadIdx.x], last = 7;
  // A row for each warp in turn.
  for (int row = threadIdx.x / 32; row < rows; row += 3) {
    int sum = 0;
    for (int j = in[row] % 32 + lane; j < 96; j += 32)
      sum += in[j];
    for (int offset = 16; offset; offset /= 2)
      sum += __shfl_xor_sync(0xffffffff, sum, offset);
    if (lane == 0)
      own += sum;
    last = sum;
  }
  int a[2] = {}, b[4] = {};
  for (int t = 0; t < first; ++t) {
    __syncthreads();
    tile[threadIdx.x] = in[(threadIdx.x + t) % kThreads];
    __syncthreads();
    for (int k = 0; k < 4; ++k)
      for (int i = 0; i < 2; ++i)
        a[i] += tile[(threadIdx.x * 5 + k + i) % kThreads];
  }
  const int mixed = a[0] * 3 + a[1];
  for (int t = 0; t < in[second] % 4; ++t) {
    __syncthreads();
    tile[threadIdx.x] = in[(threadIdx.x * 7 + t) % kThreads];
    __syncthreads();
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < 4; ++i)
        b[i] += tile[(threadIdx.x + k * 8 + i) % kThreads];
  }
  out[threadIdx.x] = own + 1000 * last + mixed + b[0] + b[1] * 2 + b[2] * 3 + b[3] * 4;
}

int main() {
  std::vector<int> in(kThreads);
  for (int i = 0; i < kThreads; ++i)
    in[i] = i * 37 % 101;
  const DeviceArray<int> device(in);
  DeviceArray<int> out(kThreads);
  for (int rows : {0, 2, 7})
    for (int first : {0, 1, 3})
      for (int second : {0, 1, 2, 3}) {
        rowsAndTiles<<<1, kThreads>>>(device.get(), rows, first, second, out.get());
        CHECK_LAUNCH();
        std::vector<int> expected(kThreads);
        for (int thread = 0; thread < kThreads; ++thread) {
          int own = in[thread], last = 7, a[2] = {}, b[4] = {};
          for (int row = thread / 32; row < rows; row += 3) {
            last = 0;
            for (int j = in[row] % 32; j < 96; ++j)
              last += in[j];
            own += thread % 32 == 0 ? last : 0;
          }
          for (int t = 0; t < first; ++t)
            for (int k = 0; k < 4; ++k)
              for (int i = 0; i < 2; ++i)
                a[i] += in[((thread * 5 + k + i) % kThreads + t) % kThreads];
          for (int t = 0; t < in[second] % 4; ++t)
            for (int k = 0; k < 3; ++k)
              for (int i = 0; i < 4; ++i)
                b[i] += in[((thread + k * 8 + i) % kThreads * 7 + t) % kThreads];
          expected[thread] = own + 1000 * last + a[0] * 3 + a[1] + b[0] + b[1] * 2 + b[2] * 3 + b[3] * 4;
        }
        CHECK_SAME(out.host(), expected);
      }
  return verdict();
}
