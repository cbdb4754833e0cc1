; float to int has the GPU's result for every input.
; RUN: %kernelc -bitcode %s -kernel k -ir-after define-conversions -stop-after define-conversions | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

define void @k(ptr %out, float %f, double %d) {
; CHECK: call i32 @llvm.fptosi.sat.i32.f32(float %f)
; CHECK-NOT: fcmp
  %a = fptosi float %f to i32
; CHECK: call i32 @llvm.fptosi.sat.i32.f64(double %d)
; CHECK: fcmp uno double %d, %d
; CHECK: select i1 {{.*}}, i32 -2147483648
  %b = fptosi double %d to i32
; CHECK: [[WHOLE:%.*]] = call i32 @llvm.fptoui.sat.i32.f64(double %d)
; CHECK-NOT: fcmp
; CHECK: trunc i32 [[WHOLE]] to i8
  %byte = fptoui double %d to i8
  %c = zext i8 %byte to i32
; clang calls the function itself, so that a constant is no poison; the kernel compiler reads that as a cast.
; CHECK: [[THREE_HUNDRED:%.*]] = call i32 @llvm.fptoui.sat.i32.f32(float 3.000000e+02)
; CHECK: trunc i32 [[THREE_HUNDRED]] to i8
  %constant = call i8 @llvm.fptoui.sat.i8.f32(float 300.0)
  %e = zext i8 %constant to i32
  %ab = add i32 %a, %b
  %ce = add i32 %c, %e
  %s = add i32 %ab, %ce
  store i32 %s, ptr %out
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
