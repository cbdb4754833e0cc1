// A shuffle that reads from lanes which have left the loop waits for them: they wait at a barrier for it.
// stderr: error: kernel 'part\(int\*\)' cannot make progress in block \(0,0,0\)
// stderr: warp 0: lanes .* wait at __shfl_xor_sync\(0xffffffff\) \[.*{here}\] for lanes 0-7
#include "../error_check.h"

__global__ void part(int *out) {
  int value = threadIdx.x;
  for (unsigned i = 0; i <= threadIdx.x / 8; ++i)
    value += __shfl_xor_sync(0xffffffff, value, 8); // <- here
  __syncthreads();
  out[threadIdx.x] = value;
}

int main() {
  DeviceArray<int> out(64);
  part<<<1, 64>>>(out.get());
  checkFailedLaunch(cudaErrorLaunchTimeout);
  return verdict();
}
