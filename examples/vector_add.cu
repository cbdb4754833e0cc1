// c = a + b, one thread per element: the first program of most CUDA courses.
#include <cstdio>
#include <vector>

__global__ void add(const float *a, const float *b, float *c, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    c[i] = a[i] + b[i];
  }
}

int main() {
  const int count = 1 << 20;
  const size_t bytes = count * sizeof(float);
  std::vector<float> a(count), b(count), c(count);
  for (int i = 0; i < count; ++i) {
    a[i] = float(i);
    b[i] = 0.5f * float(i);
  }

  float *device_a, *device_b, *device_c;
  cudaMalloc(&device_a, bytes);
  cudaMalloc(&device_b, bytes);
  cudaMalloc(&device_c, bytes);
  cudaMemcpy(device_a, a.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(device_b, b.data(), bytes, cudaMemcpyHostToDevice);
  add<<<(count + 255) / 256, 256>>>(device_a, device_b, device_c, count);
  cudaMemcpy(c.data(), device_c, bytes, cudaMemcpyDeviceToHost);
  cudaFree(device_a);
  cudaFree(device_b);
  cudaFree(device_c);

  cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) {
    fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(error));
    return 1;
  }
  for (int i = 0; i < count; ++i) {
    if (c[i] != a[i] + b[i]) {
      printf("FAILED: c[%d] is %g, expected %g\n", i, c[i], a[i] + b[i]);
      return 1;
    }
  }
  printf("%d sums, all right\n", count);
  return 0;
}
