// Dynamic shared memory lies after the static one and does not overlap it.
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

int main() {
  const int dynamic_count = 301;
  DeviceArray<int> out(dynamic_count + 77);
  fill_both<<<1, 64, dynamic_count * sizeof(int)>>>(out.get(), dynamic_count);
  CHECK_LAUNCH();
  std::vector<int> got = out.host();
  for (int i = 0; i < dynamic_count + 77; ++i)
    CHECK_EQ(got[i], i < dynamic_count ? -1 - i : i - dynamic_count);
  return verdict();
}
