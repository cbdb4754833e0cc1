// Vectors and scalars at addresses that are no multiples of their sizes: by a pointer that the host moved, by a row's length, by
// one lane's index, in a store, an atomic, a structure, shared memory, and after a pointer in memory. What is aligned, what is
// read by bytes, and what is never accessed is no error.
// stderr: {here}: error: kernel 'copy\(.*\)' accessed address 0x\w+4, which is no multiple of 16
// stderr: note: block \(0,0,0\), thread \(0,0,0\), warp 0, lane 0
// stderr: {here}: error: kernel 'swap\(.*\)' accessed address 0x\w+c, which is no multiple of 8
// stderr: {here}: error: kernel 'sumOfRow\(.*\)' accessed address 0x\w+, which is no multiple of 16
// stderr(1): note: block \(0,0,0\), thread \(1,0,0\), warp 0, lane 1
// stderr: {here}: error: kernel 'byIndex\(.*\)' accessed address 0x\w+, which is no multiple of 4
// stderr: note: block \(0,0,0\), thread \(37,0,0\), warp 1, lane 5
// stderr: {here}: error: kernel 'count\(.*\)' accessed address 0x\w+2, which is no multiple of 4
// stderr: {here}: error: kernel 'ofStructure\(.*\)' accessed address 0x\w+8, which is no multiple of 16
// stderr: {here}: error: kernel 'inShared\(.*\)' accessed address 0x\w+, which is no multiple of 8
// stderr: {here}: error: kernel 'byTable\(.*\)' accessed address 0x\w+4, which is no multiple of 16
#include "../error_check.h"

#include <cstring>

struct View {
  int size;
  const double2 *values;
};

__global__ void copy(const float4 *from, float4 *to) {
  to[threadIdx.x] = from[threadIdx.x]; // <- here
}

__global__ void swap(float *values, int first) {
  auto *pair = reinterpret_cast<float2 *>(values + first + 2 * threadIdx.x);
  *pair = make_float2(2, 1); // <- here
}

__global__ void sumOfRow(const float *matrix, int columns, float *out) {
  float sum = 0;
  for (int k = 0; k + 3 < columns; k += 4) {
    const float4 part = *reinterpret_cast<const float4 *>(matrix + threadIdx.x * columns + k); // <- here
    sum += part.x + part.y + part.z + part.w;
  }
  out[threadIdx.x] = sum;
}

__global__ void byIndex(const char *bytes, const int *indices, int *out) {
  if (indices[threadIdx.x] >= 0)
    out[threadIdx.x] = *reinterpret_cast<const int *>(bytes + indices[threadIdx.x]); // <- here
}

__global__ void count(char *bytes, int first) {
  atomicAdd(reinterpret_cast<int *>(bytes + first), 1); // <- here
}

__global__ void ofStructure(View view, double *out) {
  const double2 pair = view.values[threadIdx.x]; // <- here
  out[threadIdx.x] = pair.x + pair.y;
}

__global__ void inShared(double *out, int first) {
  __shared__ __align__(16) char bytes[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x)
    bytes[i] = 0;
  __syncthreads();
  out[threadIdx.x] = *reinterpret_cast<double *>(bytes + first + 8 * threadIdx.x); // <- here
}

__global__ void byTable(const float4 *const *table, float *out) {
  const float4 all = table[0][threadIdx.x]; // <- here
  out[threadIdx.x] = all.x + all.y + all.z + all.w;
}

// Which way a program goes may depend on how its arrays lie.
__global__ void eitherWay(const float *from, float *to) {
  const int i = threadIdx.x;
  if (reinterpret_cast<size_t>(from) % sizeof(float4) == 0) {
    reinterpret_cast<float4 *>(to)[i] = reinterpret_cast<const float4 *>(from)[i];
  } else {
    for (int k = 0; k < 4; ++k)
      to[4 * i + k] = from[4 * i + k];
  }
}

__global__ void byBytes(const char *bytes, int *out) {
  int value;
  memcpy(&value, bytes + 3 * threadIdx.x, sizeof value);
  out[threadIdx.x] = value;
}

int main() {
  const int n = 64;
  // Each kernel is launched once in the right way, and once in a wrong one.
  auto check = [](auto launch) {
    cudaGetLastError(); // of arrays that were there before the device's reset
    DeviceArray<float> values(std::vector<float>(4096, 1.0f)), out(4096);
    launch(values.get(), out.get(), false);
    CHECK_LAUNCH();
    launch(values.get(), out.get(), true);
    checkFailedLaunch(cudaErrorMisalignedAddress);
  };
  check([](float *values, float *out, bool wrong) {
    copy<<<1, n>>>(reinterpret_cast<float4 *>(values + wrong), reinterpret_cast<float4 *>(out));
  });
  check([](float *values, float *, bool wrong) { swap<<<1, n>>>(values, wrong ? 3 : 2); });
  check([](float *values, float *out, bool wrong) { sumOfRow<<<1, n>>>(values, wrong ? 21 : 20, out); });
  check([](float *values, float *out, bool wrong) {
    std::vector<int> indices(n);
    for (int i = 0; i < n; ++i)
      indices[i] = i % 3 ? 4 * i : -1;
    indices[37] += wrong;
    DeviceArray<int> on_device(indices);
    byIndex<<<1, n>>>(reinterpret_cast<char *>(values), on_device.get(), reinterpret_cast<int *>(out));
    cudaDeviceSynchronize();
  });
  check([](float *values, float *, bool wrong) { count<<<1, n>>>(reinterpret_cast<char *>(values), wrong ? 2 : 4); });
  check([](float *values, float *out, bool wrong) {
    ofStructure<<<1, n>>>(View{n, reinterpret_cast<double2 *>(values + 2 * wrong)}, reinterpret_cast<double *>(out));
  });
  check([](float *, float *out, bool wrong) { inShared<<<1, n>>>(reinterpret_cast<double *>(out), wrong ? 4 : 8); });
  check([](float *values, float *out, bool wrong) {
    DeviceArray<const float4 *> table(std::vector<const float4 *>{reinterpret_cast<float4 *>(values + wrong)});
    byTable<<<1, n>>>(table.get(), out);
    cudaDeviceSynchronize();
  });

  cudaGetLastError();
  std::vector<float> numbers(4 * n + 4);
  for (size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = static_cast<float>(i);
  DeviceArray<float> from(numbers), to(4 * n + 4);
  for (int first : {0, 1, 2, 4}) {
    eitherWay<<<1, n>>>(from.get() + first, to.get());
    CHECK_LAUNCH();
    CHECK_EQ(to.host()[4 * n - 1], numbers[4 * n - 1 + first]);
  }
  byBytes<<<1, n>>>(reinterpret_cast<char *>(from.get()) + 1, reinterpret_cast<int *>(to.get()));
  CHECK_LAUNCH();
  return verdict();
}
