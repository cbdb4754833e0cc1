// Neighbours that are looked for at the edge of an image, begin again on its other side, or are mirrored there: elements of all
// sizes, images of all widths, with blocks that fill their rows and blocks that do not; read and written.
// long: under sanitizers its kernels take the compiler more than half a minute.
#include "../check.h"

#include <algorithm>

namespace {

__host__ __device__ int clamped(int i, int n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }
__host__ __device__ int wrapped(int i, int n) { return (i + n) % n; }
__host__ __device__ int mirrored(int i, int n) {
  if (i < 0)
    return -i - 1;
  if (i >= n)
    return 2 * n - 1 - i;
  return i;
}

enum class Border { kClamped, kWrapped, kMirrored };
template <Border border> __host__ __device__ int place(int i, int n) {
  return border == Border::kClamped   ? clamped(i, n)
         : border == Border::kWrapped ? wrapped(i, n)
                                      : mirrored(i, n);
}

template <typename T, Border border>
__host__ __device__ T around(const T *in, int width, int height, int x, int y) {
  T sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -2; dx <= 2; ++dx)
      sum += in[place<border>(y + dy, height) * width + place<border>(x + dx, width)] * T(3 * dy + dx + 7);
  return sum;
}

template <typename T, Border border> __global__ void filter(T *out, const T *in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    out[y * width + x] = around<T, border>(in, width, height, x, y);
}

// Indices without a sign and of 64 bits, a border that differs from lane to lane, and one that lanes read from memory.
__global__ void others(int *out, const int *in, const unsigned char *flags, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const unsigned next = i + 1 == n ? 0 : i + 1;
  const unsigned long long last = min(static_cast<unsigned long long>(i) + 5, n - 1ull);
  const unsigned some = flags[i] ? 0u : i, even = min(i + 3, i | 15);
  out[i] = in[next] + 3 * in[last] + 5 * in[some] + 7 * in[min(even, n - 1)];
}

// Where the lanes that are bent do not take part, or those that take part are bent; the result moves one to the right.
__global__ void moved(int *out, const int *in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int to = i + 1 < n ? i + 1 : 0;
  if (i < n)
    out[to] = in[i];
  if (i < n && i % 3 != 0)
    out[n + to] = in[to];
}

// What is kept in shared memory has borders, too.
__global__ void ring(int *out, const int *in, int rounds) {
  __shared__ int cells[2][256];
  const int i = threadIdx.x, n = blockDim.x;
  cells[0][i] = in[blockIdx.x * n + i];
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    const int left = i == 0 ? n - 1 : i - 1;
    cells[1 - round % 2][i] = 3 * cells[round % 2][left] + cells[round % 2][(i + 1) % n];
    __syncthreads();
  }
  out[blockIdx.x * n + i] = cells[rounds % 2][i];
}

template <typename T, Border border> void checkFilter(int width, int height, dim3 block) {
  std::vector<T> in(width * height), expected(in.size());
  Random random;
  for (T &value : in)
    value = T(random.below(100));
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      expected[y * width + x] = around<T, border>(in.data(), width, height, x, y);
  const DeviceArray<T> values(in), out(in.size());
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  filter<T, border><<<grid, block>>>(out.get(), values.get(), width, height);
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), expected);
}

template <typename T> void checkFilters() {
  for (dim3 block : {dim3(32, 4), dim3(16, 16), dim3(64, 1), dim3(50, 3)})
    for (int width : {3, 32, 33, 100, 128}) {
      checkFilter<T, Border::kClamped>(width, 5, block);
      checkFilter<T, Border::kWrapped>(width, 5, block);
      checkFilter<T, Border::kMirrored>(width, 5, block);
    }
}

std::vector<int> numbers(int n) {
  std::vector<int> result(n);
  Random random;
  for (int &value : result)
    value = static_cast<int>(random.below(1000));
  return result;
}

void checkOthers(unsigned n) {
  const std::vector<int> in = numbers(n);
  std::vector<unsigned char> flags(n);
  std::vector<int> expected(n);
  for (unsigned i = 0; i < n; ++i) {
    flags[i] = i % 37 == 5;
    const unsigned even = std::min(i + 3, i | 15);
    expected[i] = in[i + 1 == n ? 0 : i + 1] + 3 * in[std::min(i + 5, n - 1)] + 5 * in[flags[i] ? 0 : i] +
                  7 * in[std::min(even, n - 1)];
  }
  const DeviceArray<int> values(in), out(n);
  const DeviceArray<unsigned char> marks(flags);
  others<<<(n + 95) / 96, 96>>>(out.get(), values.get(), marks.get(), n);
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), expected);
}

void checkMoved(int n) {
  const std::vector<int> in = numbers(n);
  std::vector<int> expected(2 * n);
  for (int i = 0; i < n; ++i) {
    const int to = i + 1 < n ? i + 1 : 0;
    expected[to] = in[i];
    if (i % 3 != 0)
      expected[n + to] = in[to];
  }
  const DeviceArray<int> values(in), out(2 * n);
  moved<<<(n + 127) / 128, 128>>>(out.get(), values.get(), n);
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), expected);
}

void checkRing(int threads, int rounds) {
  const int blocks = 3;
  const std::vector<int> in = numbers(blocks * threads);
  std::vector<int> expected = in;
  for (int block = 0; block < blocks; ++block)
    for (int round = 0; round < rounds; ++round) {
      const std::vector<int> before(expected.begin() + block * threads,
                                    expected.begin() + (block + 1) * threads);
      for (int i = 0; i < threads; ++i)
        expected[block * threads + i] = static_cast<int>(3u * before[i == 0 ? threads - 1 : i - 1] +
                                                         static_cast<unsigned>(before[(i + 1) % threads]));
    }
  const DeviceArray<int> values(in), out(in.size());
  ring<<<blocks, threads>>>(out.get(), values.get(), rounds);
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), expected);
}

} // namespace

int main() {
  checkFilters<float>();
  checkFilters<double>();
  checkFilters<unsigned char>();
  checkFilters<short>();
  checkFilters<long long>();
  for (unsigned n : {1u, 31u, 32u, 96u, 100u, 1000u})
    checkOthers(n);
  for (int n : {1, 32, 33, 500})
    checkMoved(n);
  for (int threads : {32, 50, 64, 256})
    for (int rounds : {1, 2, 7})
      checkRing(threads, rounds);
  return verdict();
}
