// Vectors that inline PTX reads and writes at addresses that are no multiples of the whole vector, though of its elements.
// stderr: {here}: error: kernel 'load\(.*\)' accessed address 0x\w+4, which is no multiple of 16
// stderr: note: block \(0,0,0\), thread \(0,0,0\), warp 0, lane 0
// stderr: {here}: error: kernel 'store\(.*\)' accessed address 0x\w+, which is no multiple of 8
// stderr: {here}: error: kernel 'loadShared\(.*\)' accessed address 0x\w+, which is no multiple of 16
#include "../error_check.h"

__global__ void load(const float *from, float *to) {
  float4 v;
  asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];" // <- here
               : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
               : "l"(from + 4 * threadIdx.x));
  to[threadIdx.x] = v.x + v.y + v.z + v.w;
}

__global__ void store(float *to, int first) {
  asm volatile("st.global.v2.f32 [%0], {%1, %1};" ::"l"(to + first + 2 * threadIdx.x), "f"(1.0f)); // <- here
}

__global__ void loadShared(double *to, int first) {
  __shared__ __align__(16) double values[130];
  for (int i = threadIdx.x; i < 130; i += blockDim.x)
    values[i] = i;
  __syncthreads();
  const auto place = static_cast<unsigned>(__cvta_generic_to_shared(values + first + 2 * threadIdx.x));
  double a, b;
  asm volatile("ld.shared.v2.f64 {%0, %1}, [%2];" : "=d"(a), "=d"(b) : "r"(place)); // <- here
  to[threadIdx.x] = a + b;
}

int main() {
  const int n = 64;
  // Each kernel is launched once in the right way, and once in a wrong one.
  auto check = [](auto launch) {
    cudaGetLastError(); // of arrays that were there before the device's reset
    DeviceArray<float> values(std::vector<float>(4096, 1.0f)), out(4096);
    launch(values.get(), out.get(), 0);
    CHECK_LAUNCH();
    launch(values.get(), out.get(), 1);
    checkFailedLaunch(cudaErrorMisalignedAddress);
  };
  check([](float *values, float *out, int wrong) { load<<<1, n>>>(values + wrong, out); });
  check([](float *values, float *, int wrong) { store<<<1, n>>>(values, wrong); });
  check([](float *, float *out, int wrong) { loadShared<<<1, n>>>(reinterpret_cast<double *>(out), wrong); });
  return verdict();
}
