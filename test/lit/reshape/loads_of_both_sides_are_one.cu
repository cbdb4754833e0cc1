// Where both sides of a branch end in a load from an address without a pattern, one load stands behind them, from the base that
// both have. Loads that something must not pass, or that lie side by side, stay.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z5mergePiPKiS1_ -lanes 32 -block rows -ir-after sink-loads -stop-after sink-loads | FileCheck %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z6storesPiS_PKi -lanes 32 -block rows -ir-after sink-loads -stop-after sink-loads | FileCheck %s --check-prefix=BOTH

// CHECK: define void @_Z5mergePiPKiS1_(
// CHECK: [[INDEX:%.*]] = phi i32 [
// CHECK: [[IS_ONE:%.*]] = phi i1 [ true, {{.*}} ], [ false,
// CHECK: [[WIDE:%.*]] = sext i32 [[INDEX]] to i64
// CHECK: [[PLACE:%.*]] = getelementptr inbounds i32, ptr %{{.*}}, i64 [[WIDE]]
// CHECK: [[LOADED:%.*]] = load i32, ptr [[PLACE]]
// CHECK-DAG: select i1 [[IS_ONE]], i32 [[LOADED]],
// CHECK-DAG: select i1 [[IS_ONE]], i32 %{{.*}}, i32 [[LOADED]]
__global__ void merge(int *out, const int *keys, const int *starts) {
  int i = starts[threadIdx.x], j = starts[threadIdx.x + 32];
  int x = keys[i], y = keys[j];
  const int first = x < y ? x : y;
  if (y < x)
    y = keys[j * 3];
  else
    x = keys[i * 5];
  out[threadIdx.x] = first * x - y;
}

// BOTH: define void @_Z6storesPiS_PKi(
// BOTH-NOT: phi i1
// BOTH: ret void
__global__ void stores(int *out, int *keys, const int *starts) {
  int i = starts[threadIdx.x], j = starts[threadIdx.x + 32];
  int x = keys[i], y = keys[j];
  if (y < x) {
    y = keys[j * 3];
    keys[j] = i;
  } else {
    x = keys[i * 5];
    keys[i] = j;
  }
  out[threadIdx.x] = x - y;
}
