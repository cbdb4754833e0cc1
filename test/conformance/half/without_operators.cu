// The macros that leave conversions and operators out, so that programs can define their own.
#define __CUDA_NO_HALF_OPERATORS__
#define __CUDA_NO_HALF2_OPERATORS__
#define __CUDA_NO_HALF_CONVERSIONS__
#define __CUDA_NO_BFLOAT16_OPERATORS__
#define __CUDA_NO_BFLOAT162_OPERATORS__
#define __CUDA_NO_BFLOAT16_CONVERSIONS__
#define CUDA_NO_HALF
#define CUDA_NO_BFLOAT16
#include "../check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

// The short names are free.
struct half {};
struct nv_bfloat16 {};

static_assert(!std::is_convertible_v<__half, float> && !std::is_convertible_v<float, __half>);
static_assert(!std::is_constructible_v<__nv_bfloat16, int>);

__host__ __device__ __half operator+(__half a, __half b) { return __hsub(a, b); }
__host__ __device__ bool operator==(__half2 a, __half2 b) { return !__hbeq2(a, b); }
__host__ __device__ __nv_bfloat162 operator*(__nv_bfloat162 a, __nv_bfloat162 b) { return __hadd2(a, b); }

__host__ __device__ int compute() {
  const __half a = __float2half(5), b = __float2half(3);
  const __nv_bfloat162 c = __float2bfloat162_rn(7);
  const bool equal = __half2half2(a) == __half2half2(a);
  // Those of eight bits keep their conversions.
  const int three = static_cast<int>(__nv_fp8_e4m3(3.5f)) - static_cast<int>(__nv_fp8_e5m2(0.25f));
  if (three != 3)
    return three;
  return static_cast<int>(__half2float(a + b)) * 100 + static_cast<int>(__low2float(c * c)) + equal;
}

__global__ void kernel(int *out) { *out = compute(); }

int main() {
  DeviceArray<int> out(1);
  kernel<<<1, 1>>>(out.get());
  CHECK_LAUNCH();
  CHECK_EQ(out.first(), 214);
  CHECK_EQ(compute(), 214);
  return verdict();
}
