; A pointer that a program has rounded is a multiple of what it was rounded to, whatever it was before: nothing is taken for
; granted of the parameters, and nothing is looked at.
; RUN: %kernelc -bitcode %s -kernel _Z7roundedPiPKii -lanes 32 -block rows+unaligned -run-pass check-alignment | FileCheck %s --implicit-check-not=raddle_check_alignment
; RUN: %kernelc -bitcode %s -kernel _Z5otherP4int4PKi -lanes 32 -block rows+unaligned -run-pass check-alignment | FileCheck %s --check-prefix=OTHER
target triple = "x86_64-pc-linux-gnu"

;   #include <cstdint>

; CHECK: define {{.*}}void @_Z7rounded
;   __global__ void rounded(int *out, const int *in, int n) {
;     auto *const bytes = reinterpret_cast<const char *>(in + n);
;     auto *const rounded_down = reinterpret_cast<const int4 *>(bytes - (reinterpret_cast<uintptr_t>(bytes) & 15));
;     const auto next = (reinterpret_cast<uintptr_t>(bytes) + 15) & ~uintptr_t(15);
;     auto *const next_piece = reinterpret_cast<const int4 *>(bytes + (next - reinterpret_cast<uintptr_t>(bytes)));
;     const int4 a = rounded_down[threadIdx.x], b = next_piece[threadIdx.x];
;     reinterpret_cast<char *>(out)[threadIdx.x] = a.x + a.y + a.z + a.w + b.x + b.y + b.z + b.w;
;   }
%struct.int4 = type { i32, i32, i32, i32 }
define void @_Z7roundedPiPKii(ptr %thread, ptr %0, ptr %1, i32 %2) {
  %4 = sext i32 %2 to i64
  %5 = getelementptr inbounds i32, ptr %1, i64 %4
  %6 = ptrtoint ptr %5 to i64
  %7 = and i64 %6, 15
  %8 = sub nsw i64 0, %7
  %9 = getelementptr inbounds i8, ptr %5, i64 %8
  %10 = add i64 %6, 15
  %11 = and i64 %10, -16
  %12 = sub i64 %11, %6
  %13 = getelementptr inbounds i8, ptr %5, i64 %12
  %14 = tail call i32 @raddle.thread.0()
  %15 = zext nneg i32 %14 to i64
  %16 = getelementptr inbounds %struct.int4, ptr %9, i64 %15
  %.sroa.01.0.copyload = load i32, ptr %16, align 16
  %.sroa.42.0..sroa_idx = getelementptr inbounds i8, ptr %16, i64 4
  %.sroa.42.0.copyload = load i32, ptr %.sroa.42.0..sroa_idx, align 4
  %.sroa.53.0..sroa_idx = getelementptr inbounds i8, ptr %16, i64 8
  %.sroa.53.0.copyload = load i32, ptr %.sroa.53.0..sroa_idx, align 8
  %.sroa.64.0..sroa_idx = getelementptr inbounds i8, ptr %16, i64 12
  %.sroa.64.0.copyload = load i32, ptr %.sroa.64.0..sroa_idx, align 4
  %17 = getelementptr inbounds %struct.int4, ptr %13, i64 %15
  %.sroa.0.0.copyload = load i32, ptr %17, align 16
  %.sroa.4.0..sroa_idx = getelementptr inbounds i8, ptr %17, i64 4
  %.sroa.4.0.copyload = load i32, ptr %.sroa.4.0..sroa_idx, align 4
  %.sroa.5.0..sroa_idx = getelementptr inbounds i8, ptr %17, i64 8
  %.sroa.5.0.copyload = load i32, ptr %.sroa.5.0..sroa_idx, align 8
  %.sroa.6.0..sroa_idx = getelementptr inbounds i8, ptr %17, i64 12
  %.sroa.6.0.copyload = load i32, ptr %.sroa.6.0..sroa_idx, align 4
  %18 = add nsw i32 %.sroa.42.0.copyload, %.sroa.01.0.copyload
  %19 = add nsw i32 %18, %.sroa.53.0.copyload
  %20 = add nsw i32 %19, %.sroa.64.0.copyload
  %21 = add nsw i32 %20, %.sroa.0.0.copyload
  %22 = add nsw i32 %21, %.sroa.4.0.copyload
  %23 = add nsw i32 %22, %.sroa.5.0.copyload
  %24 = add nsw i32 %23, %.sroa.6.0.copyload
  %25 = trunc i32 %24 to i8
  %26 = getelementptr inbounds i8, ptr %0, i64 %15
  store i8 %25, ptr %26, align 1
  ret void
}

; OTHER: call void @raddle_check_alignment
;   __global__ void other(int4 *out, const int *in) {
;     auto *const bytes = reinterpret_cast<const char *>(in);
;     out[threadIdx.x] = *reinterpret_cast<const int4 *>(bytes - (reinterpret_cast<uintptr_t>(bytes) & 7));
;   }
define void @_Z5otherP4int4PKi(ptr noundef %thread, ptr %0, ptr %1) {
  %3 = ptrtoint ptr %1 to i64
  %4 = and i64 %3, 7
  %5 = sub nsw i64 0, %4
  %6 = getelementptr inbounds i8, ptr %1, i64 %5
  %7 = tail call i32 @raddle.thread.0()
  %8 = zext nneg i32 %7 to i64
  %9 = getelementptr inbounds %struct.int4, ptr %0, i64 %8
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef align 16 %9, ptr noundef align 16 %6, i64 16, i1 false)
  ret void
}
declare i32 @raddle.thread.0()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1 immarg)
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @_Z7roundedPiPKii, !"kernel", i32 1}
!1 = !{ptr @_Z5otherP4int4PKi, !"kernel", i32 1}
