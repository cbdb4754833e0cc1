// What is called through a pointer is looked up first, with one lane before each call, with 32 where no function of the program
// has that address.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z4callPFiiEPi -lanes 1 -ir-after check-targets -stop-after check-targets | FileCheck %s --check-prefix=THREAD
// RUN: %kernelc -bitcode %t.bc -kernel _Z4callPFiiEPi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=WARP

__device__ __noinline__ int next(int x) { return x + 1; }
__device__ int (*known)(int) = next;

// THREAD-LABEL: define {{.*}}@_Z4callPFiiEPi
// THREAD: call void @raddle_check_target(ptr %thread, ptr [[TARGET:%[0-9]+]])
// THREAD-NEXT: call {{.*}}i32 [[TARGET]](
// WARP-LABEL: define {{.*}}@_Z4callPFiiEPi
// WARP: target._Z4nexti:
// WARP-NOT: raddle_check_target
// WARP: other.target:
// WARP: call void @raddle_check_target(ptr %thread, ptr [[TARGET:%[0-9]+]])
// WARP-NEXT: call {{.*}}i32 [[TARGET]](
__global__ void call(int (*function)(int), int *out) { out[threadIdx.x] = function(threadIdx.x); }
