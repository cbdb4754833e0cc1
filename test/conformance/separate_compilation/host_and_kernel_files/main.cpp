// A C++ file without device code calls a C file and a CUDA file, and uses the runtime API itself.
#include "../../check.h"

extern "C" int addInC(int a, int b);
void launchScale(float *values, int count, float factor);

int main() {
  CHECK_EQ(addInC(2, 3), 5);
  std::vector<float> values(100, 1.5f);
  DeviceArray<float> device(values);
  launchScale(device.get(), 100, 4);
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_SAME(device.host(), std::vector<float>(100, 6));
  float4 vector = make_float4(1, 2, 3, 4);
  CHECK_EQ(vector.w, 4.0f);
  return verdict();
}
