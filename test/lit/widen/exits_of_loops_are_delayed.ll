; Under a high limit, a loop that only computes asks after every second iteration which lanes have left it, and looks at
; what they take along only where some have.
; RUN: %kernelc -bitcode %s -kernel _Z6escapePfif -lanes 32 -block rows -run-pass delay-exits,widen | FileCheck %s --check-prefix=ESCAPE
target triple = "x86_64-pc-linux-gnu"

; ESCAPE-LABEL: define {{.*}} @_Z6escapePfif(
; ESCAPE: icmp ult i32 %{{.*}}, 32
; ESCAPE: [[GROUP:.*\.group]]:
; ESCAPE: fcmp olt <32 x float>
; ESCAPE-NOT: br
; ESCAPE: fcmp olt <32 x float>
; ESCAPE: %[[STAY:.*]] = and <32 x i1>
; ESCAPE: br i1 %{{.*}}, label %[[GROUP]].some.leave, label %[[NEXT:.*]]
; ESCAPE: [[GROUP]].some.leave:
; ESCAPE: select <32 x i1>
;   __global__ void escape(float *values, int most, float c) {
;     float x = values[threadIdx.x], y = 0;
;     int step = 0;
;     while (step < most && x * x + y * y < 4) {
;       float t = x * x - y * y + c;
;       y = 2 * x * y + c;
;       x = t;
;       ++step;
;     }
;     values[threadIdx.x] = step;
;   }
define void @_Z6escapePfif(ptr %thread, ptr %0, i32 %1, float %2) {
  %4 = tail call i32 @raddle.thread.0()
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds float, ptr %0, i64 %5
  %7 = icmp sgt i32 %1, 0
  br i1 %7, label %.lr.ph.preheader, label %.critedge
.lr.ph.preheader:
  %8 = load float, ptr %6, align 4
  br label %.lr.ph
.lr.ph:
  %.05 = phi i32 [ %18, %12 ], [ 0, %.lr.ph.preheader ]
  %.014 = phi float [ %17, %12 ], [ 0.000000e+00, %.lr.ph.preheader ]
  %.023 = phi float [ %15, %12 ], [ %8, %.lr.ph.preheader ]
  %9 = fmul float %.014, %.014
  %10 = call float @llvm.fma.f32(float %.023, float %.023, float %9)
  %11 = fcmp olt float %10, 4.000000e+00
  br i1 %11, label %12, label %.critedge.loopexit
12:
  %13 = fneg float %9
  %14 = call float @llvm.fma.f32(float %.023, float %.023, float %13)
  %15 = fadd float %14, %2
  %16 = fmul float %.023, 2.000000e+00
  %17 = call float @llvm.fma.f32(float %16, float %.014, float %2)
  %18 = add nuw nsw i32 %.05, 1
  %exitcond.not = icmp eq i32 %18, %1
  br i1 %exitcond.not, label %.critedge.loopexit, label %.lr.ph
.critedge.loopexit:
  %.0.lcssa.ph = phi i32 [ %.05, %.lr.ph ], [ %1, %12 ]
  %19 = uitofp nneg i32 %.0.lcssa.ph to float
  br label %.critedge
.critedge:
  %.0.lcssa = phi float [ 0.000000e+00, %3 ], [ %19, %.critedge.loopexit ]
  store float %.0.lcssa, ptr %6, align 4
  ret void
}
declare i32 @raddle.thread.0()
declare float @llvm.fma.f32(float, float, float)
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z6escapePfif, !"kernel", i32 1}
