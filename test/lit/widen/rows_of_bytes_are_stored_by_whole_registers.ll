; A masked access of a row of eight bytes has a mask of 16 lanes, of which the upper ones are clear: LLVM would take the
; next row's for them where it spills the mask. Without AVX-512 such accesses are made lane by lane anyway.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z4rowsPhPKhi -lanes 32 -block rows-of-8 -run-pass widen | FileCheck %s --check-prefixes=CHECK,WIDE
; RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %s -kernel _Z4rowsPhPKhi -lanes 32 -block rows-of-8 -run-pass widen | FileCheck %s --check-prefixes=CHECK,NARROW
target triple = "x86_64-pc-linux-gnu"

; CHECK-LABEL: define {{.*}} @_Z4rowsPhPKhi(
; WIDE: lshr i32 [[ACTIVE:%.*]], 8
; WIDE: and i32 {{%.*}}, 255
; WIDE: call <16 x i8> @llvm.masked.load.v16i8.p0(
; WIDE: call void @llvm.masked.store.v16i8.p0(<16 x i8>
; NARROW-NOT: x i8> @llvm.masked.load
; NARROW-NOT: void @llvm.masked.store
;   __global__ void rows(unsigned char *out, const unsigned char *in, int pitch) {
;     const int i = threadIdx.y * pitch + threadIdx.x;
;     if (in[i + 1000] & 1)
;       out[i] = in[i] + 1;
;   }
define void @_Z4rowsPhPKhi(ptr %thread, ptr %0, ptr %1, i32 %2) {
  %4 = tail call i32 @raddle.thread.4()
  %5 = mul i32 %4, %2
  %6 = tail call i32 @raddle.thread.0()
  %7 = add i32 %5, %6
  %8 = sext i32 %7 to i64
  %9 = getelementptr i8, ptr %1, i64 %8
  %10 = getelementptr i8, ptr %9, i64 1000
  %11 = load i8, ptr %10, align 1
  %12 = and i8 %11, 1
  %.not = icmp eq i8 %12, 0
  br i1 %.not, label %17, label %13
13:
  %14 = load i8, ptr %9, align 1
  %15 = add i8 %14, 1
  %16 = getelementptr inbounds i8, ptr %0, i64 %8
  store i8 %15, ptr %16, align 1
  br label %17
17:
  ret void
}
declare i32 @raddle.thread.4()
declare i32 @raddle.thread.0()
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z4rowsPhPKhi, !"kernel", i32 1}
