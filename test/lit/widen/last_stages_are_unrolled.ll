; A loop around a barrier that halves a stride has its stages within a warp after it, one after the other, without
; barriers where each warp keeps to its own elements.
; RUN: split-file-19 %s %t
; RUN: %kernelc -bitcode %t/apart.ll -kernel _Z5apartPij -lanes 32 -block rows -run-pass unroll-exchange-loops | FileCheck %s --check-prefix=APART
; RUN: %kernelc -bitcode %t/mixed.ll -kernel _Z5mixedPij -lanes 32 -block rows -run-pass unroll-exchange-loops | FileCheck %s --check-prefix=MIXED
; RUN: %kernelc -bitcode %t/length.ll -kernel _Z6lengthPi -lanes 32 -block rows -run-pass unroll-exchange-loops,version-strides,widen | FileCheck %s --check-prefix=LENGTH
; RUN: %kernelc -bitcode %t/length_2.ll -kernel _Z6lengthPi -lanes 32 -block rows-of-16 -run-pass unroll-exchange-loops | FileCheck %s --check-prefix=NARROW
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t/length_3.ll -kernel _Z6lengthPi -lanes 32 -block rows+eights -run-pass unroll-exchange-loops,fuse-warps | FileCheck %s --check-prefix=FOURS
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t/mixed.ll -kernel _Z5mixedPij -lanes 32 -block rows+eights -run-pass unroll-exchange-loops,fuse-warps | FileCheck %s --check-prefix=SINGLY

;--- apart.ll
;   __shared__ int values[2048];

; The loop's barrier, the one before the last six stages, and the one after them.
; APART-LABEL: define {{.*}} @_Z5apartPij(
; APART-COUNT-3: call void @raddle_syncthreads
; APART-NOT: call void @raddle_syncthreads
; APART: {{^}}}

;   __global__ void apart(int *out, unsigned count) {
;     for (unsigned stride = count / 2; stride > 0; stride /= 2) {
;       __syncthreads();
;       unsigned first = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
;       int a = values[first], b = values[first + stride];
;       values[first] = a + b;
;       values[first + stride] = a - b;
;     }
;     __syncthreads();
;     *out = count;
;   }
target triple = "x86_64-pc-linux-gnu"
define void @_Z5apartPij(ptr %thread, ptr %0, i32 %1) {
  %3 = call ptr @raddle.thread.16()
  %4 = getelementptr inbounds i8, ptr %3, i32 40
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 0
  %.not1 = icmp ult i32 %1, 2
  br i1 %.not1, label %._crit_edge, label %.lr.ph
.lr.ph:
  %7 = tail call range(i32 0, 1024) i32 @raddle.thread.0()
  %8 = shl nuw nsw i32 %7, 1
  br label %9
._crit_edge.loopexit:
  br label %._crit_edge
._crit_edge:
  notail call void @raddle_syncthreads(ptr %thread)
  store i32 %1, ptr %0, align 4
  ret void
9:
  %.0.in2 = phi i32 [ %1, %.lr.ph ], [ %.0, %9 ]
  %.0 = lshr i32 %.0.in2, 1
  notail call void @raddle_syncthreads(ptr %thread)
  %10 = add nuw i32 %.0, 1023
  %11 = and i32 %10, %7
  %12 = sub nsw i32 %8, %11
  %13 = zext i32 %12 to i64
  %14 = getelementptr inbounds [2048 x i32], ptr %6, i64 0, i64 %13
  %15 = load i32, ptr %14, align 4
  %16 = add i32 %12, %.0
  %17 = zext i32 %16 to i64
  %18 = getelementptr inbounds [2048 x i32], ptr %6, i64 0, i64 %17
  %19 = load i32, ptr %18, align 4
  %20 = add nsw i32 %19, %15
  store i32 %20, ptr %14, align 4
  %21 = sub nsw i32 %15, %19
  store i32 %21, ptr %18, align 4
  %.not = icmp ult i32 %.0.in2, 4
  br i1 %.not, label %._crit_edge.loopexit, label %9
}
declare void @raddle_syncthreads(ptr)
declare i32 @raddle.thread.0()
declare ptr @raddle.thread.16()
!nvvm.annotations = !{!4}
!4 = !{ptr @_Z5apartPij, !"kernel", i32 1}

;--- mixed.ll

; Each warp reads what the next one is to write in the next round: all barriers are needed.
; MIXED-LABEL: define {{.*}} @_Z5mixedPij(
; MIXED-COUNT-8: call void @raddle_syncthreads
; MIXED-NOT: call void @raddle_syncthreads
; MIXED: {{^}}}
; Fusing warps would not spare any.
; SINGLY-LABEL: define {{.*}} @_Z5mixedPij(
; SINGLY-NOT: and i32 %{{.*}}, 927
; SINGLY: {{^}}}
;   __global__ void mixed(int *out, unsigned count) {
;     for (unsigned stride = count / 2; stride > 0; stride /= 2) {
;       __syncthreads();
;       unsigned first = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
;       values[first] += values[first + stride + 64];
;     }
;     __syncthreads();
;     *out = count;
;   }
target triple = "x86_64-pc-linux-gnu"
define void @_Z5mixedPij(ptr %thread, ptr %0, i32 %1) {
  %3 = call ptr @raddle.thread.16()
  %4 = getelementptr inbounds i8, ptr %3, i32 40
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 0
  %.not1 = icmp ult i32 %1, 2
  br i1 %.not1, label %._crit_edge, label %.lr.ph
.lr.ph:
  %7 = tail call range(i32 0, 1024) i32 @raddle.thread.0()
  %8 = shl nuw nsw i32 %7, 1
  br label %9
._crit_edge.loopexit:
  br label %._crit_edge
._crit_edge:
  notail call void @raddle_syncthreads(ptr %thread)
  store i32 %1, ptr %0, align 4
  ret void
9:
  %.0.in2 = phi i32 [ %1, %.lr.ph ], [ %.0, %9 ]
  %.0 = lshr i32 %.0.in2, 1
  notail call void @raddle_syncthreads(ptr %thread)
  %10 = add nuw i32 %.0, 1023
  %11 = and i32 %10, %7
  %12 = sub nsw i32 %8, %11
  %13 = add nuw i32 %.0, 64
  %14 = add i32 %13, %12
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds [2048 x i32], ptr %6, i64 0, i64 %15
  %17 = load i32, ptr %16, align 4
  %18 = zext i32 %12 to i64
  %19 = getelementptr inbounds [2048 x i32], ptr %6, i64 0, i64 %18
  %20 = load i32, ptr %19, align 4
  %21 = add nsw i32 %20, %17
  store i32 %21, ptr %19, align 4
  %.not = icmp ult i32 %.0.in2, 4
  br i1 %.not, label %._crit_edge.loopexit, label %9
}
declare i32 @raddle.thread.0()
declare void @raddle_syncthreads(ptr)
declare ptr @raddle.thread.16()
!nvvm.annotations = !{!5}
!5 = !{ptr @_Z5mixedPij, !"kernel", i32 1}

;--- length.ll

; The iterations with short strides come first where a loop doubles the first stride from a constant on. They need no
; barrier, because nothing has been touched before.
; LENGTH-LABEL: define {{.*}} @_Z6lengthPi(
; LENGTH: load <
; LENGTH: and i32 %{{.*}}, 63
; LENGTH-COUNT-2: call void @raddle_syncthreads
; LENGTH-NOT: call void @raddle_syncthreads
; LENGTH: {{^}}}

; Warps that consist of several rows have no elements of their own by threadIdx.x.
; NARROW-LABEL: define {{.*}} @_Z6lengthPi(
; NARROW-COUNT-2: call void @raddle_syncthreads
; NARROW-NOT: call void @raddle_syncthreads
; NARROW: {{^}}}

; Four warps are fused where their elements fill half of the registers: then partners at strides of up to 128 are among
; them, and the index of the first thread has two more bits that are zero.
; FOURS-LABEL: define {{.*}} @_Z6lengthPi(
; FOURS: and i32 %{{.*}}, 927
; FOURS-COUNT-3: call void @raddle_syncthreads
; FOURS-NOT: call void @raddle_syncthreads
; FOURS: {{^}}}
;   __global__ void length(int *out) {
;     for (int length = 2; length <= 1024; length *= 2)
;       for (int stride = length / 2; stride > 0; stride /= 2) {
;         __syncthreads();
;         int first = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
;         int a = values[first], b = values[first + stride];
;         if ((a > b) == ((first & length) == 0)) {
;           values[first] = b;
;           values[first + stride] = a;
;         }
;       }
;     __syncthreads();
;     *out = 1;
;   }
target triple = "x86_64-pc-linux-gnu"
define void @_Z6lengthPi(ptr %thread, ptr %0) {
  %2 = call ptr @raddle.thread.16()
  %3 = getelementptr inbounds i8, ptr %2, i32 40
  %4 = load ptr, ptr %3, align 8, !invariant.load !8
  %5 = tail call range(i32 0, 1024) i32 @raddle.thread.0()
  %6 = shl nuw nsw i32 %5, 1
  %7 = call ptr @raddle.thread.16()
  %8 = getelementptr inbounds i8, ptr %7, i32 16
  %9 = load i32, ptr %8, align 4, !invariant.load !8
  %10 = icmp eq i32 %9, 1
  %11 = call ptr @raddle.thread.16()
  %12 = getelementptr inbounds i8, ptr %11, i32 20
  %13 = load i32, ptr %12, align 4, !invariant.load !8
  %14 = icmp eq i32 %13, 1
  %15 = and i1 %10, %14
  br i1 %15, label %.lr.ph.preheader.peel.begin, label %.lr.ph.preheader.all
.lr.ph.preheader.peel.begin:
  br label %.lr.ph.preheader.peel
.lr.ph.preheader.peel:
  br label %.lr.ph.peel
.lr.ph.peel:
  %.04.in.peel = phi i32 [ %.04.peel, %31 ], [ 2, %.lr.ph.preheader.peel ]
  %.04.peel = lshr i32 %.04.in.peel, 1
  notail call void @raddle_syncthreads(ptr %thread), !raddle.unrolled.stage !8
  %16 = add nuw i32 %.04.peel, 1023
  %17 = and i32 %16, %5
  %18 = sub nsw i32 %6, %17
  %19 = sext i32 %18 to i64
  %20 = getelementptr inbounds [2048 x i32], ptr %4, i64 0, i64 %19
  %21 = load i32, ptr %20, align 4
  %22 = add nsw i32 %18, %.04.peel
  %23 = sext i32 %22 to i64
  %24 = getelementptr inbounds [2048 x i32], ptr %4, i64 0, i64 %23
  %25 = load i32, ptr %24, align 4
  %26 = icmp sgt i32 %21, %25
  %27 = and i32 %18, 2
  %28 = icmp ne i32 %27, 0
  %29 = xor i1 %28, %26
  br i1 %29, label %30, label %31
30:
  store i32 %25, ptr %20, align 4
  store i32 %21, ptr %24, align 4
  br label %31
31:
  %.not.peel = icmp ult i32 %.04.in.peel, 4
  br i1 %.not.peel, label %._crit_edge.peel, label %.lr.ph.peel, !llvm.loop !14
._crit_edge.peel:
  br label %.lr.ph.preheader.peel.next
.lr.ph.preheader.peel.next:
  br label %.lr.ph.preheader.peel7
.lr.ph.preheader.peel7:
  br label %.lr.ph.peel8
.lr.ph.peel8:
  %.04.in.peel9 = phi i32 [ %.04.peel10, %47 ], [ 4, %.lr.ph.preheader.peel7 ]
  %.04.peel10 = lshr i32 %.04.in.peel9, 1
  notail call void @raddle_syncthreads(ptr %thread), !raddle.unrolled.stage !8
  %32 = add nuw i32 %.04.peel10, 1023
  %33 = and i32 %32, %5
  %34 = sub nsw i32 %6, %33
  %35 = sext i32 %34 to i64
  %36 = getelementptr inbounds [2048 x i32], ptr %4, i64 0, i64 %35
  %37 = load i32, ptr %36, align 4
  %38 = add nsw i32 %34, %.04.peel10
  %39 = sext i32 %38 to i64
  %40 = getelementptr inbounds [2048 x i32], ptr %4, i64 0, i64 %39
  %41 = load i32, ptr %40, align 4
  %42 = icmp sgt i32 %37, %41
  %43 = and i32 %34, 4
  %44 = icmp ne i32 %43, 0
  %45 = xor i1 %44, %42
  br i1 %45, label %46, label %47
46:
  store i32 %41, ptr %36, align 4
  store i32 %37, ptr %40, align 4
  br label %47
47:
  %.not.peel11 = icmp ult i32 %.04.in.peel9, 4
  br i1 %.not.peel11, label %._crit_edge.peel12, label %.lr.ph.peel8, !llvm.loop !14
._crit_edge.peel12:
  br label %.lr.ph.preheader.peel.next6
.lr.ph.preheader.peel.next6:
  br label %.lr.ph.preheader.peel14
.lr.ph.preheader.peel14:
  br label %.lr.ph.peel15
.lr.ph.peel15:
  %.04.in.peel16 = phi i32 [ %.04.peel17, %63 ], [ 8, %.lr.ph.preheader.peel14 ]
  %.04.peel17 = lshr i32 %.04.in.peel16, 1
  notail call void @raddle_syncthreads(ptr %thread), !raddle.unrolled.stage !8
  %48 = add nuw i32 %.04.peel17, 1023
  %49 = and i32 %48, %5
  %50 = sub nsw i32 %6, %49
  %51 = sext i32 %50 to i64
  %52 = getelementptr inbounds [2048 x i32], ptr %4, i64 0, i64 %51
  %53 = load i32, ptr %52, align 4
  %54 = add nsw i32 %50, %.04.peel17
  %55 = sext i32 %54 to i64
  %56 = getelementptr inbounds [2048 x i32], ptr %4, i64 0, i64 %55
  %57 = load i32, ptr %56, align 4
  %58 = icmp sgt i32 %53, %57
  %59 = and i32 %50, 8
  %60 = icmp ne i32 %59, 0
  %61 = xor i1 %60, %58
  br i1 %61, label %62, label %63
62:
  store i32 %57, ptr %52, align 4
  store i32 %53, ptr %56, align 4
  br label %63
63:
  %.not.peel18 = icmp ult i32 %.04.in.peel16, 4
  br i1 %.not.peel18, label %._crit_edge.peel19, label %.lr.ph.peel15, !llvm.loop !14
._crit_edge.peel19:
  br label %.lr.ph.preheader.peel.next13
.lr.ph.preheader.peel.next13:
  br label %.lr.ph.preheader.peel21
.lr.ph.preheader.peel21:
  br label %.lr.ph.peel22
.lr.ph.peel22:
  %.04.in.peel23 = phi i32 [ %.04.peel24, %79 ], [ 16, %.lr.ph.preheader.peel21 ]
  %.04.peel24 = lshr i32 %.04.in.peel23, 1
  notail call void @raddle_syncthreads(ptr %thread), !raddle.unrolled.stage !8
  %64 = add nuw i32 %.04.peel24, 1023
  %65 = and i32 %64, %5
  %66 = sub nsw i32 %6, %65
  %67 = sext i32 %66 to i64
  %68 = getelementptr inbounds [2048 x i32], ptr %4, i64 0, i64 %67
  %69 = load i32, ptr %68, align 4
  %70 = add nsw i32 %66, %.04.peel24
  %71 = sext i32 %70 to i64
  %72 = getelementptr inbounds [2048 x i32], ptr %4, i64 0, i64 %71
  %73 = load i32, ptr %72, align 4
  %74 = icmp sgt i32 %69, %73
  %75 = and i32 %66, 16
  %76 = icmp ne i32 %75, 0
  %77 = xor i1 %76, %74
  br i1 %77, label %78, label %79
78:
  store i32 %73, ptr %68, align 4
  store i32 %69, ptr %72, align 4
  br label %79
79:
  %.not.peel25 = icmp ult i32 %.04.in.peel23, 4
  br i1 %.not.peel25, label %._crit_edge.peel26, label %.lr.ph.peel22, !llvm.loop !14
._crit_edge.peel26:
  br label %.lr.ph.preheader.peel.next20
.lr.ph.preheader.peel.next20:
  br label %.lr.ph.preheader.peel28
.lr.ph.preheader.peel28:
  br label %.lr.ph.peel29
.lr.ph.peel29:
  %.04.in.peel30 = phi i32 [ %.04.peel31, %95 ], [ 32, %.lr.ph.preheader.peel28 ]
  %.04.peel31 = lshr i32 %.04.in.peel30, 1
  notail call void @raddle_syncthreads(ptr %thread), !raddle.unrolled.stage !8
  %80 = add nuw i32 %.04.peel31, 1023
  %81 = and i32 %80, %5
  %82 = sub nsw i32 %6, %81
  %83 = sext i32 %82 to i64
  %84 = getelementptr inbounds [2048 x i32], ptr %4, i64 0, i64 %83
  %85 = load i32, ptr %84, align 4
  %86 = add nsw i32 %82, %.04.peel31
  %87 = sext i32 %86 to i64
  %88 = getelementptr inbounds [2048 x i32], ptr %4, i64 0, i64 %87
  %89 = load i32, ptr %88, align 4
  %90 = icmp sgt i32 %85, %89
  %91 = and i32 %82, 32
  %92 = icmp ne i32 %91, 0
  %93 = xor i1 %92, %90
  br i1 %93, label %94, label %95
94:
  store i32 %89, ptr %84, align 4
  store i32 %85, ptr %88, align 4
  br label %95
95:
  %.not.peel32 = icmp ult i32 %.04.in.peel30, 4
  br i1 %.not.peel32, label %._crit_edge.peel33, label %.lr.ph.peel29, !llvm.loop !14
._crit_edge.peel33:
  br label %.lr.ph.preheader.peel.next27
.lr.ph.preheader.peel.next27:
  br label %.lr.ph.preheader.peel.next34
.lr.ph.preheader.peel.next34:
  br label %.peel.newph
.peel.newph:
  br label %.lr.ph.preheader.preheader
.lr.ph.preheader.all:
  br label %.lr.ph.preheader.preheader
.lr.ph.preheader.preheader:
  %.015.ph = phi i32 [ 2, %.lr.ph.preheader.all ], [ 64, %.peel.newph ]
  br label %.lr.ph.preheader
.lr.ph.preheader:
  %.015 = phi i32 [ %97, %._crit_edge ], [ %.015.ph, %.lr.ph.preheader.preheader ]
  br label %.lr.ph
.loopexit:
  br label %96
96:
  notail call void @raddle_syncthreads(ptr %thread)
  store i32 1, ptr %0, align 4
  ret void
._crit_edge:
  %97 = shl nuw nsw i32 %.015, 1
  %98 = icmp ult i32 %.015, 513
  br i1 %98, label %.lr.ph.preheader, label %.loopexit, !llvm.loop !16
.lr.ph:
  %.04.in = phi i32 [ %.04, %114 ], [ %.015, %.lr.ph.preheader ]
  %.04 = lshr i32 %.04.in, 1
  notail call void @raddle_syncthreads(ptr %thread)
  %99 = add nuw i32 %.04, 1023
  %100 = and i32 %99, %5
  %101 = sub nsw i32 %6, %100
  %102 = sext i32 %101 to i64
  %103 = getelementptr inbounds [2048 x i32], ptr %4, i64 0, i64 %102
  %104 = load i32, ptr %103, align 4
  %105 = add nsw i32 %101, %.04
  %106 = sext i32 %105 to i64
  %107 = getelementptr inbounds [2048 x i32], ptr %4, i64 0, i64 %106
  %108 = load i32, ptr %107, align 4
  %109 = icmp sgt i32 %104, %108
  %110 = and i32 %101, %.015
  %111 = icmp ne i32 %110, 0
  %112 = xor i1 %111, %109
  br i1 %112, label %113, label %114
113:
  store i32 %108, ptr %103, align 4
  store i32 %104, ptr %107, align 4
  br label %114
114:
  %.not = icmp ult i32 %.04.in, 4
  br i1 %.not, label %._crit_edge, label %.lr.ph, !llvm.loop !19
}
declare i32 @raddle.thread.0() memory(none)
declare void @raddle_syncthreads(ptr)
declare ptr @raddle.thread.16() memory(none)
!nvvm.annotations = !{!6}
!6 = !{ptr @_Z6lengthPi, !"kernel", i32 1}
!8 = !{}
!14 = distinct !{!14, !15}
!15 = !{!"llvm.loop.unroll.full"}
!16 = distinct !{!16, !17, !18}
!17 = !{!"llvm.loop.mustprogress"}
!18 = !{!"llvm.loop.peeled.count", i32 5}
!19 = distinct !{!19, !17}

;--- length_2.ll
target triple = "x86_64-pc-linux-gnu"
define void @_Z6lengthPi(ptr %thread, ptr %0) {
  %2 = call ptr @raddle.thread.16()
  %3 = getelementptr inbounds i8, ptr %2, i32 40
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %4, i64 0
  %6 = tail call i32 @raddle.thread.0()
  %7 = shl nuw nsw i32 %6, 1
  br label %.lr.ph.preheader
.lr.ph.preheader:
  %.015 = phi i32 [ 2, %1 ], [ %9, %._crit_edge ]
  br label %.lr.ph
8:
  notail call void @raddle_syncthreads(ptr %thread)
  store i32 1, ptr %0, align 4
  ret void
._crit_edge:
  %9 = shl nuw nsw i32 %.015, 1
  %10 = icmp ult i32 %.015, 513
  br i1 %10, label %.lr.ph.preheader, label %8
.lr.ph:
  %.04.in = phi i32 [ %.04, %26 ], [ %.015, %.lr.ph.preheader ]
  %.04 = lshr i32 %.04.in, 1
  notail call void @raddle_syncthreads(ptr %thread)
  %11 = add nuw i32 %.04, 1023
  %12 = and i32 %11, %6
  %13 = sub nsw i32 %7, %12
  %14 = sext i32 %13 to i64
  %15 = getelementptr inbounds [2048 x i32], ptr %5, i64 0, i64 %14
  %16 = load i32, ptr %15, align 4
  %17 = add nsw i32 %13, %.04
  %18 = sext i32 %17 to i64
  %19 = getelementptr inbounds [2048 x i32], ptr %5, i64 0, i64 %18
  %20 = load i32, ptr %19, align 4
  %21 = icmp sgt i32 %16, %20
  %22 = and i32 %13, %.015
  %23 = icmp ne i32 %22, 0
  %24 = xor i1 %23, %21
  br i1 %24, label %25, label %26
25:
  store i32 %20, ptr %15, align 4
  store i32 %16, ptr %19, align 4
  br label %26
26:
  %.not = icmp ult i32 %.04.in, 4
  br i1 %.not, label %._crit_edge, label %.lr.ph
}
declare i32 @raddle.thread.0()
declare void @raddle_syncthreads(ptr)
declare ptr @raddle.thread.16()
!nvvm.annotations = !{!6}
!6 = !{ptr @_Z6lengthPi, !"kernel", i32 1}

;--- length_3.ll
target triple = "x86_64-pc-linux-gnu"
define void @_Z6lengthPi(ptr %thread, ptr %0) {
  %2 = call ptr @raddle.thread.16()
  %3 = getelementptr inbounds i8, ptr %2, i32 40
  %4 = load ptr, ptr %3, align 8, !invariant.load !8
  %5 = tail call range(i32 0, 1024) i32 @raddle.thread.0()
  %6 = shl nuw nsw i32 %5, 1
  %7 = call ptr @raddle.thread.16()
  %8 = getelementptr inbounds i8, ptr %7, i32 16
  %9 = load i32, ptr %8, align 4, !invariant.load !8
  %10 = icmp eq i32 %9, 1
  %11 = call ptr @raddle.thread.16()
  %12 = getelementptr inbounds i8, ptr %11, i32 20
  %13 = load i32, ptr %12, align 4, !invariant.load !8
  %14 = icmp eq i32 %13, 1
  %15 = and i1 %10, %14
  br i1 %15, label %.lr.ph.preheader.peel.begin, label %.lr.ph.preheader.all
.lr.ph.preheader.peel.begin:
  br label %.lr.ph.preheader.peel
.lr.ph.preheader.peel:
  br label %.lr.ph.peel
.lr.ph.peel:
  %.04.in.peel = phi i32 [ %.04.peel, %31 ], [ 2, %.lr.ph.preheader.peel ]
  %.04.peel = lshr i32 %.04.in.peel, 1
  notail call void @raddle_syncthreads(ptr %thread), !raddle.unrolled.stage !8
  %16 = add nuw i32 %.04.peel, 1023
  %17 = and i32 %16, %5
  %18 = sub nsw i32 %6, %17
  %19 = sext i32 %18 to i64
  %20 = getelementptr inbounds [2048 x i32], ptr %4, i64 0, i64 %19
  %21 = load i32, ptr %20, align 4
  %22 = add nsw i32 %18, %.04.peel
  %23 = sext i32 %22 to i64
  %24 = getelementptr inbounds [2048 x i32], ptr %4, i64 0, i64 %23
  %25 = load i32, ptr %24, align 4
  %26 = icmp sgt i32 %21, %25
  %27 = and i32 %18, 2
  %28 = icmp ne i32 %27, 0
  %29 = xor i1 %28, %26
  br i1 %29, label %30, label %31
30:
  store i32 %25, ptr %20, align 4
  store i32 %21, ptr %24, align 4
  br label %31
31:
  %.not.peel = icmp ult i32 %.04.in.peel, 4
  br i1 %.not.peel, label %._crit_edge.peel, label %.lr.ph.peel, !llvm.loop !14
._crit_edge.peel:
  br label %.lr.ph.preheader.peel.next
.lr.ph.preheader.peel.next:
  br label %.lr.ph.preheader.peel7
.lr.ph.preheader.peel7:
  br label %.lr.ph.peel8
.lr.ph.peel8:
  %.04.in.peel9 = phi i32 [ %.04.peel10, %47 ], [ 4, %.lr.ph.preheader.peel7 ]
  %.04.peel10 = lshr i32 %.04.in.peel9, 1
  notail call void @raddle_syncthreads(ptr %thread), !raddle.unrolled.stage !8
  %32 = add nuw i32 %.04.peel10, 1023
  %33 = and i32 %32, %5
  %34 = sub nsw i32 %6, %33
  %35 = sext i32 %34 to i64
  %36 = getelementptr inbounds [2048 x i32], ptr %4, i64 0, i64 %35
  %37 = load i32, ptr %36, align 4
  %38 = add nsw i32 %34, %.04.peel10
  %39 = sext i32 %38 to i64
  %40 = getelementptr inbounds [2048 x i32], ptr %4, i64 0, i64 %39
  %41 = load i32, ptr %40, align 4
  %42 = icmp sgt i32 %37, %41
  %43 = and i32 %34, 4
  %44 = icmp ne i32 %43, 0
  %45 = xor i1 %44, %42
  br i1 %45, label %46, label %47
46:
  store i32 %41, ptr %36, align 4
  store i32 %37, ptr %40, align 4
  br label %47
47:
  %.not.peel11 = icmp ult i32 %.04.in.peel9, 4
  br i1 %.not.peel11, label %._crit_edge.peel12, label %.lr.ph.peel8, !llvm.loop !14
._crit_edge.peel12:
  br label %.lr.ph.preheader.peel.next6
.lr.ph.preheader.peel.next6:
  br label %.lr.ph.preheader.peel14
.lr.ph.preheader.peel14:
  br label %.lr.ph.peel15
.lr.ph.peel15:
  %.04.in.peel16 = phi i32 [ %.04.peel17, %63 ], [ 8, %.lr.ph.preheader.peel14 ]
  %.04.peel17 = lshr i32 %.04.in.peel16, 1
  notail call void @raddle_syncthreads(ptr %thread), !raddle.unrolled.stage !8
  %48 = add nuw i32 %.04.peel17, 1023
  %49 = and i32 %48, %5
  %50 = sub nsw i32 %6, %49
  %51 = sext i32 %50 to i64
  %52 = getelementptr inbounds [2048 x i32], ptr %4, i64 0, i64 %51
  %53 = load i32, ptr %52, align 4
  %54 = add nsw i32 %50, %.04.peel17
  %55 = sext i32 %54 to i64
  %56 = getelementptr inbounds [2048 x i32], ptr %4, i64 0, i64 %55
  %57 = load i32, ptr %56, align 4
  %58 = icmp sgt i32 %53, %57
  %59 = and i32 %50, 8
  %60 = icmp ne i32 %59, 0
  %61 = xor i1 %60, %58
  br i1 %61, label %62, label %63
62:
  store i32 %57, ptr %52, align 4
  store i32 %53, ptr %56, align 4
  br label %63
63:
  %.not.peel18 = icmp ult i32 %.04.in.peel16, 4
  br i1 %.not.peel18, label %._crit_edge.peel19, label %.lr.ph.peel15, !llvm.loop !14
._crit_edge.peel19:
  br label %.lr.ph.preheader.peel.next13
.lr.ph.preheader.peel.next13:
  br label %.lr.ph.preheader.peel21
.lr.ph.preheader.peel21:
  br label %.lr.ph.peel22
.lr.ph.peel22:
  %.04.in.peel23 = phi i32 [ %.04.peel24, %79 ], [ 16, %.lr.ph.preheader.peel21 ]
  %.04.peel24 = lshr i32 %.04.in.peel23, 1
  notail call void @raddle_syncthreads(ptr %thread), !raddle.unrolled.stage !8
  %64 = add nuw i32 %.04.peel24, 1023
  %65 = and i32 %64, %5
  %66 = sub nsw i32 %6, %65
  %67 = sext i32 %66 to i64
  %68 = getelementptr inbounds [2048 x i32], ptr %4, i64 0, i64 %67
  %69 = load i32, ptr %68, align 4
  %70 = add nsw i32 %66, %.04.peel24
  %71 = sext i32 %70 to i64
  %72 = getelementptr inbounds [2048 x i32], ptr %4, i64 0, i64 %71
  %73 = load i32, ptr %72, align 4
  %74 = icmp sgt i32 %69, %73
  %75 = and i32 %66, 16
  %76 = icmp ne i32 %75, 0
  %77 = xor i1 %76, %74
  br i1 %77, label %78, label %79
78:
  store i32 %73, ptr %68, align 4
  store i32 %69, ptr %72, align 4
  br label %79
79:
  %.not.peel25 = icmp ult i32 %.04.in.peel23, 4
  br i1 %.not.peel25, label %._crit_edge.peel26, label %.lr.ph.peel22, !llvm.loop !14
._crit_edge.peel26:
  br label %.lr.ph.preheader.peel.next20
.lr.ph.preheader.peel.next20:
  br label %.lr.ph.preheader.peel28
.lr.ph.preheader.peel28:
  br label %.lr.ph.peel29
.lr.ph.peel29:
  %.04.in.peel30 = phi i32 [ %.04.peel31, %95 ], [ 32, %.lr.ph.preheader.peel28 ]
  %.04.peel31 = lshr i32 %.04.in.peel30, 1
  notail call void @raddle_syncthreads(ptr %thread), !raddle.unrolled.stage !8
  %80 = add nuw i32 %.04.peel31, 1023
  %81 = and i32 %80, %5
  %82 = sub nsw i32 %6, %81
  %83 = sext i32 %82 to i64
  %84 = getelementptr inbounds [2048 x i32], ptr %4, i64 0, i64 %83
  %85 = load i32, ptr %84, align 4
  %86 = add nsw i32 %82, %.04.peel31
  %87 = sext i32 %86 to i64
  %88 = getelementptr inbounds [2048 x i32], ptr %4, i64 0, i64 %87
  %89 = load i32, ptr %88, align 4
  %90 = icmp sgt i32 %85, %89
  %91 = and i32 %82, 32
  %92 = icmp ne i32 %91, 0
  %93 = xor i1 %92, %90
  br i1 %93, label %94, label %95
94:
  store i32 %89, ptr %84, align 4
  store i32 %85, ptr %88, align 4
  br label %95
95:
  %.not.peel32 = icmp ult i32 %.04.in.peel30, 4
  br i1 %.not.peel32, label %._crit_edge.peel33, label %.lr.ph.peel29, !llvm.loop !14
._crit_edge.peel33:
  br label %.lr.ph.preheader.peel.next27
.lr.ph.preheader.peel.next27:
  br label %.lr.ph.preheader.peel35
.lr.ph.preheader.peel35:
  br label %.lr.ph.peel36
.lr.ph.peel36:
  %.04.in.peel37 = phi i32 [ %.04.peel38, %111 ], [ 64, %.lr.ph.preheader.peel35 ]
  %.04.peel38 = lshr i32 %.04.in.peel37, 1
  notail call void @raddle_syncthreads(ptr %thread), !raddle.unrolled.stage !8
  %96 = add nuw i32 %.04.peel38, 1023
  %97 = and i32 %96, %5
  %98 = sub nsw i32 %6, %97
  %99 = sext i32 %98 to i64
  %100 = getelementptr inbounds [2048 x i32], ptr %4, i64 0, i64 %99
  %101 = load i32, ptr %100, align 4
  %102 = add nsw i32 %98, %.04.peel38
  %103 = sext i32 %102 to i64
  %104 = getelementptr inbounds [2048 x i32], ptr %4, i64 0, i64 %103
  %105 = load i32, ptr %104, align 4
  %106 = icmp sgt i32 %101, %105
  %107 = and i32 %98, 64
  %108 = icmp ne i32 %107, 0
  %109 = xor i1 %108, %106
  br i1 %109, label %110, label %111
110:
  store i32 %105, ptr %100, align 4
  store i32 %101, ptr %104, align 4
  br label %111
111:
  %.not.peel39 = icmp ult i32 %.04.in.peel37, 4
  br i1 %.not.peel39, label %._crit_edge.peel40, label %.lr.ph.peel36, !llvm.loop !14
._crit_edge.peel40:
  br label %.lr.ph.preheader.peel.next34
.lr.ph.preheader.peel.next34:
  br label %.lr.ph.preheader.peel42
.lr.ph.preheader.peel42:
  br label %.lr.ph.peel43
.lr.ph.peel43:
  %.04.in.peel44 = phi i32 [ %.04.peel45, %127 ], [ 128, %.lr.ph.preheader.peel42 ]
  %.04.peel45 = lshr i32 %.04.in.peel44, 1
  notail call void @raddle_syncthreads(ptr %thread), !raddle.unrolled.stage !8
  %112 = add nuw i32 %.04.peel45, 1023
  %113 = and i32 %112, %5
  %114 = sub nsw i32 %6, %113
  %115 = sext i32 %114 to i64
  %116 = getelementptr inbounds [2048 x i32], ptr %4, i64 0, i64 %115
  %117 = load i32, ptr %116, align 4
  %118 = add nsw i32 %114, %.04.peel45
  %119 = sext i32 %118 to i64
  %120 = getelementptr inbounds [2048 x i32], ptr %4, i64 0, i64 %119
  %121 = load i32, ptr %120, align 4
  %122 = icmp sgt i32 %117, %121
  %123 = and i32 %114, 128
  %124 = icmp ne i32 %123, 0
  %125 = xor i1 %124, %122
  br i1 %125, label %126, label %127
126:
  store i32 %121, ptr %116, align 4
  store i32 %117, ptr %120, align 4
  br label %127
127:
  %.not.peel46 = icmp ult i32 %.04.in.peel44, 4
  br i1 %.not.peel46, label %._crit_edge.peel47, label %.lr.ph.peel43, !llvm.loop !14
._crit_edge.peel47:
  br label %.lr.ph.preheader.peel.next41
.lr.ph.preheader.peel.next41:
  br label %.lr.ph.preheader.peel.next48
.lr.ph.preheader.peel.next48:
  br label %.peel.newph
.peel.newph:
  br label %.lr.ph.preheader.preheader
.lr.ph.preheader.all:
  br label %.lr.ph.preheader.preheader
.lr.ph.preheader.preheader:
  %.015.ph = phi i32 [ 2, %.lr.ph.preheader.all ], [ 256, %.peel.newph ]
  br label %.lr.ph.preheader
.lr.ph.preheader:
  %.015 = phi i32 [ %129, %._crit_edge ], [ %.015.ph, %.lr.ph.preheader.preheader ]
  br label %.lr.ph
.loopexit:
  br label %128
128:
  notail call void @raddle_syncthreads(ptr %thread)
  store i32 1, ptr %0, align 4
  ret void
._crit_edge:
  %129 = shl nuw nsw i32 %.015, 1
  %130 = icmp ult i32 %.015, 513
  br i1 %130, label %.lr.ph.preheader, label %.loopexit, !llvm.loop !16
.lr.ph:
  %.04.in = phi i32 [ %.04, %146 ], [ %.015, %.lr.ph.preheader ]
  %.04 = lshr i32 %.04.in, 1
  notail call void @raddle_syncthreads(ptr %thread)
  %131 = add nuw i32 %.04, 1023
  %132 = and i32 %131, %5
  %133 = sub nsw i32 %6, %132
  %134 = sext i32 %133 to i64
  %135 = getelementptr inbounds [2048 x i32], ptr %4, i64 0, i64 %134
  %136 = load i32, ptr %135, align 4
  %137 = add nsw i32 %133, %.04
  %138 = sext i32 %137 to i64
  %139 = getelementptr inbounds [2048 x i32], ptr %4, i64 0, i64 %138
  %140 = load i32, ptr %139, align 4
  %141 = icmp sgt i32 %136, %140
  %142 = and i32 %133, %.015
  %143 = icmp ne i32 %142, 0
  %144 = xor i1 %143, %141
  br i1 %144, label %145, label %146
145:
  store i32 %140, ptr %135, align 4
  store i32 %136, ptr %139, align 4
  br label %146
146:
  %.not = icmp ult i32 %.04.in, 4
  br i1 %.not, label %._crit_edge, label %.lr.ph, !llvm.loop !19
}
declare i32 @raddle.thread.0() memory(none)
declare void @raddle_syncthreads(ptr)
declare ptr @raddle.thread.16() memory(none)
!nvvm.annotations = !{!6}
!6 = !{ptr @_Z6lengthPi, !"kernel", i32 1}
!8 = !{}
!14 = distinct !{!14, !15}
!15 = !{!"llvm.loop.unroll.full"}
!16 = distinct !{!16, !17, !18}
!17 = !{!"llvm.loop.mustprogress"}
!18 = !{!"llvm.loop.peeled.count", i32 7}
!19 = distinct !{!19, !17}
