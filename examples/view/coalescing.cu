#include <cstdio>

struct Point {
  float x, y, z, w;
};

// The same 32 numbers, laid out in memory in five ways.
__global__ void coalescing(const float *in, const Point *points, const int *where, float *out) {
  int lane = threadIdx.x;
  float neighbours = in[lane];
  float shifted = in[lane + 1];
  float strided = in[lane * 8];
  float field = points[lane].x;
  float scattered = in[where[lane]];
  out[lane] = neighbours + shifted + strided + field + scattered;
}

int main() {
  float *in, *out;
  Point *points;
  int *where;
  cudaMallocManaged(&in, 1024 * sizeof(float));
  cudaMallocManaged(&points, 32 * sizeof(Point));
  cudaMallocManaged(&where, 32 * sizeof(int));
  cudaMallocManaged(&out, 32 * sizeof(float));
  for (int i = 0; i < 1024; ++i)
    in[i] = i;
  for (int i = 0; i < 32; ++i)
    points[i].x = i, where[i] = i * 421 % 1024;
  coalescing<<<1, 32>>>(in, points, where, out);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  for (int lane = 0; lane < 32; ++lane)
    printf("%g ", out[lane]);
  printf("\n");
}
