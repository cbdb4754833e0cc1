// What functions of mathematics and calls of the device runtime write through pointers has a value.
#include <cuda_runtime.h>

__global__ void parts(const double *in, double *out, int n) {
  const double x = in[0], y = in[1];
  double all = 0;
  int exponent, quotient, single_quotient;
  double whole, sine, cosine, sine_pi, cosine_pi;
  float single_whole, single_sine, single_cosine, single_sine_pi, single_cosine_pi, fast_sine, fast_cosine;
  all += frexp(x, &exponent) + modf(x, &whole) + remquo(x, y, &quotient);
  all += modff(float(x), &single_whole) + remquof(float(x), float(y), &single_quotient);
  sincos(x, &sine, &cosine);
  sincospi(x, &sine_pi, &cosine_pi);
  sincosf(float(x), &single_sine, &single_cosine);
  sincospif(float(x), &single_sine_pi, &single_cosine_pi);
  __sincosf(float(x), &fast_sine, &fast_cosine);
  if (exponent > 0 && whole > 0 && quotient != 3 && single_quotient != 3 && single_whole > 0)
    all += 1;
  if (sine > 0 || cosine > 0 || sine_pi > 0 || cosine_pi > 0 || single_sine > 0 || single_cosine > 0)
    all += 1;
  if (single_sine_pi > 0 || single_cosine_pi > 0 || fast_sine > 0 || fast_cosine > 0)
    all += 1;

  int device, devices, processors, blocks, version;
  size_t limit;
  cudaFuncAttributes attributes;
  int *memory;
  cudaGetDevice(&device);
  cudaGetDeviceCount(&devices);
  cudaRuntimeGetVersion(&version);
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  cudaDeviceGetLimit(&limit, cudaLimitStackSize);
  cudaFuncGetAttributes(&attributes, parts);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, parts, 32, 0);
  if (cudaMalloc(&memory, sizeof(int)) == cudaSuccess && memory)
    cudaFree(memory);
  if (device < devices && processors > 0 && version > 0 && limit > 0 && attributes.maxThreadsPerBlock > 0 && blocks > 0)
    all += 1;

  int exponents[2];
  (void)frexp(x, &exponents[0]);
#ifdef REPAIRED
  (void)frexp(y, &exponents[1]);
#endif
  if (exponents[n] > 0)
    all += 1;
  *out = all; // EXPECT: error uninitialised-local
}

int main() {
  double *values, given[] = {1e30, 7.0};
  cudaMalloc(&values, 3 * sizeof(double));
  cudaMemcpy(values, given, sizeof given, cudaMemcpyHostToDevice);
  parts<<<1, 1>>>(values, values + 2, 1);
  cudaMemcpy(given, values + 2, sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(values);
}
