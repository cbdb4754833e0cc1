; A variable divisor is compared with zero, and with -1 when signed; a constant one is left alone.
; RUN: %kernelc -bitcode %s -kernel k -run-pass guard-division | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define void @k
define void @k(ptr %out, i32 %a, i32 %b) {
; CHECK: icmp eq i32 %b, 0
; CHECK: call void @__raddle_division_by_zero()
; CHECK: icmp eq i32 %b, -1
; CHECK: [[SAFE:%.*]] = select i1 {{.*}}, i32 1, i32 %b
; CHECK: sdiv i32 %a, [[SAFE]]
; CHECK: phi i32 [ -1, {{.*}} ], [ {{.*}} ]
  %q = sdiv i32 %a, %b
; CHECK: udiv i32 %a, 10
; CHECK-NOT: __raddle_division_by_zero
; CHECK: ret void
  %u = udiv i32 %a, 10
  %s = add i32 %q, %u
  store i32 %s, ptr %out
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
