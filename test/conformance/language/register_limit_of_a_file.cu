// flags: -maxrregcount=24
// -maxrregcount limits the registers of all kernels of a file but those with a limit of their own, so that as many
// blocks fit as there can be threads.
#include "../check.h"

__device__ void mix(float *data) {
  float value[40];
  for (int i = 0; i < 40; ++i)
    value[i] = data[i];
  for (int i = 0; i < 40; ++i)
    data[i] = value[i] * value[39 - i] + value[(i + 7) % 40];
}

__global__ void plain(float *data) { mix(data); }
template <typename T> __global__ void from_template(T *data) { mix(data); }
static __global__ void of_this_file(float *data) { mix(data); }
__global__ void __launch_bounds__(256, 4) bounded(float *data) { mix(data); }
__global__ void __maxnreg__(32) limited(float *data) { mix(data); }

void check(void (*kernel)(float *), int most, int threads, int least_blocks) {
  cudaFuncAttributes attributes;
  CHECK_CUDA(cudaFuncGetAttributes(&attributes, reinterpret_cast<const void *>(kernel)));
  CHECK(attributes.numRegs > 0);
  CHECK(attributes.numRegs <= most);
  int blocks = 0;
  CHECK_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, 0));
  CHECK(blocks >= least_blocks);
  std::vector<float> data(40), expected(40);
  for (int i = 0; i < 40; ++i)
    data[i] = static_cast<float>(i % 5);
  for (int i = 0; i < 40; ++i)
    expected[i] = data[i] * data[39 - i] + data[(i + 7) % 40];
  DeviceArray<float> array(data);
  kernel<<<1, 1>>>(array.get());
  CHECK_LAUNCH();
  CHECK_SAME(array.host(), expected);
}

int main() {
  cudaDeviceProp p;
  CHECK_CUDA(cudaGetDeviceProperties(&p, 0));
  const int most_blocks = p.maxThreadsPerMultiProcessor / 256;
  check(plain, 24, 256, most_blocks);
  check(from_template<float>, 24, 256, most_blocks);
  check(of_this_file, 24, 256, most_blocks);
  check(bounded, 64, 256, 4);
  check(limited, 32, 256, most_blocks);
  return verdict();
}
