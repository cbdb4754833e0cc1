// Under a high limit, a loop that only computes asks after every second iteration which lanes have left it, and looks at
// what they take along only where some have.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z6escapePfif -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=ESCAPE

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
