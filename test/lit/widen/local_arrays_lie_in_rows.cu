// Elements of one number of all lanes' local arrays lie side by side where lanes store them together.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z4ringPiPKii -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=RING
// RUN: %kernelc -bitcode %t.bc -kernel _Z5swapsPii -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=SWAPS
// RUN: %kernelc -bitcode %t.bc -kernel _Z7clearedPii -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=CLEARED
// RUN: %kernelc -bitcode %t.bc -kernel _Z5countPiPKii -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=COUNT
// RUN: %kernelc -bitcode %t.bc -kernel _Z5givenPii -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=GIVEN

// Rows of 128 bytes.
// RING-LABEL: define {{.*}} @_Z4ringPiPKii(
// RING: alloca [2048 x i8], align 64
// RING: %[[OFFSET:.*]] = mul i64 %{{.*}}, 32
// RING: getelementptr i8, ptr %{{.*}}, i64 %[[OFFSET]]
// RING: load <32 x i32>
// RING-NOT: masked.gather
// RING-NOT: masked.scatter
// RING: ret void
__global__ void ring(int *out, const int *in, int n) {
  int values[16];
  for (int k = 0; k < 16; ++k)
    values[k] = 0;
  for (int k = 0; k < n; ++k)
    values[k & 15] += values[(k + 5) & 15] ^ in[k * 32 + threadIdx.x];
  out[threadIdx.x] = values[n & 15];
}

struct Pair {
  float distance;
  int number;
};

// A structure that is copied as one word lies in two rows.
// SWAPS-LABEL: define {{.*}} @_Z5swapsPii(
// SWAPS-NOT: masked.gather
// SWAPS-NOT: masked.scatter
// SWAPS: ret void
__global__ void swaps(int *out, int n) {
  Pair pairs[16];
  for (int k = 0; k < n; ++k)
    pairs[k] = {float(threadIdx.x * 7 % (k + 3)), k};
  for (int k = 0; k + 1 < n; ++k)
    if (pairs[k].distance > pairs[k + 1].distance) {
      Pair larger = pairs[k];
      pairs[k] = pairs[k + 1];
      pairs[k + 1] = larger;
    }
  out[threadIdx.x] = pairs[n / 2].number;
}

// What LLVM has made a memset of.
// CLEARED-LABEL: define {{.*}} @_Z7clearedPii(
// CLEARED-NOT: memset
// CLEARED: store <32 x i32> zeroinitializer
// CLEARED: ret void
__global__ void cleared(int *out, int n) {
  int values[64];
  for (int k = 0; k < n; ++k)
    values[k] = 0;
  for (int k = 0; k < 3 * n; ++k)
    values[k % n] += k ^ threadIdx.x;
  out[threadIdx.x] = values[n / 2];
}

// Each lane counts elsewhere: one after the other.
// COUNT-LABEL: define {{.*}} @_Z5countPiPKii(
// COUNT: masked.scatter
// COUNT: ret void
__global__ void count(int *out, const int *in, int n) {
  int counts[16] = {};
  for (int k = 0; k < n; ++k)
    ++counts[in[k * 32 + threadIdx.x] & 15];
  out[threadIdx.x] = counts[n & 15];
}

__device__ __noinline__ void fill(int *values, int n) {
  for (int k = 0; k < n; ++k)
    values[k] = k;
}

// Another function expects an array.
// GIVEN-LABEL: define {{.*}} @_Z5givenPii(
// GIVEN-NOT: mul i64 %{{.*}}, 32
// GIVEN: ret void
__global__ void given(int *out, int n) {
  int values[16];
  fill(values, n);
  out[threadIdx.x] = values[n & 15];
}
