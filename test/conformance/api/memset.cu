// cudaMemset and cudaMemsetAsync set bytes, also from the middle of an allocation.
#include "../check.h"

int main() {
  const int count = 3001;
  DeviceArray<unsigned char> bytes(count);
  CHECK_CUDA(cudaMemset(bytes.get(), 0xab, count));
  CHECK_CUDA(cudaMemset(bytes.get() + 100, -1, 57));
  CHECK_CUDA(cudaMemsetAsync(bytes.get() + 1001, 0x1234, 999, nullptr));
  CHECK_CUDA(cudaMemset(bytes.get() + 5, 9, 0));
  std::vector<unsigned char> got = bytes.host();
  for (int i = 0; i < count; ++i)
    CHECK_EQ(int{got[i]}, i >= 100 && i < 157 ? 0xff : i >= 1001 && i < 2000 ? 0x34 : 0xab);
  return verdict();
}
