// The array of a structure that is passed by value ends before the index.
#include <cuda_runtime.h>

struct Shape {
  int extents[4];
};

__global__ void volume(Shape shape, int *out, int rank) {
  int product = 1;
  for (int d = 0; d < rank; ++d)
    product *= shape.extents[d]; // EXPECT: error out-of-bounds-constant
  out[threadIdx.x] = product;
}

int main() {
  int *out;
  cudaMalloc(&out, 32 * sizeof(int));
#ifdef REPAIRED
  volume<<<1, 32>>>({{1, 2, 3, 4}}, out, 4);
#else
  volume<<<1, 32>>>({{1, 2, 3, 4}}, out, 5);
#endif
  cudaDeviceSynchronize();
  cudaFree(out);
}
