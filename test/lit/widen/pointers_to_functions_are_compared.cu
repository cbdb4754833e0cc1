// A call through a pointer compares it with the functions of its type, once for each distinct target; the pointers
// themselves are the module's, the same in all kernels and for both engines.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z4callPKiPi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z4callPKiPi -lanes 32 -engine -o %t.so | FileCheck %s --check-prefix=ENGINE
// RUN: %kernelc -bitcode %t.bc -module -lanes 32 -ir-after simplify -stop-after simplify | FileCheck %s --check-prefix=MODULE

// ENGINE: warp engine

using Operation = int (*)(int);
__device__ int twice(int x) { return 2 * x; }
__device__ int square(int x) { return x * x; }
__device__ double other(double x) { return x; }
__device__ Operation table[] = {twice, square};
__device__ double (*unrelated)(double) = other;

// CHECK-LABEL: define void @_Z4callPKiPi(
// CHECK: each.target:
// CHECK: %[[FIRST:.*]] = call i32 @llvm.cttz.i32(
// CHECK: %target = extractelement <32 x ptr> %[[TARGETS:.*]], i32 %[[FIRST]]
// CHECK: icmp eq <32 x ptr> %[[TARGETS]],
// CHECK: icmp eq ptr %target, %{{.*}}
// CHECK: call <32 x i32> @_Z5twicei.warp(ptr %thread, i32 %[[GROUP:[^,]*]], i32
// CHECK: call <32 x i32> @_Z6squarei.warp(ptr %thread, i32 %[[GROUP]], i32
// What is none of them is called as it is: null, or a function of another module.
// CHECK: call void @raddle_select_lane(
// CHECK: call i32 %target(ptr %thread, i32
// CHECK-NOT: _Z5otherd
// MODULE-DAG: define {{.*}} @_Z5otherd(ptr {{.*}}, double
// MODULE-DAG: define {{.*}} @_Z6squarei(ptr {{.*}}, i32
__global__ void call(const int *which, int *out) { out[threadIdx.x] = table[which[threadIdx.x]](threadIdx.x); }
