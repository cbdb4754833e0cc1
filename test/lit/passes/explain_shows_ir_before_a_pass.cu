// `raddle explain` prints the IR before a pass, also where another one is left out; passes that are required cannot be.
// RUN: %raddle explain %s --before dse --without gvn | FileCheck %s
// RUN: not %raddle explain %s --passes --without gvn,widen 2>&1 | FileCheck %s --check-prefix=REQUIRED
// RUN: %raddle explain %s --before check-races | FileCheck %s --check-prefix=IDLE
// RUN: not %raddle explain %s --before dse2 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// CHECK: ; IR before dse
// CHECK: define {{.*}}@_Z1kPi
// REQUIRED: the pass 'widen' cannot be left out
// UNKNOWN: there is no pass 'dse2'; did you mean dse?
__global__ void k(int *out) { out[threadIdx.x] = threadIdx.x; }
// A pass that has nothing to do here.
// IDLE: ; IR before check-races
// IDLE: define {{.*}}@
