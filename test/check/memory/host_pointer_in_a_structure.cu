// A structure is copied to the device with its pointer to the host.
#include <cuda_runtime.h>

struct Vector {
  int *data;
  int size;
};

__global__ void sum(const Vector *v, int *out) {
  int total = 0;
  for (int i = 0; i < v->size; ++i)
    total += v->data[i]; // EXPECT: error host-pointer-on-device
  *out = total;
}

int main() {
  int numbers[8] = {1, 2, 3, 4, 5, 6, 7, 8}, *out, *data;
  Vector host{numbers, 8}, *v;
  cudaMalloc(&v, sizeof(Vector));
  cudaMalloc(&out, sizeof(int));
  cudaMalloc(&data, sizeof(numbers));
#ifdef REPAIRED
  cudaMemcpy(data, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  host.data = data;
#endif
  cudaMemcpy(v, &host, sizeof(Vector), cudaMemcpyHostToDevice);
  sum<<<1, 1>>>(v, out);
  cudaDeviceSynchronize();
  cudaFree(v);
  cudaFree(out);
  cudaFree(data);
}
