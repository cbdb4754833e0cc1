; What may not be aligned is looked at once for all lanes: where all lanes' bits are the same as one test, else as vectors. What
; follows from the parameters of a launch is taken for granted, unless a launch's are others.
; RUN: split-file-19 %s %t
; RUN: %kernelc -bitcode %t/granted.ll -kernel _Z7grantedPKfP6float4iPKcPiPKi -lanes 32 -block rows -run-pass check-alignment | FileCheck %s --check-prefix=GRANTED --implicit-check-not=raddle_check_alignment
; RUN: %kernelc -bitcode %t/granted.ll -kernel _Z7grantedPKfP6float4iPKcPiPKi -lanes 32 -block rows+unaligned -run-pass check-alignment | FileCheck %s --check-prefix=DENIED
; RUN: %kernelc -bitcode %t/differs.ll -kernel _Z7differsPKcPi -lanes 32 -block rows -run-pass check-alignment | FileCheck %s --check-prefix=DIFFERS
; RUN: %kernelc -bitcode %t/differs_2.ll -kernel _Z7differsPKcPi -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=LANES
; RUN: %kernelc -bitcode %t/alike.ll -kernel _Z5alikePKcPKiPi -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=ALIKE
; RUN: %kernelc -bitcode %t/alike_2.ll -kernel _Z5alikePKcPKiPi -lanes 1 -run-pass resolve-alignment-checks | FileCheck %s --check-prefix=THREAD

;--- granted.ll

; GRANTED-LABEL: define {{.*}}granted
; DENIED-LABEL: define {{.*}}granted
; DENIED: call void @raddle_check_alignment({{.*}}, i32 16)
;   __global__ void granted(const float *rows, float4 *out, int columns, const char *bytes, int *list, const int *indices) {
;     const int i = threadIdx.x;
;     float4 sum = {};
;     for (int k = 0; k < columns; k += 4) {
;       const float4 part = *reinterpret_cast<const float4 *>(rows + i * columns + k);
;       sum.x += part.x;
;       sum.y += part.y;
;       sum.z += part.z;
;       sum.w += part.w;
;     }
;     out[i] = sum;
;     list[i] += *reinterpret_cast<const int *>(bytes + 8 * i + 4) + list[indices[i]];
;   }
target triple = "x86_64-pc-linux-gnu"
%struct.float4 = type { float, float, float, float }
define void @_Z7grantedPKfP6float4iPKcPiPKi(ptr %thread, ptr %0, ptr %1, i32 %2, ptr %3, ptr %4, ptr %5) {
  %7 = tail call i32 @raddle.thread.0()
  %8 = icmp sgt i32 %2, 0
  br i1 %8, label %.lr.ph, label %._crit_edge
.lr.ph:
  %9 = mul nuw nsw i32 %7, %2
  %10 = zext nneg i32 %9 to i64
  %11 = getelementptr inbounds float, ptr %0, i64 %10
  br label %28
._crit_edge:
  %.sroa.10.0.lcssa = phi float [ 0.000000e+00, %6 ], [ %34, %28 ]
  %.sroa.8.0.lcssa = phi float [ 0.000000e+00, %6 ], [ %33, %28 ]
  %.sroa.62.0.lcssa = phi float [ 0.000000e+00, %6 ], [ %32, %28 ]
  %.sroa.01.0.lcssa = phi float [ 0.000000e+00, %6 ], [ %31, %28 ]
  %12 = zext nneg i32 %7 to i64
  %13 = getelementptr inbounds %struct.float4, ptr %1, i64 %12
  store float %.sroa.01.0.lcssa, ptr %13, align 16
  %.sroa.62.0..sroa_idx = getelementptr inbounds i8, ptr %13, i64 4
  store float %.sroa.62.0.lcssa, ptr %.sroa.62.0..sroa_idx, align 4
  %.sroa.8.0..sroa_idx = getelementptr inbounds i8, ptr %13, i64 8
  store float %.sroa.8.0.lcssa, ptr %.sroa.8.0..sroa_idx, align 8
  %.sroa.10.0..sroa_idx = getelementptr inbounds i8, ptr %13, i64 12
  store float %.sroa.10.0.lcssa, ptr %.sroa.10.0..sroa_idx, align 4
  %14 = shl nuw nsw i32 %7, 3
  %15 = zext nneg i32 %14 to i64
  %16 = getelementptr inbounds i8, ptr %3, i64 %15
  %17 = getelementptr inbounds i8, ptr %16, i64 4
  %18 = load i32, ptr %17, align 4
  %19 = getelementptr inbounds i32, ptr %5, i64 %12
  %20 = load i32, ptr %19, align 4
  %21 = sext i32 %20 to i64
  %22 = getelementptr inbounds i32, ptr %4, i64 %21
  %23 = load i32, ptr %22, align 4
  %24 = add nsw i32 %23, %18
  %25 = getelementptr inbounds i32, ptr %4, i64 %12
  %26 = load i32, ptr %25, align 4
  %27 = add nsw i32 %24, %26
  store i32 %27, ptr %25, align 4
  ret void
28:
  %.07 = phi i32 [ 0, %.lr.ph ], [ %35, %28 ]
  %.sroa.01.06 = phi float [ 0.000000e+00, %.lr.ph ], [ %31, %28 ]
  %.sroa.62.05 = phi float [ 0.000000e+00, %.lr.ph ], [ %32, %28 ]
  %.sroa.8.04 = phi float [ 0.000000e+00, %.lr.ph ], [ %33, %28 ]
  %.sroa.10.03 = phi float [ 0.000000e+00, %.lr.ph ], [ %34, %28 ]
  %29 = zext nneg i32 %.07 to i64
  %30 = getelementptr inbounds float, ptr %11, i64 %29
  %.sroa.0.0.copyload = load float, ptr %30, align 16
  %.sroa.4.0..sroa_idx = getelementptr inbounds i8, ptr %30, i64 4
  %.sroa.4.0.copyload = load float, ptr %.sroa.4.0..sroa_idx, align 4
  %.sroa.5.0..sroa_idx = getelementptr inbounds i8, ptr %30, i64 8
  %.sroa.5.0.copyload = load float, ptr %.sroa.5.0..sroa_idx, align 8
  %.sroa.6.0..sroa_idx = getelementptr inbounds i8, ptr %30, i64 12
  %.sroa.6.0.copyload = load float, ptr %.sroa.6.0..sroa_idx, align 4
  %31 = fadd float %.sroa.01.06, %.sroa.0.0.copyload
  %32 = fadd float %.sroa.62.05, %.sroa.4.0.copyload
  %33 = fadd float %.sroa.8.04, %.sroa.5.0.copyload
  %34 = fadd float %.sroa.10.03, %.sroa.6.0.copyload
  %35 = add nuw nsw i32 %.07, 4
  %36 = icmp slt i32 %35, %2
  br i1 %36, label %28, label %._crit_edge
}
declare i32 @raddle.thread.0()
!nvvm.annotations = !{!4}
!4 = !{ptr @_Z7grantedPKfP6float4iPKcPiPKi, !"kernel", i32 1}

;--- differs.ll

; DIFFERS-LABEL: define {{.*}}differs
; DIFFERS: %[[BITS:.*]] = and i32 %{{.*}}, 3
; DIFFERS: call void @raddle_check_alignment(ptr %thread, ptr %{{.*}}, i32 %[[BITS]], i32 4)
; DIFFERS-NOT: call void @raddle_check_alignment
; LANES-LABEL: define {{.*}}differs
; LANES: icmp ne <32 x i32> %{{.*}}, zeroinitializer
; LANES: br i1 %{{.*}}, label %misaligned, label %aligned
; LANES: misaligned:
; LANES: call void @raddle_misaligned(
;   __global__ void differs(const char *bytes, int *out) { out[threadIdx.x] = *reinterpret_cast<const int *>(bytes + 3 * threadIdx.x); }
target triple = "x86_64-pc-linux-gnu"
define void @_Z7differsPKcPi(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = mul nuw nsw i32 %3, 3
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds i8, ptr %0, i64 %5
  %7 = load i32, ptr %6, align 4
  %8 = zext nneg i32 %3 to i64
  %9 = getelementptr inbounds i32, ptr %1, i64 %8
  store i32 %7, ptr %9, align 4
  ret void
}
declare i32 @raddle.thread.0()
!nvvm.annotations = !{!5}
!5 = !{ptr @_Z7differsPKcPi, !"kernel", i32 1}

;--- differs_2.ll
target triple = "x86_64-pc-linux-gnu"
define void @_Z7differsPKcPi(ptr %thread, ptr %0, ptr %1) {
  %3 = tail call i32 @raddle.thread.0()
  %4 = mul nuw nsw i32 %3, 3
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds i8, ptr %0, i64 %5
  %7 = mul i32 %4, 1
  %8 = add i32 0, %7
  %9 = and i32 %8, 3
  call void @raddle_check_alignment(ptr %thread, ptr %6, i32 %9, i32 4)
  %10 = load i32, ptr %6, align 4
  %11 = zext nneg i32 %3 to i64
  %12 = getelementptr inbounds i32, ptr %1, i64 %11
  store i32 %10, ptr %12, align 4
  ret void
}
declare i32 @raddle.thread.0()
declare void @raddle_check_alignment(ptr, ptr, i32, i32)
!nvvm.annotations = !{!5}
!5 = !{ptr @_Z7differsPKcPi, !"kernel", i32 1}

;--- alike.ll

; ALIKE-LABEL: define {{.*}}alike
; ALIKE-NOT: icmp ne <32 x i32>
; ALIKE: br i1 %{{.*}}, label %misaligned, label %aligned
; THREAD-LABEL: define {{.*}}alike
; THREAD: call void @raddle_misaligned(
; THREAD-NEXT: unreachable
;   __global__ void alike(const char *bytes, const int *offset, int *out) {
;     out[threadIdx.x] = *reinterpret_cast<const int *>(bytes + *offset + 4 * threadIdx.x);
;   }
target triple = "x86_64-pc-linux-gnu"
define void @_Z5alikePKcPKiPi(ptr %thread, ptr %0, ptr %1, ptr %2) {
  %4 = load i32, ptr %1, align 4
  %5 = sext i32 %4 to i64
  %6 = getelementptr inbounds i8, ptr %0, i64 %5
  %7 = tail call i32 @raddle.thread.0()
  %8 = shl nuw nsw i32 %7, 2
  %9 = zext nneg i32 %8 to i64
  %10 = getelementptr inbounds i8, ptr %6, i64 %9
  %11 = mul i32 %4, 1
  %12 = add i32 0, %11
  %13 = and i32 %12, 3
  call void @raddle_check_alignment(ptr %thread, ptr %10, i32 %13, i32 4)
  %14 = load i32, ptr %10, align 4
  %15 = zext nneg i32 %7 to i64
  %16 = getelementptr inbounds i32, ptr %2, i64 %15
  store i32 %14, ptr %16, align 4
  ret void
}
declare i32 @raddle.thread.0()
declare void @raddle_check_alignment(ptr, ptr, i32, i32)
!nvvm.annotations = !{!6}
!6 = !{ptr @_Z5alikePKcPKiPi, !"kernel", i32 1}

;--- alike_2.ll
target triple = "x86_64-pc-linux-gnu"
define void @_Z5alikePKcPKiPi(ptr %thread, ptr %0, ptr %1, ptr %2) {
  %4 = load i32, ptr %1, align 4
  %5 = sext i32 %4 to i64
  %6 = getelementptr inbounds i8, ptr %0, i64 %5
  %7 = getelementptr inbounds i8, ptr %thread, i32 0
  %8 = load i32, ptr %7, align 4
  %9 = shl nuw nsw i32 %8, 2
  %10 = zext nneg i32 %9 to i64
  %11 = getelementptr inbounds i8, ptr %6, i64 %10
  %12 = mul i32 %4, 1
  %13 = add i32 0, %12
  %14 = and i32 %13, 3
  call void @raddle_check_alignment(ptr %thread, ptr %11, i32 %14, i32 4)
  %15 = load i32, ptr %11, align 4
  %16 = zext nneg i32 %8 to i64
  %17 = getelementptr inbounds i32, ptr %2, i64 %16
  store i32 %15, ptr %17, align 4
  ret void
}
declare void @raddle_check_alignment(ptr, ptr, i32, i32)
!nvvm.annotations = !{!6}
!6 = !{ptr @_Z5alikePKcPKiPi, !"kernel", i32 1}
