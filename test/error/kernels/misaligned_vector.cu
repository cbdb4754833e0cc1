// A vector of 16 bytes at an address that is no multiple of 16.
// stderr: {here}: error: kernel 'take\(.*\)' accessed address 0x[0-9a-f]*4, which is no multiple of 16
// stderr: note: block \(0,0,0\), thread \(0,0,0\), warp 0, lane 0
#include "../error_check.h"

__global__ void take(const char *in, float4 *out) {
  *out = *reinterpret_cast<const float4 *>(in); // <- here
}

int main() {
  DeviceArray<char> in(64);
  DeviceArray<float4> out(1);
  take<<<1, 1>>>(in.get() + 4, out.get());
  checkFailedLaunch(cudaErrorMisalignedAddress);
  return verdict();
}
