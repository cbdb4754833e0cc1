// Two, four or eight lanes read structures from one row, the next ones from another row anywhere, forward and
// backward, with all lanes and with some.
#include "../check.h"

template <typename T, int fields> struct Fields {
  T value[fields];
};

template <typename T, int fields, int lanes, typename Index>
__global__ void rows(T *out, const Fields<T, fields> *in, Index pitch, Index first, int n, bool skip) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || (skip && i % 7 == 3))
    return;
  const Index row = static_cast<Index>(i / lanes), column = static_cast<Index>(i % lanes);
  const Fields<T, fields> forward = in[first + row * pitch + column],
                          backward = in[first + row * pitch + (lanes - 1 - column)];
  T sum = 0;
  for (int field = 0; field < fields; ++field)
    sum += forward.value[field] * static_cast<T>(field + 1) -
           backward.value[field] * static_cast<T>(field % 2 + 3);
  out[i] = sum;
}

template <typename T, int fields, int lanes, typename Index> void check(int pitch, bool skip) {
  constexpr int kMost = 160, kFirst = 3;
  using Row = Fields<T, fields>;
  std::vector<Row> in(kFirst + kMost / lanes * pitch + lanes);
  for (std::size_t i = 0; i < in.size(); ++i)
    for (int field = 0; field < fields; ++field)
      in[i].value[field] = static_cast<T>((i * 5 + field * 3) % 23);
  Row *device_in;
  T *device_out;
  CHECK_CUDA(cudaMalloc(&device_in, in.size() * sizeof(Row)));
  CHECK_CUDA(cudaMalloc(&device_out, kMost * sizeof(T)));
  CHECK_CUDA(cudaMemcpy(device_in, in.data(), in.size() * sizeof(Row), cudaMemcpyHostToDevice));
  for (int n : {32, 64, 149}) {
    CHECK_CUDA(cudaMemset(device_out, 0, kMost * sizeof(T)));
    rows<T, fields, lanes, Index>
        <<<(n + 63) / 64, 64>>>(device_out, device_in, static_cast<Index>(pitch), kFirst, n, skip);
    std::vector<T> out(kMost), expected(kMost);
    CHECK_CUDA(cudaMemcpy(out.data(), device_out, kMost * sizeof(T), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; ++i) {
      if (skip && i % 7 == 3)
        continue;
      const int row = kFirst + i / lanes * pitch;
      const Row &forward = in[row + i % lanes], &backward = in[row + lanes - 1 - i % lanes];
      T sum = 0;
      for (int field = 0; field < fields; ++field)
        sum += forward.value[field] * static_cast<T>(field + 1) -
               backward.value[field] * static_cast<T>(field % 2 + 3);
      expected[i] = sum;
    }
    CHECK_SAME(out, expected);
  }
  CHECK_CUDA(cudaFree(device_in));
  CHECK_CUDA(cudaFree(device_out));
}

template <typename T, int fields, int lanes, typename Index> void checkPitches() {
  for (int pitch : {8, 9, 37})
    for (bool skip : {false, true})
      check<T, fields, lanes, Index>(pitch, skip);
}

int main() {
  checkPitches<float, 4, 2, unsigned>();
  checkPitches<float, 4, 2, long long>();
  checkPitches<float, 4, 8, int>();
  checkPitches<int, 3, 2, int>();
  checkPitches<double, 4, 2, unsigned>();
  checkPitches<short, 4, 4, unsigned>();
  return verdict();
}
