// RUN: %clang_device -S -o - %s | %simplify | FileCheck %s

// CHECK-LABEL: define {{.*}} @_Z4syncPi(
// CHECK: call void @llvm.nvvm.barrier0()
// CHECK: call {{.*}}i32 @llvm.nvvm.barrier0.popc(
// CHECK: call {{.*}}i32 @llvm.nvvm.barrier0.and(
// CHECK: call {{.*}}i32 @llvm.nvvm.barrier0.or(
// CHECK: call void @llvm.nvvm.bar.warp.sync(i32 -1)
// CHECK: call void @llvm.nvvm.membar.gl()
// CHECK: call void @llvm.nvvm.membar.cta()
// CHECK: call void @llvm.nvvm.membar.sys()
// CHECK: call void @llvm.nvvm.nanosleep(i32 100)
// CHECK: call {{.*}}i64 @llvm.nvvm.read.ptx.sreg.clock64()
// CHECK: call void @llvm.trap()
__global__ void sync(int *p) {
  __syncthreads();
  p[0] = __syncthreads_count(p[1]);
  p[0] = __syncthreads_and(p[1]);
  p[0] = __syncthreads_or(p[1]);
  __syncwarp();
  __threadfence();
  __threadfence_block();
  __threadfence_system();
  __nanosleep(100);
  p[0] = clock64();
  __trap();
}
