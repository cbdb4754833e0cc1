; What the sides of a branch compute alike is computed after it and comes from no phi, so that lanes that have neighbouring
; elements on either side have them there, too.
; RUN: %kernelc -bitcode %s -kernel _Z5threePfS_S_i -lanes 32 -run-pass rematerialise-at-joins | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; Two sides have it from the same place.
; CHECK-LABEL: define {{.*}} @_Z5threePfS_S_i(
; CHECK-NOT: phi i64
; CHECK: phi float [ {{%.*}}, {{%.*}} ], [ {{%.*}}, {{%.*}} ], [ {{%.*}}, {{%.*}} ]
; CHECK-NEXT: [[PLACE:%.*]] = sext i32 %i to i64
; CHECK-NEXT: getelementptr inbounds float, ptr %out, i64 [[PLACE]]
define void @_Z5threePfS_S_i(ptr %thread, ptr %out, ptr %in, ptr %other, i32 %width) {
entry:
  %i = load i32, ptr %thread
  %inside = icmp slt i32 %i, %width
  br i1 %inside, label %compare, label %outside

compare:
  %limit = load volatile float, ptr %other
  %place = sext i32 %i to i64
  %in.address = getelementptr inbounds float, ptr %in, i64 %place
  %element = load float, ptr %in.address
  %above = fcmp ogt float %element, %limit
  br i1 %above, label %one, label %two

one:
  %other.address = getelementptr inbounds float, ptr %other, i64 %place
  %other.element = load float, ptr %other.address
  br label %end

two:
  %twice = fmul float %element, 2.0
  br label %end

outside:
  %same.place = sext i32 %i to i64
  %outside.address = getelementptr float, ptr %in, i64 %same.place
  %outside.element = load float, ptr %outside.address
  br label %end

end:
  %where = phi i64 [ %place, %one ], [ %place, %two ], [ %same.place, %outside ]
  %result = phi float [ %other.element, %one ], [ %twice, %two ], [ %outside.element, %outside ]
  %out.address = getelementptr inbounds float, ptr %out, i64 %where
  store float %result, ptr %out.address
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z5threePfS_S_i, !"kernel", i32 1}
