// Under a high limit, a loop that only computes asks after every second iteration which lanes have left it, and looks at
// what they take along only where some have.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z6escapePfif -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=ESCAPE
// RUN: %kernelc -bitcode %t.bc -kernel _Z5rootsPfif -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=OTHERS
// RUN: %kernelc -bitcode %t.bc -kernel _Z4readPfif -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=OTHERS
// RUN: %kernelc -bitcode %t.bc -kernel _Z3fewPfif -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=OTHERS

// ESCAPE-LABEL: define {{.*}} @_Z6escapePfif(
// ESCAPE: icmp ult i32 %{{.*}}, 32
// ESCAPE: [[GROUP:.*\.group]]:
// ESCAPE: fcmp olt <32 x float>
// ESCAPE-NOT: br
// ESCAPE: fcmp olt <32 x float>
// ESCAPE: %[[STAY:.*]] = and <32 x i1>
// ESCAPE: br i1 %{{.*}}, label %[[GROUP]].some.leave, label %[[NEXT:.*]]
// ESCAPE: [[GROUP]].some.leave:
// ESCAPE: select <32 x i1>
__global__ void escape(float *values, int most, float c) {
  float x = values[threadIdx.x], y = 0;
  int step = 0;
  while (step < most && x * x + y * y < 4) {
    float t = x * x - y * y + c;
    y = 2 * x * y + c;
    x = t;
    ++step;
  }
  values[threadIdx.x] = step;
}

// Divisions take too long to do them for nobody, and memory may not be there.
// OTHERS-NOT: .group:
__global__ void roots(float *values, int most, float c) {
  float a = values[threadIdx.x], x = a;
  int step = 0;
  while (step < most && x * x - a > c) {
    x = 0.5f * (x + a / x);
    ++step;
  }
  values[threadIdx.x] = step;
}
__global__ void read(float *values, int most, float c) {
  int at = threadIdx.x, step = 0;
  while (step < most && values[at] < c) {
    at = 3 * at + 1;
    ++step;
  }
  values[threadIdx.x] = step;
}
// So few iterations are not worth a second loop.
__global__ void few(float *values, int most, float c) {
  float x = values[threadIdx.x], y = 0;
  int step = 0;
#pragma unroll 1
  while (step < 20 && x * x + y * y < 4) {
    float t = x * x - y * y + c;
    y = 2 * x * y + c;
    x = t;
    ++step;
  }
  values[threadIdx.x] = step;
}
