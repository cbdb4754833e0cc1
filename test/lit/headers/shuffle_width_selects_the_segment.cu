// Operand c of the instruction: (32 - width) << 8 keeps lanes within their segment; the low bits clamp, at 31
// except for up, whose edge is lane 0.
// RUN: %clang_device -S -o - %s | %simplify | FileCheck %s

// CHECK-LABEL: define {{.*}} @_Z5widthi(
// CHECK: call {{.*}}i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %{{.*}}, i32 3, i32 4127)
// CHECK: call {{.*}}i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %{{.*}}, i32 1, i32 6144)
// CHECK: call {{.*}}i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %{{.*}}, i32 1, i32 7199)
// CHECK: call {{.*}}i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %{{.*}}, i32 1, i32 7711)
__device__ int width(int x) {
  x = __shfl_sync(~0u, x, 3, 16);
  x = __shfl_up_sync(~0u, x, 1, 8);
  x = __shfl_down_sync(~0u, x, 1, 4);
  return __shfl_xor_sync(~0u, x, 1, 2);
}
