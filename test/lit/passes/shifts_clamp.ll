; A variable distance is compared with the width; a constant one is left alone.
; RUN: %kernelc -bitcode %s -kernel k -run-pass define-shifts | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define void @k
define void @k(ptr %out, i32 %a, i32 %n) {
; CHECK: [[FITS:%.*]] = icmp ule i32 %n, 31
; CHECK: [[LEGAL:%.*]] = select i1 [[FITS]], i32 %n, i32 0
; CHECK: [[SHIFTED:%.*]] = shl i32 %a, [[LEGAL]]
; CHECK: select i1 [[FITS]], i32 [[SHIFTED]], i32 0
  %l = shl i32 %a, %n
; CHECK: [[CLAMPED:%.*]] = call i32 @llvm.umin.i32(i32 %n, i32 31)
; CHECK: ashr i32 %a, [[CLAMPED]]
  %r = ashr i32 %a, %n
; CHECK: lshr i32 %a, 3
  %c = lshr i32 %a, 3
  %s = add i32 %l, %r
  %t = add i32 %s, %c
  store i32 %t, ptr %out
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
