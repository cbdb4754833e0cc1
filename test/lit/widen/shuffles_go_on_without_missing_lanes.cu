// Where a mask names lanes that may be elsewhere, a shuffle goes on without them if nobody reads from one. Shuffles in a
// row ask once whether all are there; only where they are not is it looked up who reads from whom. Votes do not go on.
// RUN: %clang_device -gline-tables-only -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z6groupsPiS_ -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z5wholePi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=WHOLE
// RUN: %kernelc -bitcode %t.bc -kernel _Z4votePiS_ -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=VOTE

// CHECK: define void @_Z6groupsPiS_
// CHECK: br i1 %{{.*}}, label %lanes.meet, label %lanes.missing
// CHECK-NOT: label %lanes.missing
// CHECK: lanes.warn:
// CHECK: call void @raddle_lanes_are_missing(ptr %{{.*}}, ptr @raddle.place, i32 -1, {{.*}}) #[[#KEEPS:]]
// CHECK-NOT: call void @raddle_lanes_are_missing
// CHECK: attributes #[[#KEEPS]] = { nomerge memory(argmem: readwrite, inaccessiblemem: readwrite) "no_caller_saved_registers" }
__global__ void groups(int *out, int *rounds) {
  int sum = 0;
  for (int i = 0; i < rounds[threadIdx.x / 8]; ++i) {
    sum += i + threadIdx.x;
    // clang-format off
    sum += __shfl_xor_sync(0xffffffff, sum, 4); sum += __shfl_xor_sync(0xffffffff, sum, 2); sum += __shfl_xor_sync(0xffffffff, sum, 1);
    // clang-format on
  }
  __syncthreads();
  out[threadIdx.x] = sum;
}

// WHOLE: define void @_Z5wholePi
// WHOLE-NOT: raddle_lanes_are_missing
__global__ void whole(int *out) {
  int sum = out[threadIdx.x];
  for (int d = 16; d > 0; d /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, d);
  out[threadIdx.x] = sum;
}

// VOTE: define void @_Z4votePiS_
// VOTE: call void @raddle_lanes_part
// VOTE-NOT: raddle_lanes_are_missing
__global__ void vote(int *out, int *rounds) {
  int sum = 0;
  for (int i = 0; i < rounds[threadIdx.x / 8]; ++i)
    sum += __any_sync(0xffffffff, i == threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = sum;
}
