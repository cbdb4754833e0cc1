// The hardware moves 32 bits a shuffle.
// RUN: %clang_device -S -o - %s | %simplify | FileCheck %s

// CHECK-LABEL: define {{.*}} @_Z2f8d(
// CHECK-COUNT-2: call {{.*}}i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %{{.*}}, i32 4, i32 31)
// CHECK-NOT: call{{.*}}llvm.nvvm.shfl
__device__ double f8(double x) { return __shfl_down_sync(0xffffffff, x, 4); }

// CHECK-LABEL: define {{.*}} @_Z2i8m(
// CHECK-COUNT-2: call {{.*}}i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %{{.*}}, i32 1, i32 31)
// CHECK-NOT: call{{.*}}llvm.nvvm.shfl
__device__ unsigned long i8(unsigned long x) { return __shfl_xor_sync(0xffffffff, x, 1); }

// CHECK-LABEL: define {{.*}} @_Z2f4f(
// CHECK: [[BITS:%.*]] = bitcast float %{{.*}} to i32
// CHECK: call {{.*}}i32 @llvm.nvvm.shfl.sync.idx.i32(i32 15, i32 [[BITS]], i32 2, i32 31)
// CHECK-NOT: call{{.*}}llvm.nvvm.shfl
__device__ float f4(float x) { return __shfl_sync(0xf, x, 2); }
