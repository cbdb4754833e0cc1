__global__ static void scale(float *values, int count, float factor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    values[i] *= factor;
}

void launchScale(float *values, int count, float factor) { scale<<<4, 32>>>(values, count, factor); }
