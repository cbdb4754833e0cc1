// RADDLE_POISON=1: fresh memory holds no zeros, neither that of the device nor that of each block; variables do.
// env: RADDLE_POISON=1
#include "../error_check.h"

__device__ int variable[100];

__global__ void look(const unsigned *array, unsigned *seen) {
  __shared__ unsigned fixed[64];
  extern __shared__ unsigned dynamic[];
  unsigned *own = static_cast<unsigned *>(malloc(64));
  seen += blockIdx.x * 5;
  if (threadIdx.x == 0) {
    seen[0] = array[blockIdx.x];
    seen[1] = fixed[63];
    seen[2] = dynamic[99];
    seen[3] = own[15];
    seen[4] = variable[99];
  }
  free(own);
  __syncthreads();
  fixed[threadIdx.x] = dynamic[threadIdx.x + 36] = 0;
}

int main() {
  DeviceArray<unsigned> seen(std::vector<unsigned>(500));
  for (std::size_t bytes : {400, 100000, 3000000}) {
    unsigned *array = nullptr;
    for (int i = 0; i < 2; ++i) {
      CHECK_CUDA(cudaMalloc(&array, bytes));
      look<<<100, 64, 400>>>(array, seen.get());
      CHECK_LAUNCH();
      std::vector<unsigned> expected;
      for (int block = 0; block < 100; ++block)
        expected.insert(expected.end(), {0xfafafafa, 0xfafafafa, 0xfafafafa, 0xfafafafa, 0});
      CHECK_SAME(seen.host(), expected);
      CHECK_CUDA(cudaMemset(array, 0, bytes));
      CHECK_CUDA(cudaFree(array));
    }
  }
  return verdict();
}
