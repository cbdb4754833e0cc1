// Elements of every size at addresses that have no pattern, with lanes missing.
#include "../check.h"
template <class T> __global__ void gatherAndScatter(T *out, const T *in, const int *index, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[index[i]] = in[index[n - 1 - i]] + T(1);
}
template <class T> void check() {
  const int n = 1000;
  std::vector<T> in(n), out(n);
  std::vector<int> index(n);
  for (int i = 0; i < n; ++i) {
    in[i] = T(i * 7);
    index[i] = (i * 37 + 11) % n;
  }
  T *di, *dout;
  int *dx;
  CHECK_CUDA(cudaMalloc(&di, n * sizeof(T)));
  CHECK_CUDA(cudaMalloc(&dout, n * sizeof(T)));
  CHECK_CUDA(cudaMalloc(&dx, n * 4));
  CHECK_CUDA(cudaMemcpy(di, in.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(dx, index.data(), n * 4, cudaMemcpyHostToDevice));
  gatherAndScatter<<<8, 128>>>(dout, di, dx, n);
  CHECK_CUDA(cudaMemcpy(out.data(), dout, n * sizeof(T), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i)
    CHECK_EQ(out[index[i]], T(in[index[n - 1 - i]] + T(1)));
}
int main() {
  check<signed char>();
  check<unsigned short>();
  check<int>();
  check<double>();
  check<float>();
  check<long long>();
  return verdict();
}
