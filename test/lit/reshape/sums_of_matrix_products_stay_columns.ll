; Steps of matrix products share what is prepared of a matrix, and sums are columns from product to product, around a loop too.
; RUN: %kernelc -bitcode %s -kernel _Z4loopPfi -lanes 32 -block rows -run-pass prepare-matrix-products | FileCheck %s
; Halves of a transposed matrix are taken as they were before.
; RUN: %kernelc -bitcode %s -kernel _Z5movedPf -lanes 32 -block rows -run-pass prepare-matrix-products | FileCheck %s --check-prefix=MOVED
; Where lanes part, they meet with fragments.
; RUN: %kernelc -bitcode %s -kernel _Z4partPf -lanes 32 -block rows -run-pass prepare-matrix-products | FileCheck %s --check-prefix=PART

; CHECK-LABEL: define {{.*}} @_Z4loopPfi(
; CHECK: [[FIRST:%.*]] = call { float, float, float, float } @raddle.matrix.transposed(float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00)
; CHECK: loop:
; CHECK-COUNT-4: phi float
; CHECK-NOT: raddle.matrix.fragment
; CHECK: call void @raddle.matrix.rows.f32.1(i32 0, i1 false, float {{.*}}, float {{.*}})
; CHECK: call void @raddle.matrix.columns.f32.1(i32 0, i1 false, float {{.*}})
; The second one has the same rows, another column, and adds to the sums of the first: they are one product.
; CHECK-NOT: raddle.matrix.rows
; CHECK-NOT: raddle.matrix.product
; CHECK: call void @raddle.matrix.columns.f32.1(i32 1, i1 false, float {{.*}})
; CHECK-NOT: raddle.matrix.transposed
; CHECK: call { float, float, float, float } @raddle.matrix.product.f32.1(i32 0, i32 0, i1 false, i32 0, i32 1, i1 false, float {{.*}})
; CHECK-NOT: raddle.matrix.fragment
; CHECK: br i1
; The structure of a step has a name, which fragments have not.
; CHECK: end:
; CHECK: call { float, float, float, float } @raddle.matrix.fragment
; CHECK: ret void

; PART-LABEL: define {{.*}} @_Z4partPf(
; PART: raddle.matrix.product
; PART: raddle.matrix.fragment
; PART: join:
; PART-NOT: raddle.matrix
; PART: ret void
; MOVED-LABEL: define {{.*}} @_Z5movedPf(
; MOVED: [[WORD:%.*]] = load i32
; MOVED-NOT: call i32 @raddle.matrix.moved
; MOVED: call void @raddle.matrix.rows.f16.1(i32 0, i1 false, i32 [[WORD]], i32 [[WORD]])
; MOVED: call void @raddle.matrix.columns.f16.1(i32 0, i1 true, i32 [[WORD]])
; MOVED: @raddle.matrix.product.f16.1(i32 0, i32 0, i1 true,
target triple = "x86_64-pc-linux-gnu"
%struct.sums = type { float, float, float, float }
define void @_Z4loopPfi(ptr %thread, ptr %out, i32 %n) {
entry:
  %x = tail call i32 @raddle.thread.0()
  %i = zext nneg i32 %x to i64
  %place = getelementptr inbounds float, ptr %out, i64 %i
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %c0 = phi float [ 0.0, %entry ], [ %d0, %loop ]
  %c1 = phi float [ 0.0, %entry ], [ %d1, %loop ]
  %c2 = phi float [ 0.0, %entry ], [ %d2, %loop ]
  %c3 = phi float [ 0.0, %entry ], [ %d3, %loop ]
  %a = load volatile float, ptr %place, align 4
  %b = load volatile float, ptr %place, align 4
  %b2 = load volatile float, ptr %place, align 4
  %first = tail call %struct.sums @raddle.matrix.step.f32.1(float %a, float %a, float %b, float %c0, float %c1, float %c2, float %c3)
  %e0 = extractvalue %struct.sums %first, 0
  %e1 = extractvalue %struct.sums %first, 1
  %e2 = extractvalue %struct.sums %first, 2
  %e3 = extractvalue %struct.sums %first, 3
  %sums = tail call %struct.sums @raddle.matrix.step.f32.1(float %a, float %a, float %b2, float %e0, float %e1, float %e2, float %e3)
  %d0 = extractvalue %struct.sums %sums, 0
  %d1 = extractvalue %struct.sums %sums, 1
  %d2 = extractvalue %struct.sums %sums, 2
  %d3 = extractvalue %struct.sums %sums, 3
  %next = add nuw nsw i32 %k, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %r0 = phi float [ %d0, %loop ]
  %r1 = phi float [ %d1, %loop ]
  %r2 = phi float [ %d2, %loop ]
  %r3 = phi float [ %d3, %loop ]
  %r01 = fadd float %r0, %r1
  %r23 = fadd float %r2, %r3
  %r = fadd float %r01, %r23
  store float %r, ptr %place, align 4
  ret void
}
define void @_Z4partPf(ptr %thread, ptr %out) {
entry:
  %x = tail call i32 @raddle.thread.0()
  %i = zext nneg i32 %x to i64
  %place = getelementptr inbounds float, ptr %out, i64 %i
  %a = load float, ptr %place, align 4
  %sums = tail call %struct.sums @raddle.matrix.step.f32.1(float %a, float %a, float %a, float %a, float %a, float %a, float %a)
  %d0 = extractvalue %struct.sums %sums, 0
  %d1 = extractvalue %struct.sums %sums, 1
  %d2 = extractvalue %struct.sums %sums, 2
  %d3 = extractvalue %struct.sums %sums, 3
  %low = icmp ult i32 %x, 5
  br i1 %low, label %side, label %join
side:
  store volatile float 0.0, ptr %place, align 4
  br label %join
join:
  %r0 = phi float [ %d0, %entry ], [ 1.0, %side ]
  %r1 = phi float [ %d1, %entry ], [ 1.0, %side ]
  %r2 = phi float [ %d2, %entry ], [ 1.0, %side ]
  %r3 = phi float [ %d3, %entry ], [ 1.0, %side ]
  %r01 = fadd float %r0, %r1
  %r23 = fadd float %r2, %r3
  %r = fadd float %r01, %r23
  store float %r, ptr %place, align 4
  ret void
}
define void @_Z5movedPf(ptr %thread, ptr %out) {
  %x = tail call i32 @raddle.thread.0()
  %i = zext nneg i32 %x to i64
  %place = getelementptr inbounds float, ptr %out, i64 %i
  %a = load i32, ptr %place, align 4
  %b = tail call i32 @raddle.matrix.moved(i32 %a)
  %sums = tail call %struct.sums @raddle.matrix.step.f16.1(i32 %a, i32 %a, i32 %b, float 0.0, float 0.0, float 0.0, float 0.0)
  %d0 = extractvalue %struct.sums %sums, 0
  store float %d0, ptr %place, align 4
  ret void
}
declare i32 @raddle.thread.0()
declare i32 @raddle.matrix.moved(i32) convergent nounwind willreturn memory(none)
declare %struct.sums @raddle.matrix.step.f16.1(i32, i32, i32, float, float, float, float) convergent nounwind willreturn memory(none)
declare %struct.sums @raddle.matrix.step.f32.1(float, float, float, float, float, float, float) convergent nounwind willreturn memory(none)
!nvvm.annotations = !{!4, !5, !6}
!4 = !{ptr @_Z4loopPfi, !"kernel", i32 1}
!5 = !{ptr @_Z4partPf, !"kernel", i32 1}
!6 = !{ptr @_Z5movedPf, !"kernel", i32 1}
