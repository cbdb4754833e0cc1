; Shuffled 64-bit values that LLVM has added half by half are put together first, and the next shuffle takes both halves from one
; value again.
; RUN: %kernelc -bitcode %s -kernel _Z3sumPy -lanes 32 -block rows -run-pass pair-halves | FileCheck %s --check-prefix=SUM
; RUN: %kernelc -bitcode %s -kernel _Z5mixedPy -lanes 32 -block rows -run-pass pair-halves | FileCheck %s --check-prefix=MIXED
target triple = "nvptx64-nvidia-cuda"

declare i32 @raddle.thread.0() memory(none)
declare i32 @raddle_shfl_down(ptr, i32, i32, i32, i32) convergent

; SUM-LABEL: define {{.*}} @_Z3sumPy(
; SUM: %whole = or i64 %upper.place, %lower.wide
; SUM: %second = add i64 %value, %whole
; SUM: %next.lower = trunc i64 %second to i32
; SUM: %next.shift = lshr i64 %second, 32
define void @_Z3sumPy(ptr %thread, ptr %values) {
  %index = call i32 @raddle.thread.0()
  %place = zext i32 %index to i64
  %address = getelementptr inbounds i64, ptr %values, i64 %place
  %value = load i64, ptr %address
  %low = trunc i64 %value to i32
  %shift = lshr i64 %value, 32
  %high = trunc i64 %shift to i32
  %lower = call i32 @raddle_shfl_down(ptr %thread, i32 -1, i32 %low, i32 16, i32 31)
  %upper = call i32 @raddle_shfl_down(ptr %thread, i32 -1, i32 %high, i32 16, i32 31)
  %upper.wide = zext i32 %upper to i64
  %upper.place = shl i64 %upper.wide, 32
  %lower.wide = zext i32 %lower to i64
  %first = add i64 %value, %lower.wide
  %second = add i64 %first, %upper.place
  %next.lower = trunc i64 %first to i32
  %next.shift = lshr i64 %second, 32
  %next.upper = trunc i64 %next.shift to i32
  %a = call i32 @raddle_shfl_down(ptr %thread, i32 -1, i32 %next.lower, i32 8, i32 31)
  %b = call i32 @raddle_shfl_down(ptr %thread, i32 -1, i32 %next.upper, i32 8, i32 31)
  %sum = add i32 %a, %b
  store i32 %sum, ptr %address
  ret void
}

; Halves from different lanes are no halves of one value.
; MIXED-LABEL: define {{.*}} @_Z5mixedPy(
; MIXED-NOT: or i64
; MIXED: %second = add i64 %first, %upper.place
define void @_Z5mixedPy(ptr %thread, ptr %values) {
  %index = call i32 @raddle.thread.0()
  %place = zext i32 %index to i64
  %address = getelementptr inbounds i64, ptr %values, i64 %place
  %value = load i64, ptr %address
  %low = trunc i64 %value to i32
  %lower = call i32 @raddle_shfl_down(ptr %thread, i32 -1, i32 %low, i32 16, i32 31)
  %upper = call i32 @raddle_shfl_down(ptr %thread, i32 -1, i32 %low, i32 8, i32 31)
  %upper.wide = zext i32 %upper to i64
  %upper.place = shl i64 %upper.wide, 32
  %lower.wide = zext i32 %lower to i64
  %first = add i64 %value, %lower.wide
  %second = add i64 %first, %upper.place
  store i64 %second, ptr %address
  ret void
}
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @_Z3sumPy, !"kernel", i32 1}
!1 = !{ptr @_Z5mixedPy, !"kernel", i32 1}
