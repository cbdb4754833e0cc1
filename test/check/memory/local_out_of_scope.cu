// Pointers to local variables whose scope has ended: kept in a variable, in a structure, by a lambda, and returned.
#include <cuda_runtime.h>

struct View {
  const int *data;
  int length;
};

__device__ int sumOf(View view) {
  int sum = 0;
  for (int i = 0; i < view.length; ++i)
    sum += view.data[i]; // EXPECT: error use-after-scope
  return sum;
}

__device__ void increment(int *p) { ++*p; } // EXPECT: error use-after-scope

#ifndef REPAIRED
__device__ const int &larger(int a, int b) { return a < b ? b : a; }
#else
__device__ int larger(int a, int b) { return a < b ? b : a; }
#endif

__global__ void scopes(int *out, int n) {
  int sum = 0, own = n;
  int *p = &own;
  View view{&own, 1};
#ifdef REPAIRED
  int inner = n + 1, some[4] = {n, 1, 2, 3}, counted = 0, large = 7;
  p = &inner;
  increment(p);
  view = {some, 4};
  sum += sumOf(view);
  if (n > 1)
    p = &large;
  sum += *p;
  auto count = [&] { return ++counted; };
  sum += count();
  sum += larger(n, 3);
#else
  {
    int inner = n + 1;
    p = &inner;
  }
  increment(p);
  {
    int some[4] = {n, 1, 2, 3};
    view = {some, 4};
  }
  sum += sumOf(view);
  p = &own;
  if (n > 1) {
    int large = 7;
    p = &large;
  }
  sum += *p; // EXPECT: error use-after-scope
  auto count = [&sum] {
    int counted = sum;
    return [&counted] { return ++counted; }; // EXPECT: error use-after-scope
  }();
  sum += count();
  sum += larger(n, 3); // EXPECT: error use-after-scope
#endif
  // In scope, each time anew.
  for (int i = 0; i < n; ++i) {
    int element = i;
    int **q = &p;
    *q = &element;
    sum += **q;
  }
  out[threadIdx.x] = sum + own;
}

int main() {
  int *out;
  cudaMalloc(&out, 32 * sizeof(int));
  scopes<<<1, 32>>>(out, 2);
  cudaDeviceSynchronize();
  cudaFree(out);
}
