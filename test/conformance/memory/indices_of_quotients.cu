// Threads that find their places by dividing their number: channels of images, cells that are merged or repeated, rows of a
// table. Rows end within a warp or far past it, lanes take part from any one on, and nothing lies past the last element.
#include "../check.h"

#include <vector>

namespace {

__global__ void scale(float *out, const float *in, const float *factors, int n, int pixels, int channels,
                      int first) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= first && i < n)
    out[i] = in[i] * factors[i / pixels % channels];
}

// Four cells become one.
__global__ void merge(int *out, const int *in, int width, int height, int planes) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, half = width / 2;
  if (i >= planes * (height / 2) * half)
    return;
  const int x = i % half, y = i / half % (height / 2), plane = i / (half * (height / 2));
  const int *at = in + (plane * height + 2 * y) * width + 2 * x;
  out[i] = at[0] + 2 * at[1] + 4 * at[width] + 8 * at[width + 1];
}

// Each cell is repeated, in either direction; numbers may be negative on the way.
__global__ void repeat(int *out, const int *in, int width, int height, int times) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < width * times)
    out[y * width * times + x] = in[y / times * width + x / times];
  if (x < width * 2 && times == 2)
    out[y * width * times + x] += in[y / 2 * width + ((x - 40) / 2 + 20)] * 100;
}

template <typename T> __global__ void rows(T *out, const T *table, const int *indices, int n, int columns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = table[indices[i / columns] * columns + i % columns];
}

// Powers of two, which are shifts and masks.
__global__ void by_shifts(int *out, const int *in, const int *offsets, unsigned n, unsigned bits) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[(i & 255) * 2 + 1] + in[i >> 6] + in[i >> bits] + offsets[i / 16] + in[offsets[i >> 7]];
}

struct Point {
  float x, y, z, w;
};

__global__ void of_a_group(float *out, const Point *centres, int n, int size) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && i % 7 != 0) {
    const Point &centre = centres[i / size];
    out[i] = centre.x + 2 * centre.y + 4 * centre.z + 8 * centre.w;
  }
}

std::vector<int> numbers(int size, int limit) {
  Random random(static_cast<unsigned>(size));
  std::vector<int> result(size);
  for (int &number : result)
    number = static_cast<int>(random.below(limit));
  return result;
}

int blocksFor(int threads) { return (threads + 95) / 96; }

void checkScale(int n, int pixels, int channels, int first) {
  std::vector<float> in(n), factors(channels), expected(n);
  for (int i = 0; i < n; ++i)
    in[i] = static_cast<float>(i % 100);
  for (int c = 0; c < channels; ++c)
    factors[c] = static_cast<float>(c + 1);
  for (int i = first; i < n; ++i)
    expected[i] = in[i] * factors[i / pixels % channels];
  DeviceArray<float> device_in(in), device_factors(factors), out(n);
  scale<<<blocksFor(n), 96>>>(out.get(), device_in.get(), device_factors.get(), n, pixels, channels, first);
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), expected);
}

void checkMerge(int width, int height, int planes) {
  const std::vector<int> in = numbers(width * height * planes, 1000);
  std::vector<int> expected;
  for (int plane = 0; plane < planes; ++plane)
    for (int y = 0; y < height / 2; ++y)
      for (int x = 0; x < width / 2; ++x) {
        const int *at = in.data() + (plane * height + 2 * y) * width + 2 * x;
        expected.push_back(at[0] + 2 * at[1] + 4 * at[width] + 8 * at[width + 1]);
      }
  DeviceArray<int> device_in(in), out(expected.size());
  merge<<<blocksFor(static_cast<int>(expected.size())), 96>>>(out.get(), device_in.get(), width, height,
                                                              planes);
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), expected);
}

void checkRepeat(int width, int height, int times) {
  const std::vector<int> in = numbers(width * height, 90);
  std::vector<int> expected(width * height * times * times);
  for (int y = 0; y < height * times; ++y)
    for (int x = 0; x < width * times; ++x) {
      expected[y * width * times + x] = in[y / times * width + x / times];
      if (times == 2)
        expected[y * width * times + x] += in[y / 2 * width + ((x - 40) / 2 + 20)] * 100;
    }
  DeviceArray<int> device_in(in), out(expected.size());
  repeat<<<dim3(blocksFor(width * times), height * times), 96>>>(out.get(), device_in.get(), width, height,
                                                                 times);
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), expected);
}

template <typename T> void checkRows(int n, int columns) {
  const int size = 23;
  std::vector<T> table(size * columns), expected(n);
  for (std::size_t i = 0; i < table.size(); ++i)
    table[i] = static_cast<T>(i * 7);
  const std::vector<int> indices = numbers((n + columns - 1) / columns, size);
  for (int i = 0; i < n; ++i)
    expected[i] = table[indices[i / columns] * columns + i % columns];
  DeviceArray<T> device_table(table), out(n);
  DeviceArray<int> device_indices(indices);
  rows<<<blocksFor(n), 96>>>(out.get(), device_table.get(), device_indices.get(), n, columns);
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), expected);
}

void checkByShifts(int n, unsigned bits) {
  const std::vector<int> in = numbers(n + 512, 1000), offsets = numbers(n, 512);
  std::vector<int> expected(n);
  for (unsigned i = 0; i < unsigned(n); ++i)
    expected[i] = in[(i & 255) * 2 + 1] + in[i >> 6] + in[i >> bits] + offsets[i / 16] + in[offsets[i >> 7]];
  DeviceArray<int> device_in(in), device_offsets(offsets), out(n);
  by_shifts<<<blocksFor(n), 96>>>(out.get(), device_in.get(), device_offsets.get(), n, bits);
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), expected);
}

void checkGroups(int n, int size) {
  std::vector<Point> centres((n + size - 1) / size);
  for (std::size_t i = 0; i < centres.size(); ++i)
    centres[i] = {float(i), float(i % 3), float(i % 5), float(i % 7)};
  std::vector<float> expected(n);
  for (int i = 0; i < n; ++i)
    if (const Point &centre = centres[i / size]; i % 7 != 0)
      expected[i] = centre.x + 2 * centre.y + 4 * centre.z + 8 * centre.w;
  DeviceArray<Point> device_centres(centres);
  DeviceArray<float> out(n);
  of_a_group<<<blocksFor(n), 96>>>(out.get(), device_centres.get(), n, size);
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), expected);
}

} // namespace

int main() {
  for (int pixels : {1, 10, 64, 1000})
    for (int first : {0, 45, 700})
      checkScale(1000, pixels, 3, first);
  for (int width : {2, 10, 64, 130})
    checkMerge(width, 12, 3);
  for (int times : {1, 2, 3})
    checkRepeat(70, 5, times);
  for (int columns : {1, 5, 32, 100, 1000}) {
    checkRows<float>(1001, columns);
    checkRows<double>(999, columns);
    checkRows<unsigned char>(1010, columns);
  }
  for (unsigned bits : {0u, 3u, 5u, 9u})
    checkByShifts(1000, bits);
  for (int size : {1, 4, 32, 50, 333})
    checkGroups(1000, size);
  return verdict();
}
