// A function that is not inlined becomes one for the lanes that call it; what all of its callers agree on stays
// scalar.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z6kernelPKfPfi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s

// The table and the limit are the same for all lanes, the index is not.
// CHECK-DAG: define internal <32 x float> @_Z6lookupPKfii.warp(ptr %thread, i32 %mask, i32 %live, ptr %{{[^,]*}}, <32 x i32> %{{[^,]*}}, i32 %{{[^)]*}})
// What does not depend on the lane is given back once.
// CHECK-DAG: define internal float @_Z5scalePKfi.warp(ptr %thread, i32 %mask, i32 %live, ptr %{{[^,]*}}, i32 %{{[^)]*}})
// A structure of vectors.
// CHECK-DAG: define internal { <32 x float>, <32 x i32> } @_Z4pairfi.warp(ptr %thread, i32 %mask, i32 %live, <32 x float> %{{[^,]*}}, <32 x i32> %{{[^)]*}})
// CHECK-NOT: define {{.*}} @_Z6lookupPKfii(

__device__ __noinline__ float lookup(const float *table, int i, int limit) {
  if (i >= limit)
    return 0.0f;
  return table[i * 7 % limit];
}

__device__ __noinline__ float scale(const float *table, int limit) { return table[limit] + table[limit / 2]; }

struct Pair {
  float value;
  int index;
};
__device__ __noinline__ Pair pair(float value, int index) { return {value * 2.0f, index + 1}; }

__global__ void kernel(const float *table, float *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = scale(table, n);
  for (int k = 0; k < i % 5; ++k)
    sum += lookup(table, i * k, n);
  const Pair found = pair(sum, i % 3);
  out[i] = found.value * found.index;
}
