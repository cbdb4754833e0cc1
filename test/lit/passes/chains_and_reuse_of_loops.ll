; For the model of a GPU's time, the profiler's table says what a warp waits for: the longest chain of each block. Iterations of the first
; loop load independently, so their chains overlap, and its counter and addresses are steps; of a row of floats, 7 of 8 loads find
; their sector in L1. In the second loop each load needs the one before.
; RUN: %kernelc -bitcode %s -kernel k -lanes 32 -profile -run-pass insert-counters | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK: @raddle.counters.text = private constant
; CHECK-SAME: \22reused\22:88
; CHECK-SAME: \22reused\22:0
; CHECK-SAME: \22chain\22:{\22fp32\22:1},\22counter\22:[[#]],\22fused\22:{},{{[^}]*}}\22overlapped\22:{\22fp32\22:1,\22integer\22:1,\22load.global\22:1},\22steps\22:{\22control\22:1,\22integer\22:3}
; CHECK-SAME: \22chain\22:{\22integer\22:1,\22load.global\22:1},\22counter\22:[[#]],\22fused\22:{},{{[^}]*}}\22overlapped\22:{},\22steps\22:{}
define ptx_kernel void @k(ptr %thread, ptr %a, ptr %list, i64 %n) {
entry:
  br label %sum

sum:
  %i = phi i64 [ 0, %entry ], [ %next.i, %sum ]
  %total = phi float [ 0.0, %entry ], [ %next.total, %sum ]
  %p = getelementptr inbounds float, ptr %a, i64 %i
  %x = load float, ptr %p
  %next.total = fadd float %total, %x
  %next.i = add i64 %i, 1
  %more = icmp slt i64 %next.i, %n
  br i1 %more, label %sum, label %follow

follow:
  %j = phi i64 [ 0, %sum ], [ %next.j, %follow ]
  %at = phi i64 [ 0, %sum ], [ %link, %follow ]
  %q = getelementptr inbounds i64, ptr %list, i64 %at
  %link = load i64, ptr %q
  %next.j = add i64 %j, 1
  %on = icmp slt i64 %next.j, %n
  br i1 %on, label %follow, label %end

end:
  store float %next.total, ptr %a
  store i64 %link, ptr %list
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
