; With RADDLE_LENIENT=1 a lane that its mask does not name is told of and gets one of its own; without it nothing changes.
; RUN: env RADDLE_LENIENT=1 %kernelc -bitcode %s -kernel votes -run-pass thread-parameter,resolve-intrinsics,name-callers-in-masks | FileCheck %s
; RUN: %kernelc -bitcode %s -kernel votes -run-pass thread-parameter,resolve-intrinsics,name-callers-in-masks | FileCheck %s --check-prefix=STRICT
target triple = "nvptx64-nvidia-cuda"
declare i1 @llvm.nvvm.vote.any.sync(i32, i1)

; The full mask names everybody.
; CHECK: define {{.*}}@votes(
; CHECK: call i32 @raddle_vote_any(ptr {{.*}}%thread, i32 -1
; CHECK: %own = shl i32 1
; CHECK: %outside = icmp eq
; CHECK: [[MASK:%.*]] = select i1 %outside, i32 %own, i32 %mask
; CHECK: br i1 %outside
; CHECK: call void @raddle_caller_outside_mask(ptr %thread, ptr {{.*}}, i32 %mask)
; CHECK: call i32 @raddle_vote_any(ptr {{.*}}%thread, i32 [[MASK]]
; STRICT-NOT: raddle_caller_outside_mask
define void @votes(ptr %out, i32 %mask, i1 %predicate) {
  %a = call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %predicate)
  %b = call i1 @llvm.nvvm.vote.any.sync(i32 %mask, i1 %predicate)
  %both = and i1 %a, %b
  store i1 %both, ptr %out
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @votes, !"kernel", i32 1}
