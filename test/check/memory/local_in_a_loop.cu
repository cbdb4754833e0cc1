// A pointer kept from one iteration of a loop leads to what its last iteration has declared; and a local array of structures.
#include <cuda_runtime.h>

struct Point {
  float x, y;
};

__device__ float length(const Point &p) { return p.x * p.x + p.y * p.y; } // EXPECT: error use-after-scope

__global__ void nearest(const float *in, float *out, int n) {
  const Point *best = nullptr;
#ifdef REPAIRED
  Point kept[2];
#endif
  for (int i = 0; i < n; ++i) {
    Point p{in[2 * i], in[2 * i + 1]};
#ifdef REPAIRED
    if (!best || length(p) < length(*best)) {
      kept[i % 2] = p;
      best = &kept[i % 2];
    }
#else
    if (i == 0)
      best = &p;
#endif
  }
  out[threadIdx.x] = length(*best);
  Point corners[4] = {};
  int last = 0;
  while (corners[last].x == 0 && last < 3)
    ++last;
#ifdef REPAIRED
  corners[last].x = 1;
#else
  corners[last + 1].x = 1; // EXPECT: error out-of-bounds-local
#endif
  out[threadIdx.x] += corners[n - 1].x;
}

int main() {
  const float host[4] = {3, 4, 1, 2};
  float *in, *out;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  nearest<<<1, 32>>>(in, out, 2);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
