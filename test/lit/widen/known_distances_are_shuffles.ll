; Lanes at known distances are served by vectors as they lie in memory, and fixed shuffles.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z8reversedPfPKfi -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=REVERSED
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z6fieldsP6float4 -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=FIELDS
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z4rowsPfPKfi -lanes 32 -block rows-of-16 -run-pass widen | FileCheck %s --check-prefix=ROWS
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z8oneFieldPjPK5uint4 -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=FIELD
target triple = "x86_64-pc-linux-gnu"

; REVERSED-LABEL: define {{.*}} @_Z8reversedPfPKfi(
; REVERSED-NOT: @llvm.masked
; REVERSED: shufflevector {{.*}} <i32 {{[0-9]+}}, i32 {{[0-9]+}}
; REVERSED: store <32 x float>
; REVERSED: ret void
;   __global__ void reversed(float *out, const float *in, int last) {
;     out[threadIdx.x] = in[last - static_cast<int>(threadIdx.x)];
;   }
define void @_Z8reversedPfPKfi(ptr %thread, ptr %0, ptr %1, i32 %2) {
  %4 = tail call i32 @raddle.thread.0()
  %5 = sub nsw i32 %2, %4
  %6 = sext i32 %5 to i64
  %7 = getelementptr inbounds float, ptr %1, i64 %6
  %8 = load float, ptr %7, align 4
  %9 = zext nneg i32 %4 to i64
  %10 = getelementptr inbounds float, ptr %0, i64 %9
  store float %8, ptr %10, align 4
  ret void
}

; Four fields, each of 32 elements: loaded once and stored once.
; FIELDS-LABEL: define {{.*}} @_Z6fieldsP6float4(
; FIELDS-NOT: @llvm.masked
; FIELDS: load <[[N:[0-9]+]] x float>
; FIELDS-COUNT-4: fadd <32 x float>
; FIELDS: store <[[N]] x float>
; FIELDS-NOT: @llvm.masked
; FIELDS: ret void
;   __global__ void fields(float4 *quads) {
;     float4 q = quads[threadIdx.x];
;     quads[threadIdx.x] = make_float4(q.x + 1, q.y + 2, q.z + 3, q.w + 4);
;   }
%struct.float4 = type { float, float, float, float }
define void @_Z6fieldsP6float4(ptr %thread, ptr %0) {
  %2 = tail call i32 @raddle.thread.0()
  %3 = zext nneg i32 %2 to i64
  %4 = getelementptr inbounds %struct.float4, ptr %0, i64 %3
  %.sroa.01.0.copyload = load float, ptr %4, align 16
  %.sroa.42.0..sroa_idx = getelementptr inbounds i8, ptr %4, i64 4
  %.sroa.42.0.copyload = load float, ptr %.sroa.42.0..sroa_idx, align 4
  %.sroa.53.0..sroa_idx = getelementptr inbounds i8, ptr %4, i64 8
  %.sroa.53.0.copyload = load float, ptr %.sroa.53.0..sroa_idx, align 8
  %.sroa.64.0..sroa_idx = getelementptr inbounds i8, ptr %4, i64 12
  %.sroa.64.0.copyload = load float, ptr %.sroa.64.0..sroa_idx, align 4
  %5 = fadd float %.sroa.01.0.copyload, 1.000000e+00
  %6 = fadd float %.sroa.42.0.copyload, 2.000000e+00
  %7 = fadd float %.sroa.53.0.copyload, 3.000000e+00
  %8 = fadd float %.sroa.64.0.copyload, 4.000000e+00
  store float %5, ptr %4, align 16
  store float %6, ptr %.sroa.42.0..sroa_idx, align 4
  store float %7, ptr %.sroa.53.0..sroa_idx, align 8
  store float %8, ptr %.sroa.64.0..sroa_idx, align 4
  ret void
}

; A warp is two rows of 16: two accesses of 16 lanes; in[y] is two scalars.
; ROWS-LABEL: define {{.*}} @_Z4rowsPfPKfi(
; ROWS-NOT: @llvm.masked
; ROWS-DAG: load <16 x float>
; ROWS-DAG: load <2 x float>
; ROWS: store <16 x float>
; ROWS: ret void
;   __global__ void rows(float *out, const float *in, int width) {
;     int x = threadIdx.x, y = threadIdx.y;
;     out[y * width + x] = in[y * width + x] + in[y];
;   }
define void @_Z4rowsPfPKfi(ptr %thread, ptr %0, ptr %1, i32 %2) {
  %4 = tail call i32 @raddle.thread.0()
  %5 = tail call i32 @raddle.thread.4()
  %6 = mul nsw i32 %5, %2
  %7 = add nsw i32 %6, %4
  %8 = sext i32 %7 to i64
  %9 = getelementptr inbounds float, ptr %1, i64 %8
  %10 = load float, ptr %9, align 4
  %11 = zext nneg i32 %5 to i64
  %12 = getelementptr inbounds float, ptr %1, i64 %11
  %13 = load float, ptr %12, align 4
  %14 = fadd float %10, %13
  %15 = getelementptr inbounds float, ptr %0, i64 %8
  store float %14, ptr %15, align 4
  ret void
}

; Nothing after the last lane's element is read, so the last vector begins between two elements: it is not as aligned
; as they are.
; FIELD-LABEL: define {{.*}} @_Z8oneFieldPjPK5uint4(
; FIELD-NOT: @llvm.masked
; FIELD: %[[LAST:.*]] = getelementptr i8, ptr %{{.*}}, i64 {{436|468}}
; FIELD-NEXT: load <{{8|16}} x i32>, ptr %[[LAST]], align 4
; FIELD: ret void
;   __global__ void oneField(unsigned *out, const uint4 *in) { out[threadIdx.x] = in[threadIdx.x].x; }
%struct.uint4 = type { i32, i32, i32, i32 }
define void @_Z8oneFieldPjPK5uint4(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds %struct.uint4, ptr %1, i64 %4
  %6 = load i32, ptr %5, align 16
  %7 = getelementptr inbounds i32, ptr %0, i64 %4
  store i32 %6, ptr %7, align 4
  ret void
}
declare i32 @raddle.thread.0()
declare i32 @raddle.thread.4()
!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @_Z8reversedPfPKfi, !"kernel", i32 1}
!1 = !{ptr @_Z6fieldsP6float4, !"kernel", i32 1}
!2 = !{ptr @_Z4rowsPfPKfi, !"kernel", i32 1}
!3 = !{ptr @_Z8oneFieldPjPK5uint4, !"kernel", i32 1}
