; Steps of matrix products share what is prepared of a matrix, and sums are columns from product to product, around a loop too.
; RUN: %kernelc -bitcode %s -kernel _Z4loopPfi -lanes 32 -block rows -run-pass prepare-matrix-products | FileCheck %s
; Where lanes part, they meet with fragments.
; RUN: %kernelc -bitcode %s -kernel _Z4partPf -lanes 32 -block rows -run-pass prepare-matrix-products | FileCheck %s --check-prefix=PART

; CHECK-LABEL: define {{.*}} @_Z4loopPfi(
; CHECK: [[FIRST:%.*]] = call { float, float, float, float } @raddle.matrix.transposed(float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00)
; CHECK: loop:
; CHECK-COUNT-4: phi float
; CHECK-NOT: raddle.matrix.fragment
; CHECK: call void @raddle.matrix.rows.1(i32 0, float {{.*}}, float {{.*}})
; CHECK: call void @raddle.matrix.columns.1(i32 3, float {{.*}})
; CHECK: call { float, float, float, float } @raddle.matrix.product.1(i32 0, i32 3, float {{.*}})
; The second one has the same rows, and another column.
; CHECK-NOT: raddle.matrix.rows
; CHECK: call void @raddle.matrix.columns.1(i32 3, float {{.*}})
; CHECK-NOT: raddle.matrix.transposed
; CHECK: call { float, float, float, float } @raddle.matrix.product.1(i32 0, i32 3, float {{.*}})
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
  %first = tail call %struct.sums @raddle.matrix.step.1(float %a, float %a, float %b, float %c0, float %c1, float %c2, float %c3)
  %e0 = extractvalue %struct.sums %first, 0
  %e1 = extractvalue %struct.sums %first, 1
  %e2 = extractvalue %struct.sums %first, 2
  %e3 = extractvalue %struct.sums %first, 3
  %sums = tail call %struct.sums @raddle.matrix.step.1(float %a, float %a, float %b2, float %e0, float %e1, float %e2, float %e3)
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
  %sums = tail call %struct.sums @raddle.matrix.step.1(float %a, float %a, float %a, float %a, float %a, float %a, float %a)
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
declare i32 @raddle.thread.0()
declare %struct.sums @raddle.matrix.step.1(float, float, float, float, float, float, float) convergent nounwind willreturn memory(none)
!nvvm.annotations = !{!4, !5}
!4 = !{ptr @_Z4loopPfi, !"kernel", i32 1}
!5 = !{ptr @_Z4partPf, !"kernel", i32 1}
