// Lanes that update neighbouring elements do so 16 bytes at a time, and as a vector in shared memory.
// RUN: %clang_device -gline-tables-only -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z4sumsPiPKi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=SUMS
// RUN: %kernelc -bitcode %t.bc -kernel _Z4sumsPiPKi -lanes 32 -block rows+one-warp -ir-after widen -stop-after widen | FileCheck %s --check-prefix=ALONE
// RUN: %kernelc -bitcode %t.bc -kernel _Z6floatsPdS_ -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=FLOATS
// RUN: %kernelc -bitcode %t.bc -kernel _Z5blockPfPKf -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=BLOCK
// RUN: %kernelc -bitcode %t.bc -kernel _Z5apartPi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=APART

// Where the first element is not aligned, lane by lane.
// SUMS-LABEL: define {{.*}} @_Z4sumsPiPKi(
// SUMS: and i64 %{{.*}}, 15
// This warp's two lines and the next one's.
// SUMS-COUNT-4: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 1,
// SUMS-NOT: call void @llvm.prefetch
// SUMS: [[OLD:%.*]] = bitcast i128 [[SEEN:%.*]] to <4 x i32>
// SUMS: [[NEW:%.*]] = add <4 x i32> [[OLD]],
// SUMS: [[WHOLE:%.*]] = bitcast <4 x i32> [[NEW]] to i128
// SUMS: cmpxchg ptr %{{.*}}, i128 [[SEEN]], i128 [[WHOLE]] {{.*}}, align 16
// SUMS: atomicrmw add ptr %{{.*}}, i32
// ALONE-LABEL: define {{.*}} @_Z4sumsPiPKi(
// ALONE-COUNT-2: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 1,
// ALONE-NOT: call void @llvm.prefetch
__global__ void sums(int *out, const int *in) { atomicAdd(&out[threadIdx.x], in[threadIdx.x]); }

// FLOATS-LABEL: define {{.*}} @_Z6floatsPdS_(
// FLOATS: fadd <2 x double>
// FLOATS: cmpxchg ptr %{{.*}}, i128
// FLOATS: store <2 x double>
__global__ void floats(double *out, double *old) { old[threadIdx.x] = atomicAdd(&out[threadIdx.x], 1.0); }

// BLOCK-LABEL: define {{.*}} @_Z5blockPfPKf(
// BLOCK-NOT: each.lane
// BLOCK: fadd <32 x float>
// BLOCK-NOT: each.lane
// BLOCK: ret void
__global__ void block(float *out, const float *in) {
  __shared__ float sums[1024];
  atomicAdd(&sums[threadIdx.x], in[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = sums[threadIdx.x ^ 1];
}

// APART-LABEL: define {{.*}} @_Z5apartPi(
// APART-NOT: i128
// APART: atomicrmw add
// APART: ret void
__global__ void apart(int *out) { atomicAdd(&out[2 * threadIdx.x], 1); }
