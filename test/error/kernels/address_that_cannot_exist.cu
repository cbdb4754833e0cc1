// An address outside the processor's address space, which x86-64 reports without telling the address, and AArch64
// without the highest byte.
// stderr: {here}: error: kernel 'gather\(.*\)' (accessed an address that cannot exist or is misaligned|read address 0x0, which is not mapped)
// stderr: note: block \(0,0,0\), thread \(3,0,0\)
#include "../error_check.h"

__global__ void gather(const int *values, int *out) {
  const int *source = threadIdx.x == 3 ? reinterpret_cast<const int *>(0x8000'0000'0000'0000) : values;
  out[threadIdx.x] = *source; // <- here
}

int main() {
  DeviceArray<int> values(32), out(32);
  gather<<<1, 32>>>(values.get(), out.get());
  checkFailedLaunch(cudaErrorIllegalAddress);
  return verdict();
}
