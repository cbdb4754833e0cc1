// All extern __shared__ arrays of a kernel name the same dynamic shared memory, whatever their types.
#include "../check.h"

extern __shared__ int words[];
extern __shared__ double reals[];
extern __shared__ __align__(16) unsigned char bytes[];

__global__ void one_memory(int *out, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    words[i] = i * 7 + blockIdx.x;
  __syncthreads();
  bool aligned = reinterpret_cast<size_t>(words) % 16 == 0;
  const int *copy = reinterpret_cast<const int *>(bytes);
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    out[blockIdx.x * count + i] = aligned ? copy[count - 1 - i] : -1;
}

// One allocation carved into arrays of different types, as real kernels do.
__global__ void carved(double *out, int n) {
  double *a = reals;
  float *b = reinterpret_cast<float *>(a + n);
  short *c = reinterpret_cast<short *>(b + n);
  int t = threadIdx.x;
  a[t] = t * 0.5;
  b[t] = t * 0.25f;
  c[t] = t;
  __syncthreads();
  int other = (t + 1) % n;
  out[t] = a[other] + b[other] + c[other];
}

int main() {
  for (int count : {1, 100, 12 * 1024}) {
    const int blocks = 5;
    DeviceArray<int> out(blocks * count);
    one_memory<<<blocks, 96, count * sizeof(int)>>>(out.get(), count);
    CHECK_LAUNCH();
    std::vector<int> got = out.host();
    for (int i = 0; i < blocks * count; ++i)
      CHECK_EQ(got[i], (count - 1 - i % count) * 7 + i / count);
  }
  const int n = 200;
  DeviceArray<double> out(n);
  carved<<<1, n, n * 14>>>(out.get(), n);
  CHECK_LAUNCH();
  std::vector<double> got = out.host();
  for (int i = 0; i < n; ++i)
    CHECK_EQ(got[i], (i + 1) % n * 1.75);
  return verdict();
}
