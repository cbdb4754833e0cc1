; A loop over warps ends with the first warp that has nothing to do, if then all later ones have not either: stores of undefined
; values, and notes of which warp runs, are nothing. Not where later warps may have.
; RUN: %kernelc -bitcode %s -kernel _Z4sumsPii -lanes 32 -block rows -run-pass leave-idle-loops | FileCheck %s
; RUN: %kernelc -bitcode %s -kernel _Z4evenPii -lanes 32 -block rows -run-pass leave-idle-loops | FileCheck %s --check-prefix=EVEN
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}} @_Z4sumsPii(
; CHECK: warp:
; CHECK: br i1 %is.full, label %full, label %rest
; CHECK: rest:
; CHECK-NEXT: icmp slt i32 %first, %n
; CHECK-NEXT: br i1 %{{.*}}, label %some, label %[[END:.*]]
; CHECK: [[END]]:
; CHECK-NEXT: ret void
define void @_Z4sumsPii(ptr %thread, ptr %p, i32 %n) {
  br label %warp

warp:
  %index = phi i64 [ 0, %0 ], [ %next, %latch ]
  %number = trunc i64 %index to i32
  store volatile i32 %number, ptr %thread, !raddle.running.warp !2
  %first = shl nuw i32 %number, 5
  %place = getelementptr inbounds i32, ptr %p, i64 %index
  %last = add nuw i32 %first, 31
  %is.full = icmp slt i32 %last, %n
  br i1 %is.full, label %full, label %rest

full:
  store i32 32, ptr %place
  br label %latch

rest:
  %has.some = icmp slt i32 %first, %n
  br i1 %has.some, label %some, label %latch

some:
  store i32 1, ptr %place
  br label %latch

latch:
  %kept = phi i32 [ undef, %rest ], [ 1, %some ], [ 2, %full ]
  store i32 %kept, ptr %place
  %next = add nuw nsw i64 %index, 1
  %more = icmp ult i64 %next, 8
  br i1 %more, label %warp, label %end

end:
  ret void
}

; EVEN-LABEL: define {{.*}} @_Z4evenPii(
; EVEN: br i1 %is.odd, label %latch, label %some
define void @_Z4evenPii(ptr %thread, ptr %p, i32 %n) {
  br label %warp

warp:
  %index = phi i64 [ 0, %0 ], [ %next, %latch ]
  %number = trunc i64 %index to i32
  store volatile i32 %number, ptr %thread, !raddle.running.warp !2
  %bit = and i32 %number, 1
  %is.odd = icmp ne i32 %bit, 0
  br i1 %is.odd, label %latch, label %some

some:
  %place = getelementptr inbounds i32, ptr %p, i64 %index
  store i32 1, ptr %place
  br label %latch

latch:
  %next = add nuw nsw i64 %index, 1
  %more = icmp ult i64 %next, 8
  br i1 %more, label %warp, label %end

end:
  ret void
}
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @_Z4sumsPii, !"kernel", i32 1}
!1 = !{ptr @_Z4evenPii, !"kernel", i32 1}
!2 = !{}
