// A thread that polls with __nanosleep does not keep the thread it waits for from running.
#include "../check.h"

__global__ void wait_for_last(int *out) {
  __shared__ volatile int done;
  int t = threadIdx.x;
  if (t == 0)
    done = 0;
  __syncthreads();
  if (t == blockDim.x - 1) {
    int sum = 0;
    for (int i = 0; i < 1000; ++i)
      sum += i * (clock64() != 0);
    done = sum;
  } else {
    while (done == 0)
      __nanosleep(100);
  }
  out[t] = done;
}

int main() {
  DeviceArray<int> out(200);
  wait_for_last<<<1, 200>>>(out.get());
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), std::vector<int>(200, 499500));
  return verdict();
}
