// What one lane prints has a place in the order of the program: a number for each statement and call, and one for each loop
// and its iteration. A function goes on from the place of its call.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z5placeii -ir-after place-prints -stop-after place-prints | FileCheck %s
#include <cstdio>

// CHECK-LABEL: define {{.*}}@_Z5innerii(
// CHECK: [[OUTER:%.*]] = load ptr, ptr {{%.*}}
// CHECK-NEXT: [[FRAME:%.*]] = getelementptr {{.*}} ptr %place, i32 0
// CHECK-NEXT: store ptr [[OUTER]], ptr [[FRAME]]
// CHECK: call i32 @raddle_vprintf(
__device__ __noinline__ void inner(int i, int n) {
  printf("%d", i);
  if (n > 0)
    inner(i, n - 2);
  else
    printf("end");
}

// CHECK-LABEL: define {{.*}}@_Z5placeii(
// CHECK: [[KERNEL:%.*]] = getelementptr {{.*}} ptr %place, i32 0
// CHECK-NEXT: store ptr null, ptr [[KERNEL]]
// CHECK: [[ITERATION:%iteration]] = phi i32 [ 0, {{%.*}} ], [ [[NEXT:%.*]], {{%.*}} ]
// CHECK: [[NEXT]] = add i32 [[ITERATION]], 1
// CHECK: store i32 3, ptr {{%.*}}
// CHECK-NEXT: getelementptr {{.*}} i32 12
// CHECK-NEXT: store i32 1, ptr
// CHECK-NEXT: getelementptr {{.*}} i32 16
// CHECK-NEXT: store i32 [[ITERATION]], ptr
// CHECK-NEXT: getelementptr {{.*}} i32 20
// CHECK-NEXT: store i32 2, ptr
// CHECK-NEXT: [[FIELD:%.*]] = getelementptr {{.*}} ptr %thread, i32 40
// CHECK-NEXT: store ptr %place, ptr [[FIELD]]
// CHECK-NEXT: call void @_Z5innerii(
__global__ void place(int n, int m) {
  for (int i = 0; i < n; ++i)
    inner(i, m);
  printf("done");
}
