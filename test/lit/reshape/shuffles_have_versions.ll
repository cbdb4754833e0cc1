; Shuffles of the first lanes of a warp: where the last one is 31 all source lanes are constants, where it is negative no lane
; reads from another.
; RUN: %kernelc -bitcode %s -kernel _Z3sumPii -lanes 32 -block rows -run-pass version-shuffles | FileCheck %s --check-prefix=SUM
; Where lanes only add up, those beyond the last one may as well begin with zero.
; RUN: %kernelc -bitcode %s -kernel _Z5firstPii -lanes 32 -block rows -run-pass version-shuffles | FileCheck %s --check-prefix=FIRST
; RUN: %kernelc -bitcode %s -kernel _Z7greaterPii -lanes 32 -block rows -run-pass version-shuffles | FileCheck %s --check-prefix=GREATER
target triple = "nvptx64-nvidia-cuda"

declare i32 @raddle.thread.0() memory(none)
declare i32 @raddle.thread.12() memory(none)
declare i32 @raddle_shfl_down(ptr, i32, i32, i32, i32) convergent
declare i32 @raddle_shfl_bfly(ptr, i32, i32, i32, i32) convergent

; SUM-LABEL: define {{.*}} @_Z3sumPii(
; SUM: %[[SEGMENTS:.*]] = ashr i32 %last, 8
; SUM: icmp eq i32 %[[SEGMENTS]], -1
; SUM: icmp eq i32 %last, 31
; All others.
; SUM: call i32 @raddle_shfl_down(ptr %thread, i32 -1, i32 %value, i32 16, i32 %last)
; No lane reads from another, but by the rule of another kind of shuffle.
; SUM: reduce.split.none:
; SUM-NEXT: call i32 @raddle_shfl_bfly(ptr %thread, i32 -1, i32 %value, i32 8,
; SUM-NEXT: br label
; All lanes.
; SUM: reduce.split.all:
; SUM: call i32 @raddle_shfl_down(ptr %thread, i32 -1, i32 %value, i32 16, i32 31)
; SUM: call i32 @raddle_shfl_down({{.*}}, i32 4, i32 31)
; SUM: icmp sle i32 %at.4, 31
define void @_Z3sumPii(ptr %thread, ptr %values, i32 %n) {
  %index = call i32 @raddle.thread.0()
  %lane = call range(i32 0, 32) i32 @raddle.thread.12()
  %place = zext i32 %index to i64
  %address = getelementptr inbounds i32, ptr %values, i64 %place
  %value = load i32, ptr %address
  %first = and i32 %index, 992
  %left = sub i32 %n, %first
  %last = call i32 @llvm.smin.i32(i32 %left, i32 31)
  br label %reduce

reduce:
  %from.16 = call i32 @raddle_shfl_down(ptr %thread, i32 -1, i32 %value, i32 16, i32 %last)
  %at.16 = add nuw nsw i32 %lane, 16
  %has.16 = icmp sle i32 %at.16, %last
  %add.16 = select i1 %has.16, i32 %from.16, i32 0
  %sum.16 = add i32 %value, %add.16
  %other = call i32 @raddle_shfl_bfly(ptr %thread, i32 -1, i32 %sum.16, i32 8, i32 %last)
  %from.8 = call i32 @raddle_shfl_down(ptr %thread, i32 -1, i32 %other, i32 8, i32 %last)
  %at.8 = add nuw nsw i32 %lane, 8
  %has.8 = icmp sle i32 %at.8, %last
  %add.8 = select i1 %has.8, i32 %from.8, i32 0
  %sum.8 = add i32 %other, %add.8
  %from.4 = call i32 @raddle_shfl_down(ptr %thread, i32 -1, i32 %sum.8, i32 4, i32 %last)
  %at.4 = add nuw nsw i32 %lane, 4
  %has.4 = icmp sle i32 %at.4, %last
  %add.4 = select i1 %has.4, i32 %from.4, i32 0
  %sum.4 = add i32 %sum.8, %add.4
  store i32 %sum.4, ptr %address
  ret void
}

; FIRST-LABEL: define {{.*}} @_Z5firstPii(
; FIRST: icmp ult i32 %last, 32
; FIRST: %[[LANE:.*]] = call range(i32 0, 32) i32 @raddle.thread.12()
; FIRST-NEXT: %[[THERE:.*]] = icmp ule i32 %[[LANE]], %last
; FIRST-NEXT: %[[ZEROED:.*]] = select i1 %[[THERE]], i32 %value, i32 0
; FIRST: reduce.split.first:
; FIRST-NEXT: call i32 @raddle_shfl_down(ptr %thread, i32 -1, i32 %[[ZEROED]], i32 16, i32 31)
; FIRST: %[[LAST:.*]] = add i32 {{.*}}%own.4.first
; FIRST-NEXT: select i1 %[[THERE]], i32 %[[LAST]], i32 %value
define void @_Z5firstPii(ptr %thread, ptr %values, i32 %n) {
  %index = call i32 @raddle.thread.0()
  %lane = call range(i32 0, 32) i32 @raddle.thread.12()
  %place = zext i32 %index to i64
  %address = getelementptr inbounds i32, ptr %values, i64 %place
  %value = load i32, ptr %address
  %first = and i32 %index, 992
  %left = sub i32 %n, %first
  %last = call i32 @llvm.smin.i32(i32 %left, i32 31)
  br label %reduce

reduce:
  %from.16 = call i32 @raddle_shfl_down(ptr %thread, i32 -1, i32 %value, i32 16, i32 %last)
  %at.16 = add nuw nsw i32 %lane, 16
  %has.16 = icmp sle i32 %at.16, %last
  %own.16 = select i1 %has.16, i32 %value, i32 0
  %sum.16 = add i32 %from.16, %own.16
  %from.8 = call i32 @raddle_shfl_down(ptr %thread, i32 -1, i32 %sum.16, i32 8, i32 %last)
  %at.8 = add nuw nsw i32 %lane, 8
  %has.8 = icmp sle i32 %at.8, %last
  %own.8 = select i1 %has.8, i32 %sum.16, i32 0
  %sum.8 = add i32 %from.8, %own.8
  %from.4 = call i32 @raddle_shfl_down(ptr %thread, i32 -1, i32 %sum.8, i32 4, i32 %last)
  %at.4 = add nuw nsw i32 %lane, 4
  %has.4 = icmp sle i32 %at.4, %last
  %own.4 = select i1 %has.4, i32 %sum.8, i32 0
  %sum.4 = add i32 %from.4, %own.4
  store i32 %sum.4, ptr %address
  ret void
}

; The additions are those of other lanes than the shuffles have.
; GREATER-LABEL: define {{.*}} @_Z7greaterPii(
; GREATER-NOT: .first
; GREATER: ret void
define void @_Z7greaterPii(ptr %thread, ptr %values, i32 %n) {
  %index = call i32 @raddle.thread.0()
  %lane = call range(i32 0, 32) i32 @raddle.thread.12()
  %place = zext i32 %index to i64
  %address = getelementptr inbounds i32, ptr %values, i64 %place
  %value = load i32, ptr %address
  %first = and i32 %index, 992
  %left = sub i32 %n, %first
  %last = call i32 @llvm.smin.i32(i32 %left, i32 31)
  br label %reduce

reduce:
  %from.16 = call i32 @raddle_shfl_down(ptr %thread, i32 -1, i32 %value, i32 16, i32 %last)
  %at.16 = add nuw nsw i32 %lane, 16
  %has.16 = icmp slt i32 %at.16, %last
  %own.16 = select i1 %has.16, i32 %value, i32 0
  %sum.16 = add i32 %from.16, %own.16
  %from.8 = call i32 @raddle_shfl_down(ptr %thread, i32 -1, i32 %sum.16, i32 8, i32 %last)
  %at.8 = add nuw nsw i32 %lane, 8
  %has.8 = icmp slt i32 %at.8, %last
  %own.8 = select i1 %has.8, i32 %sum.16, i32 0
  %sum.8 = add i32 %from.8, %own.8
  %from.4 = call i32 @raddle_shfl_down(ptr %thread, i32 -1, i32 %sum.8, i32 4, i32 %last)
  %at.4 = add nuw nsw i32 %lane, 4
  %has.4 = icmp slt i32 %at.4, %last
  %own.4 = select i1 %has.4, i32 %sum.8, i32 0
  %sum.4 = add i32 %from.4, %own.4
  store i32 %sum.4, ptr %address
  ret void
}

declare i32 @llvm.smin.i32(i32, i32)
!nvvm.annotations = !{!0, !1, !2}
!1 = !{ptr @_Z5firstPii, !"kernel", i32 1}
!2 = !{ptr @_Z7greaterPii, !"kernel", i32 1}
!0 = !{ptr @_Z3sumPii, !"kernel", i32 1}
