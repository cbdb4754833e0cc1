// Whether some lane of a full warp takes a side, where its number decides, is a comparison of scalars: the mask would be there
// much later. Behind branches that all lanes take together, too.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z5belowPKiPii -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=BELOW
// RUN: %kernelc -bitcode %t.bc -kernel _Z3onePii -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=ONE

// BELOW: define {{.*}}_Z5belowPKiPii
// BELOW: %[[NONE:.*]] = icmp uge i32 %{{.*}}, %2
// BELOW: %[[SOME:.*]] = xor i1 %[[NONE]], true
// BELOW: store i1 %[[SOME]], ptr %[[SLOT:.*]], align
// BELOW: %[[LOADED:.*]] = load i1, ptr %[[SLOT]], align
// BELOW: br i1 %[[LOADED]], label %{{.*}}, label %skip
__global__ void below(const int *in, int *out, int n) {
  if (n > 100) {
    int x = in[threadIdx.x];
    if (int(threadIdx.x) < n)
      x = atomicAdd(&out[x], x);
    out[threadIdx.x] = x;
  }
}

// ONE: define {{.*}}_Z3onePii
// ONE: %[[DISTANCE:.*]] = sub i32
// ONE: icmp ult i32 %[[DISTANCE]], 32
__global__ void one(int *out, int n) {
  int x = out[threadIdx.x];
  if (threadIdx.x == n)
    x = atomicAdd(&out[x], x);
  out[threadIdx.x] = x;
}
