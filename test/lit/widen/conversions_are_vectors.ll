; Numbers become integers in vectors, and saturate: clamped to borders that the number's type holds, otherwise chosen by
; comparisons with them. A small integer is cut out of a larger one.
; RUN: %kernelc -bitcode %s -kernel _Z7doublesPiPKd -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=DOUBLES
; RUN: %kernelc -bitcode %s -kernel _Z6floatsPhPKf -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=FLOATS
target triple = "x86_64-pc-linux-gnu"

; DOUBLES-LABEL: define {{.*}} @_Z7doublesPiPKd(
; DOUBLES-NOT: fptosi.sat
; DOUBLES: fcmp ogt <32 x double>
; DOUBLES: fcmp olt <32 x double>
; DOUBLES: fptosi <32 x double> %{{.*}} to <32 x i32>
;   __global__ void doubles(int *out, const double *in) { out[threadIdx.x] = (int)in[threadIdx.x]; }
define void @_Z7doublesPiPKd(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds double, ptr %1, i64 %4
  %6 = load double, ptr %5, align 8
  %7 = tail call i32 @llvm.fptosi.sat.i32.f64(double %6)
  %8 = fcmp uno double %6, 0.000000e+00
  %9 = select i1 %8, i32 -2147483648, i32 %7
  %10 = getelementptr inbounds i32, ptr %0, i64 %4
  store i32 %9, ptr %10, align 4
  ret void
}

; FLOATS-LABEL: define {{.*}} @_Z6floatsPhPKf(
; FLOATS-NOT: fptoui.sat
; FLOATS: fcmp oge <32 x float>
; FLOATS: fptoui <32 x float> %{{.*}} to <32 x i32>
; FLOATS: select <32 x i1> %{{.*}}, <32 x i32> <i32 -1,
; FLOATS: trunc <32 x i32> %{{.*}} to <32 x i8>
;   __global__ void floats(unsigned char *out, const float *in) {
;     out[threadIdx.x] = (unsigned char)in[threadIdx.x];
;   }
define void @_Z6floatsPhPKf(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds float, ptr %1, i64 %4
  %6 = load float, ptr %5, align 4
  %7 = tail call i32 @llvm.fptoui.sat.i32.f32(float %6)
  %8 = trunc i32 %7 to i8
  %9 = getelementptr inbounds i8, ptr %0, i64 %4
  store i8 %8, ptr %9, align 1
  ret void
}
declare i32 @llvm.fptosi.sat.i32.f64(double)
declare i32 @raddle.thread.0()
declare i32 @llvm.fptoui.sat.i32.f32(float)
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @_Z7doublesPiPKd, !"kernel", i32 1}
!1 = !{ptr @_Z6floatsPhPKf, !"kernel", i32 1}
