// Lanes that update one address do it together; each still sees what it would have seen in its turn.
// RUN: %clang_device -gline-tables-only -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z5countPiS_ -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=COUNT
// RUN: %kernelc -bitcode %t.bc -kernel _Z7highestPiPKi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=HIGHEST
// RUN: %kernelc -bitcode %t.bc -kernel _Z5totalPfPKf -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=TOTAL
// RUN: %kernelc -bitcode %t.bc -kernel _Z4binsPKh -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=BINS

// COUNT-LABEL: define {{.*}} @_Z5countPiS_(
// COUNT: atomicrmw add ptr %{{.*}}, i32 32
// COUNT-NOT: atomicrmw
// COUNT: ret void
__global__ void count(int *counter, int *turn) { turn[threadIdx.x] = atomicAdd(counter, 1); }

// HIGHEST-LABEL: define {{.*}} @_Z7highestPiPKi(
// HIGHEST: call i32 @llvm.vector.reduce.smax.v32i32(
// HIGHEST-NEXT: atomicrmw max
// HIGHEST-NOT: atomicrmw
// HIGHEST: ret void
__global__ void highest(int *top, const int *in) { atomicMax(top, in[threadIdx.x]); }

// Floats are added in the order of the lanes, then stored at once.
// TOTAL-LABEL: define {{.*}} @_Z5totalPfPKf(
// TOTAL-NOT: atomicrmw
// TOTAL: fadd float
// TOTAL: cmpxchg
__global__ void total(float *sum, const float *in) { atomicAdd(sum, in[threadIdx.x]); }

// What only the block sees needs no atomic instruction.
// BINS-LABEL: define {{.*}} @_Z4binsPKh(
// BINS-NOT: atomicrmw
__global__ void bins(const unsigned char *in) {
  __shared__ int histogram[256];
  atomicAdd(&histogram[in[threadIdx.x]], 1);
}
