// A statement that prints is neither copied to the sides of a branch nor moved out of them: a warp prints it for all lanes
// that come there together. What else the kernel does is vector code as before.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z3rowv -lanes 32 -ir-after normalise -stop-after normalise | FileCheck %s --check-prefix=ROW
// RUN: %kernelc -bitcode %t.bc -kernel _Z5sidesPKi -lanes 32 -ir-after normalise -stop-after normalise | FileCheck %s --check-prefix=SIDES
// RUN: %kernelc -bitcode %t.bc -kernel _Z5scalePffi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=SCALE
// RUN: %kernelc -bitcode %t.bc -kernel _Z4endsPKii -lanes 32 -ir-after normalise -stop-after normalise | FileCheck %s --check-prefix=ENDS
#include <cstdio>

// ROW-LABEL: define void @_Z3rowv(
// ROW-COUNT-3: call i32 @raddle_vprintf(
// ROW-NOT: call i32 @raddle_vprintf(
// ROW: ret void
__global__ void row() {
  if (threadIdx.x == 0)
    printf("row:");
  printf(" %d", threadIdx.x);
  if (threadIdx.x == 0)
    printf("\n");
}

// SIDES-LABEL: define void @_Z5sidesPKi(
// SIDES: br i1
// SIDES: call i32 @raddle_vprintf(
// SIDES: br label
// SIDES: call i32 @raddle_vprintf(
// SIDES: ret void
__global__ void sides(const int *x) {
  if (x[threadIdx.x])
    printf("same");
  else
    printf("same");
}

// SCALE-LABEL: define void @_Z5scalePffi(
// SCALE: load <32 x float>
// SCALE: fmul <32 x float>
// SCALE: store <32 x float>
__global__ void scale(float *x, float factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = x[i];
  if (value != value)
    printf("%d is no number\n", i);
  x[i] = value * factor;
}

// Lanes meet after the first branch, so that nobody prints the last statement before others have printed the second one.
// ENDS-LABEL: define void @_Z4endsPKii(
// ENDS: br i1
// ENDS: call i32 @raddle_vprintf(
// ENDS-NEXT: br label %[[JOIN:[0-9]+]]{{$}}
// ENDS: call i32 @raddle_vprintf(
// ENDS-NEXT: br label %[[JOIN]]{{$}}
// ENDS: {{^}}[[JOIN]]:
// ENDS: br i1
// ENDS: call i32 @raddle_vprintf(
// ENDS-NOT: @raddle.reconvergence
__global__ void ends(const int *x, int n) {
  if (x[threadIdx.x])
    printf("first");
  else
    printf("second");
  if (x[threadIdx.x])
    printf("third");
}
