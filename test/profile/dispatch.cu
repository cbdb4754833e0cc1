// Calls through pointers: what the compiler does to find and check their targets is not counted.

#include <cuda_runtime.h>

struct Shape {
  __device__ virtual float area(float x) const = 0;
};
struct Square : Shape {
  __device__ float area(float x) const override {
    return x * x; // counts: fp32.warps=3 fp32.lanes=64
  }
};
struct Line : Shape {
  __device__ float area(float x) const override {
    return x + 3; // counts: fp32.warps=3 fp32.lanes=48
  }
};

__device__ float half(float x) { return x * 0.5f; }
__device__ float less(float x) { return x - 7; }
__device__ float (*functions[])(float) = {half, less};

__global__ void make(Shape **shapes) {
  shapes[0] = new Square;
  shapes[1] = new Line;
}

// Lanes 0, 2, ... and 1, 3, ...
__global__ void both(Shape *const *shapes, float *out) { // counts: branches=0
  int t = threadIdx.x;
  out[t] = shapes[t & 1]->area(t); // counts: branches=0 store.global.requests=2
}

__global__ void one(Shape *const *shapes, float *out) { // counts: branches=0
  int t = threadIdx.x;
  out[t] = shapes[0]->area(t); // counts: branches=0
  if (t < 16) // counts: branches=1 divergent_branches=1
    out[t] = shapes[1]->area(t); // counts: branches=0
}

__global__ void through_pointers(float *out) { // counts: branches=0
  int t = threadIdx.x;
  out[t] = functions[t & 1](t); // counts: branches=0
}

__device__ __noinline__ int depth(int n) { // counts: branches=0
  return n < 2 ? n : depth(n - 1) ^ 3 * depth(n - 2);
}

__global__ void recursive(float *out, int n) { out[threadIdx.x] = depth(n); } // counts: branches=0

int main() {
  Shape **shapes;
  float *out;
  cudaMallocManaged(&shapes, 64);
  cudaMallocManaged(&out, 4096);
  make<<<1, 1>>>(shapes);
  both<<<1, 64>>>(shapes, out);
  one<<<1, 32>>>(shapes, out);
  through_pointers<<<1, 64>>>(out);
  recursive<<<1, 32>>>(out, 5);
  return cudaDeviceSynchronize();
}
