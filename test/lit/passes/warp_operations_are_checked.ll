; With -check=sync the runtime is told, on the thread engine, of a shuffle with a mask that comes from __activemask(), of one whose
; value is used under a condition only, and of a width that is not known. One that reads from a lane that the mask says is right.
; RUN: %kernelc -bitcode %s -kernel k -lanes 1 -check=sync -run-pass thread-parameter,resolve-intrinsics,check-warp-operations | FileCheck %s
; RUN: %kernelc -bitcode %s -kernel k -lanes 1 -run-pass thread-parameter,resolve-intrinsics,check-warp-operations | FileCheck %s --check-prefix=OFF --implicit-check-not=raddle_check --implicit-check-not=raddle-checks
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.activemask()
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare i32 @llvm.cttz.i32(i32, i1)

; CHECK: define {{.*}}void @k(
; OFF: define {{.*}}void @k(
define ptx_kernel void @k(ptr %p, i32 %x, i32 %clamp, i1 %c) {
  %mask = call i32 @llvm.nvvm.activemask()
; CHECK: call void @raddle_check_active_mask(ptr %thread, ptr @operation{{.*}}, i32 %{{.*}}, i32 0)
; CHECK-NEXT: call i32 @raddle_shfl_down
  %a = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 %mask, i32 %x, i32 8, i32 31)
  store volatile i32 %a, ptr %p
  %first = call i32 @llvm.cttz.i32(i32 %mask, i1 false)
; CHECK-NOT: raddle_check_
; CHECK: call i32 @raddle_shfl_idx
  %b = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %mask, i32 %x, i32 %first, i32 31)
  store volatile i32 %b, ptr %p
; CHECK: call void @raddle_check_width(ptr %thread, ptr @operation{{.*}}, i32 %clamp)
; CHECK: call void @raddle_discard_next_read(ptr %thread)
; CHECK-NEXT: call i32 @raddle_shfl_down
  %d = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %x, i32 1, i32 %clamp)
  %sum = add i32 %d, %x
  %e = select i1 %c, i32 %sum, i32 %x
  store volatile i32 %e, ptr %p
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
