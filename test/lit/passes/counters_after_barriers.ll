; A barrier ends what shares a counter: how many instructions warps have executed when they come to it is counted, too.
; RUN: %kernelc -bitcode %s -kernel k -lanes 32 -profile -run-pass insert-counters | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

declare void @raddle_syncthreads(ptr)

define ptx_kernel void @k(ptr %thread, ptr %a, i32 %n) {
; CHECK: entry:
; CHECK: %work = call ptr @raddle_work(ptr %thread)
; CHECK: call void @raddle_count_barrier(ptr %thread, ptr %counters, i32 -1,
; CHECK: call void @raddle_count_block(ptr %thread, ptr %counters, i32 [[FIRST:[0-9]+]], i64 0, ptr %work, i32 %{{[^,]*}}, i32 3)
; CHECK: store
; CHECK: call void @raddle_count_barrier(ptr %thread, ptr %counters, i32 [[#]], i64 0, i32 %{{.*}})
; CHECK-NEXT: call void @raddle_syncthreads(ptr %thread)
; CHECK: call void @raddle_count_block(ptr %thread, ptr %counters, i32 [[SECOND:[0-9]+]], i64 0, ptr %work, i32 %{{[^,]*}}, i32 2)
entry:
  %p = getelementptr inbounds i32, ptr %a, i32 %n
  store i32 1, ptr %p
  call void @raddle_syncthreads(ptr %thread)
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %more, label %end

; CHECK: more:
; CHECK: call void @raddle_count_block(ptr %thread, ptr %counters, i32 [[#]], i64 0, ptr %work, i32 %{{[^,]*}}, i32 2)
; CHECK: call void @raddle_syncthreads
; CHECK: call void @raddle_count_block(ptr %thread, ptr %counters, i32 [[#]], i64 0, ptr %work, i32 %{{[^,]*}}, i32 0)
more:
  store i32 2, ptr %a
  call void @raddle_syncthreads(ptr %thread)
  br label %end

; It runs whenever the entry block does, but behind barriers.
; CHECK: end:
; CHECK: call void @raddle_count_block(ptr %thread, ptr %counters, i32 [[#]], i64 0, ptr %work, i32 %{{[^,]*}}, i32 2)
end:
  store i32 3, ptr %a
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
