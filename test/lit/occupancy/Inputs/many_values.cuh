// 100 values at a time.
__device__ void many(float *data, int n) {
  float value[100];
#pragma unroll
  for (int i = 0; i < 100; ++i)
    value[i] = data[i * n];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 100; ++i)
    data[i * n] = value[99 - i] * value[i];
}
