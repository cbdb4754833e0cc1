// __cluster_dims__ in all its forms; what is not given is 1, and nothing at all leaves the size to the launch (0).
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z3twoPi -ir-after guard-division -stop-after guard-division | FileCheck --check-prefix TWO %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z10templateOfILi4EEvPi -ir-after guard-division -stop-after guard-division | FileCheck --check-prefix FOUR %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z6launchPi -ir-after guard-division -stop-after guard-division | FileCheck --check-prefix LAUNCH %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z5plainPi -ir-after guard-division -stop-after guard-division | FileCheck --check-prefix PLAIN %s

// TWO: "raddle-cluster-dimensions"="2,1,1"
__global__ void __cluster_dims__(2) two(int *out) { *out = 1; }

// FOUR: "raddle-cluster-dimensions"="4,1,2"
template <int kWidth> __global__ void __cluster_dims__(kWidth, 1, sizeof(short)) templateOf(int *out) { *out = 1; }
template __global__ void templateOf<4>(int *);

// LAUNCH: "raddle-cluster-dimensions"="0,1,1"
__cluster_dims__() __global__ void launch(int *out) { *out = 1; }

// PLAIN-NOT: raddle-cluster-dimensions
// PLAIN-NOT: llvm.global.annotations
__global__ void plain(int *out) { *out = 1; }
