// Dynamic shared memory lies after the static one and does not overlap it. Both are aligned as their declarations ask for, up to
// the 1024 bytes that swizzled tiles need.
#include "../check.h"

__global__ void fill_both(int *out, int dynamic_count) {
  extern __shared__ int dynamic_words[];
  __shared__ int static_words[77];
  for (int i = threadIdx.x; i < dynamic_count; i += blockDim.x)
    dynamic_words[i] = -1 - i;
  for (int i = threadIdx.x; i < 77; i += blockDim.x)
    static_words[i] = i;
  __syncthreads();
  for (int i = threadIdx.x; i < dynamic_count; i += blockDim.x)
    out[i] = dynamic_words[i];
  for (int i = threadIdx.x; i < 77; i += blockDim.x)
    out[dynamic_count + i] = static_words[i];
}

__global__ void alignedStatic(unsigned long long *out) {
  __shared__ int word;
  __shared__ alignas(1024) int tile[256];
  out[0] = reinterpret_cast<unsigned long long>(tile) % 1024;
  out[1] = __cvta_generic_to_shared(tile) % 1024;
  out[2] = &word >= tile && &word < tile + 256;
}

__global__ void alignedDynamic(unsigned long long *out) {
  extern __shared__ __align__(1024) int tiles[];
  out[0] = reinterpret_cast<unsigned long long>(tiles) % 1024;
  out[1] = __cvta_generic_to_shared(tiles) % 1024;
  out[2] = 0;
}

int main() {
  const int dynamic_count = 301;
  DeviceArray<int> out(dynamic_count + 77);
  fill_both<<<1, 64, dynamic_count * sizeof(int)>>>(out.get(), dynamic_count);
  CHECK_LAUNCH();
  std::vector<int> got = out.host();
  for (int i = 0; i < dynamic_count + 77; ++i)
    CHECK_EQ(got[i], i < dynamic_count ? -1 - i : i - dynamic_count);
  for (int is_dynamic = 0; is_dynamic < 2; ++is_dynamic) {
    DeviceArray<unsigned long long> remainders(3);
    if (is_dynamic)
      alignedDynamic<<<1, 1, 4096>>>(remainders.get());
    else
      alignedStatic<<<1, 1>>>(remainders.get());
    CHECK_LAUNCH();
    CHECK_SAME(remainders.host(), std::vector<unsigned long long>(3));
  }
  return verdict();
}
