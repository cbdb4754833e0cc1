; Warps of which no lane has t < n would store sums of undefined values only, and go on at the barrier. Not where they store
; something else.
; RUN: %kernelc -bitcode %s -kernel _Z4sumsPii -lanes 32 -block rows -run-pass separate-idle-warps | FileCheck %s
; RUN: %kernelc -bitcode %s -kernel _Z6countsPii -lanes 32 -block rows -run-pass separate-idle-warps | FileCheck %s --check-prefix=COUNTS
target triple = "nvptx64-nvidia-cuda"

declare i32 @raddle.thread.0() memory(none)
declare i32 @raddle.thread.12() memory(none)
declare i32 @raddle_shfl_down(ptr, i32, i32, i32, i32) convergent
declare void @raddle_syncthreads(ptr) convergent

; CHECK-LABEL: define {{.*}} @_Z4sumsPii(
; CHECK: %some = icmp slt i32 %t, %n
; CHECK-NEXT: %[[NONE:.*]] = xor i1 %some, true
; CHECK-NEXT: %[[IDLE:.*]] = call i1 @raddle.full.warp(i1 %[[NONE]])
; CHECK-NEXT: br i1 %[[IDLE]], label %join.idle, label %[[BUSY:.*]]
; CHECK: [[BUSY]]:
; CHECK-NEXT: br i1 %some, label %element, label %join
; CHECK: store i32 %sum, ptr %place
; CHECK: join.idle:
; CHECK-NEXT: br label %[[BARRIER:.*]]
; CHECK: [[BARRIER]]:
; CHECK-NEXT: phi i32 [ undef, %join.idle ], [ %sum, %after{{.*}} ]
; CHECK-NEXT: call void @raddle_syncthreads(
define void @_Z4sumsPii(ptr %thread, ptr %p, i32 %n) {
  %t = call range(i32 0, 1024) i32 @raddle.thread.0()
  %lane = call range(i32 0, 32) i32 @raddle.thread.12()
  %some = icmp slt i32 %t, %n
  br i1 %some, label %element, label %join

element:
  %distance = zext i32 %t to i64
  %address = getelementptr inbounds i32, ptr %p, i64 %distance
  %x = load i32, ptr %address
  br label %join

join:
  %own = phi i32 [ undef, %0 ], [ %x, %element ]
  %other = call i32 @raddle_shfl_down(ptr %thread, i32 -1, i32 %own, i32 16, i32 31)
  %is.low = icmp ult i32 %lane, 16
  %part = select i1 %is.low, i32 %own, i32 0
  %sum = add i32 %other, %part
  %is.first = icmp eq i32 %lane, 0
  br i1 %is.first, label %first, label %after

first:
  %warp = lshr i32 %t, 5
  %number = zext i32 %warp to i64
  %place = getelementptr inbounds i32, ptr %p, i64 %number
  store i32 %sum, ptr %place
  br label %after

after:
  call void @raddle_syncthreads(ptr %thread)
  %is.leader = icmp eq i32 %t, 0
  br i1 %is.leader, label %leader, label %end

leader:
  store i32 %sum, ptr %p
  br label %end

end:
  ret void
}

; COUNTS-LABEL: define {{.*}} @_Z6countsPii(
; COUNTS-NOT: raddle.full.warp
; COUNTS: ret void
define void @_Z6countsPii(ptr %thread, ptr %p, i32 %n) {
  %t = call range(i32 0, 1024) i32 @raddle.thread.0()
  %some = icmp slt i32 %t, %n
  br i1 %some, label %element, label %join

element:
  %distance = zext i32 %t to i64
  %address = getelementptr inbounds i32, ptr %p, i64 %distance
  %x = load i32, ptr %address
  br label %join

join:
  %own = phi i32 [ undef, %0 ], [ %x, %element ]
  %count = phi i32 [ 0, %0 ], [ 1, %element ]
  %bits = and i32 %own, 1
  %place = getelementptr inbounds i32, ptr %p, i32 %t
  store i32 %bits, ptr %place
  call void @raddle_syncthreads(ptr %thread)
  ret void
}
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @_Z4sumsPii, !"kernel", i32 1}
!1 = !{ptr @_Z6countsPii, !"kernel", i32 1}
