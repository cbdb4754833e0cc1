; With -check=race, of warp operations of the same lanes the last one is told of, if nothing is accessed in between.
; RUN: %kernelc -bitcode %s -kernel k -lanes=32 -check=race -run-pass check-races | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

declare i32 @raddle_shfl_down(ptr, i32, i32, i32, i32) convergent nounwind
declare void @raddle_syncwarp(ptr, i32) convergent nounwind

; CHECK: define {{.*}}void @k(
define ptx_kernel void @k(ptr %thread, ptr %data, i32 %some) {
; CHECK-NOT: call void @raddle_check_event
; CHECK: %a = call
  %a = call i32 @raddle_shfl_down(ptr %thread, i32 -1, i32 1, i32 16, i32 31)
; CHECK-NOT: call void @raddle_check_event
; CHECK: call void @raddle_check_event(ptr %thread, i32 %{{.*}}, i32 0, i32 -1)
; CHECK-NEXT: %b = call
; CHECK: call void @raddle_check_event(ptr %thread, i32 %{{.*}}, i32 1, i32 -1)
  %b = call i32 @raddle_shfl_down(ptr %thread, i32 -1, i32 %a, i32 8, i32 31)
  store i32 %b, ptr %data
; CHECK: call void @raddle_check_event(ptr %thread, i32 %{{.*}}, i32 0, i32 -1)
; CHECK-NEXT: call void @raddle_syncwarp(ptr %thread, i32 -1)
; CHECK: call void @raddle_check_event(ptr %thread, i32 %{{.*}}, i32 1, i32 -1)
  call void @raddle_syncwarp(ptr %thread, i32 -1)
; CHECK: call void @raddle_check_event(ptr %thread, i32 %{{.*}}, i32 0, i32 %some)
; CHECK-NEXT: call void @raddle_syncwarp(ptr %thread, i32 %some)
  call void @raddle_syncwarp(ptr %thread, i32 %some)
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
