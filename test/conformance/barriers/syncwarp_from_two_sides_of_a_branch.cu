// Lanes may reach one __syncwarp mask from different places in the program.
#include "../check.h"

__global__ void meet(int *out) {
  __shared__ int cells[32];
  int lane = threadIdx.x;
  int result;
  if (lane < 16) {
    cells[lane] = lane + 1;
    __syncwarp();
    result = cells[lane + 16];
  } else {
    cells[lane] = -lane;
    __syncwarp();
    result = cells[lane - 16];
  }
  out[lane] = result;
}

int main() {
  DeviceArray<int> out(32);
  meet<<<1, 32>>>(out.get());
  CHECK_LAUNCH();
  std::vector<int> got = out.host();
  for (int lane = 0; lane < 32; ++lane)
    CHECK_EQ(got[lane], lane < 16 ? -(lane + 16) : lane - 15);
  return verdict();
}
