; Updates of shared memory whose old values nobody wants are one loop over the lanes, which gets their addresses in as few
; bytes as they need, or what several of them are parts of, once; a read between them keeps them apart.
; RUN: %kernelc -bitcode %s -processor sapphirerapids -kernel _Z8togetherPKj -lanes 32 -block rows+one-warp -run-pass widen | FileCheck %s --check-prefix=TOGETHER
; RUN: %kernelc -bitcode %s -processor znver4 -kernel _Z5partsPKj -lanes 32 -block rows+one-warp -run-pass widen | FileCheck %s --check-prefix=PARTS
; RUN: %kernelc -bitcode %s -processor znver4 -kernel _Z8in_placePKjPj -lanes 32 -block rows+one-warp -run-pass widen | FileCheck %s --check-prefix=PLACE
; RUN: %kernelc -bitcode %s -processor znver4 -kernel _Z8by_wordsPKj -lanes 32 -block rows+one-warp -run-pass widen | FileCheck %s --check-prefix=WORDS
; RUN: %kernelc -bitcode %s -processor znver4 -kernel _Z8in_turnsPKjPKf -lanes 32 -block rows+one-warp -run-pass widen | FileCheck %s --check-prefix=TURNS
; RUN: %kernelc -bitcode %s -processor znver4 -kernel _Z5apartPKjPj -lanes 32 -block rows+one-warp -run-pass widen | FileCheck %s --check-prefix=APART
target triple = "x86_64-pc-linux-gnu"

;   __shared__ unsigned bins[1024];

; TOGETHER-LABEL: define {{.*}} @_Z8togetherPKj(
; TOGETHER: trunc <32 x i32> %{{.*}} to <32 x i8>
; TOGETHER: trunc <32 x i32> %{{.*}} to <32 x i16>
; TOGETHER-COUNT-1: phi i32 {{.*}}each.lane
; TOGETHER-NOT: each.lane:
; TOGETHER: ret void
;   __global__ void together(const unsigned *in) {
;     unsigned a = in[threadIdx.x], b = in[threadIdx.x + 32], c = in[threadIdx.x + 64], d = in[threadIdx.x + 96];
;     atomicAdd(&bins[a & 255], 1);
;     atomicAdd(&bins[256 + (b & 255)], 1);
;     atomicAdd(&bins[c & 255], 1);
;     atomicAdd(&bins[768 + (d >> 24)], 1);
;   }
define void @_Z8togetherPKj(ptr %thread, ptr %0) {
  %2 = call ptr @raddle.thread.16()
  %3 = getelementptr inbounds i8, ptr %2, i32 40
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %4, i64 0
  %6 = tail call i32 @raddle.thread.0()
  %7 = zext nneg i32 %6 to i64
  %8 = getelementptr inbounds i32, ptr %0, i64 %7
  %9 = load i32, ptr %8, align 4
  %10 = getelementptr inbounds i8, ptr %8, i64 128
  %11 = load i32, ptr %10, align 4
  %12 = getelementptr inbounds i8, ptr %8, i64 256
  %13 = load i32, ptr %12, align 4
  %14 = getelementptr inbounds i8, ptr %8, i64 384
  %15 = load i32, ptr %14, align 4
  %16 = and i32 %9, 255
  %17 = zext nneg i32 %16 to i64
  %18 = getelementptr inbounds [1024 x i32], ptr %5, i64 0, i64 %17
  %old.i3 = atomicrmw add ptr %18, i32 1 syncscope("device") monotonic, align 4, !raddle.block !1
  %19 = and i32 %11, 255
  %20 = or disjoint i32 %19, 256
  %21 = zext nneg i32 %20 to i64
  %22 = getelementptr inbounds [1024 x i32], ptr %5, i64 0, i64 %21
  %old.i2 = atomicrmw add ptr %22, i32 1 syncscope("device") monotonic, align 4, !raddle.block !1
  %23 = and i32 %13, 255
  %24 = zext nneg i32 %23 to i64
  %25 = getelementptr inbounds [1024 x i32], ptr %5, i64 0, i64 %24
  %old.i1 = atomicrmw add ptr %25, i32 1 syncscope("device") monotonic, align 4, !raddle.block !1
  %26 = lshr i32 %15, 24
  %27 = or disjoint i32 %26, 768
  %28 = zext nneg i32 %27 to i64
  %29 = getelementptr inbounds [1024 x i32], ptr %5, i64 0, i64 %28
  %old.i = atomicrmw add ptr %29, i32 1 syncscope("device") monotonic, align 4, !raddle.block !1
  ret void
}

; Each lane loads its two words once, one after the other.
; PARTS-LABEL: define {{.*}} @_Z5partsPKj(
; PARTS: store <32 x i32>
; PARTS-NEXT: getelementptr
; PARTS-NEXT: store <32 x i32>
; PARTS-NOT: store <32 x
; PARTS: phi i32 {{.*}}each.lane
; PARTS: getelementptr i32, ptr %{{.*}}, i32 %
; PARTS-NEXT: [[FIRST:%.*]] = load i32, ptr %{{.*}}
; PARTS-NEXT: and i32 [[FIRST]], 255
; PARTS: lshr i32 [[FIRST]], 8
; PARTS: getelementptr i32, ptr %{{.*}}, i32 %
; PARTS-NEXT: [[SECOND:%.*]] = load i32, ptr %{{.*}}
; PARTS-NEXT: and i32 [[SECOND]], 255
; PARTS: lshr i32 [[SECOND]], 24
; PARTS: ret void
;   __global__ void parts(const unsigned *in) {
;     unsigned first = 5 * in[threadIdx.x], second = 5 * in[threadIdx.x + 32];
;     atomicAdd(&bins[first & 255], 1);
;     atomicAdd(&bins[256 + (second & 255)], 1);
;     atomicAdd(&bins[first >> 8 & 255], 1);
;     atomicAdd(&bins[second >> 24], 1);
;   }
define void @_Z5partsPKj(ptr %thread, ptr %0) {
  %2 = call ptr @raddle.thread.16()
  %3 = getelementptr inbounds i8, ptr %2, i32 40
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %4, i64 0
  %6 = tail call i32 @raddle.thread.0()
  %7 = zext nneg i32 %6 to i64
  %8 = getelementptr inbounds i32, ptr %0, i64 %7
  %9 = load i32, ptr %8, align 4
  %10 = mul i32 %9, 5
  %11 = getelementptr inbounds i8, ptr %8, i64 128
  %12 = load i32, ptr %11, align 4
  %13 = mul i32 %12, 5
  %14 = and i32 %10, 255
  %15 = zext nneg i32 %14 to i64
  %16 = getelementptr inbounds [1024 x i32], ptr %5, i64 0, i64 %15
  %old.i3 = atomicrmw add ptr %16, i32 1 syncscope("device") monotonic, align 4, !raddle.block !3
  %17 = and i32 %13, 255
  %18 = or disjoint i32 %17, 256
  %19 = zext nneg i32 %18 to i64
  %20 = getelementptr inbounds [1024 x i32], ptr %5, i64 0, i64 %19
  %old.i2 = atomicrmw add ptr %20, i32 1 syncscope("device") monotonic, align 4, !raddle.block !3
  %21 = lshr i32 %10, 8
  %22 = and i32 %21, 255
  %23 = zext nneg i32 %22 to i64
  %24 = getelementptr inbounds [1024 x i32], ptr %5, i64 0, i64 %23
  %old.i1 = atomicrmw add ptr %24, i32 1 syncscope("device") monotonic, align 4, !raddle.block !3
  %25 = lshr i32 %13, 24
  %26 = zext nneg i32 %25 to i64
  %27 = getelementptr inbounds [1024 x i32], ptr %5, i64 0, i64 %26
  %old.i = atomicrmw add ptr %27, i32 1 syncscope("device") monotonic, align 4, !raddle.block !3
  ret void
}

; What lies in memory side by side is loaded from there, unless something has been stored in between.
; PLACE-LABEL: define {{.*}} @_Z8in_placePKjPj(
; PLACE: store <32 x i32> zeroinitializer
; PLACE: store <32 x i32>
; PLACE-NOT: store <32 x
; PLACE: %lane = phi i32 [ 0,
; PLACE: [[AT:%.*]] = getelementptr i32, ptr %{{.*}}, i32 %lane
; PLACE-NEXT: [[FIRST:%.*]] = load i32, ptr [[AT]]
; PLACE-NEXT: and i32 [[FIRST]], 255
; PLACE: lshr i32 [[FIRST]], 8
; PLACE: getelementptr i32, ptr %{{.*}}, i32 %lane
; PLACE-NEXT: [[SECOND:%.*]] = load i32, ptr %{{.*}}
; PLACE: icmp ne i32 %{{.*}}, 32
; PLACE: ret void
;   __global__ void in_place(const unsigned *in, unsigned *out) {
;     unsigned second = in[threadIdx.x + 32];
;     out[threadIdx.x] = 0;
;     unsigned first = in[threadIdx.x];
;     atomicAdd(&bins[first & 255], 1);
;     atomicAdd(&bins[256 + (second & 255)], 1);
;     atomicAdd(&bins[first >> 8 & 255], 1);
;     atomicAdd(&bins[second >> 24], 1);
;   }
define void @_Z8in_placePKjPj(ptr %thread, ptr %0, ptr %1) {
  %3 = call ptr @raddle.thread.16()
  %4 = getelementptr inbounds i8, ptr %3, i32 40
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 0
  %7 = tail call i32 @raddle.thread.0()
  %8 = zext nneg i32 %7 to i64
  %9 = getelementptr inbounds i32, ptr %0, i64 %8
  %10 = getelementptr inbounds i8, ptr %9, i64 128
  %11 = load i32, ptr %10, align 4
  %12 = getelementptr inbounds i32, ptr %1, i64 %8
  store i32 0, ptr %12, align 4
  %13 = load i32, ptr %9, align 4
  %14 = and i32 %13, 255
  %15 = zext nneg i32 %14 to i64
  %16 = getelementptr inbounds [1024 x i32], ptr %6, i64 0, i64 %15
  %old.i3 = atomicrmw add ptr %16, i32 1 syncscope("device") monotonic, align 4, !raddle.block !5
  %17 = and i32 %11, 255
  %18 = or disjoint i32 %17, 256
  %19 = zext nneg i32 %18 to i64
  %20 = getelementptr inbounds [1024 x i32], ptr %6, i64 0, i64 %19
  %old.i2 = atomicrmw add ptr %20, i32 1 syncscope("device") monotonic, align 4, !raddle.block !5
  %21 = lshr i32 %13, 8
  %22 = and i32 %21, 255
  %23 = zext nneg i32 %22 to i64
  %24 = getelementptr inbounds [1024 x i32], ptr %6, i64 0, i64 %23
  %old.i1 = atomicrmw add ptr %24, i32 1 syncscope("device") monotonic, align 4, !raddle.block !5
  %25 = lshr i32 %11, 24
  %26 = zext nneg i32 %25 to i64
  %27 = getelementptr inbounds [1024 x i32], ptr %6, i64 0, i64 %26
  %old.i = atomicrmw add ptr %27, i32 1 syncscope("device") monotonic, align 4, !raddle.block !5
  ret void
}

; A word in memory is loaded with its neighbour's, one iteration early, in four places.
; WORDS-LABEL: define {{.*}} @_Z8by_wordsPKj(
; WORDS: [[FIRST:%.*]] = load i64, ptr [[WHERE:%.*]], align 4
; WORDS: getelementptr i8, ptr [[WHERE]], i64 32
; WORDS: getelementptr i8, ptr [[WHERE]], i64 64
; WORDS: getelementptr i8, ptr [[WHERE]], i64 96
; WORDS: each.word:
; WORDS-NEXT: %iteration = phi i32 [ 0, %{{.*}} ], [ [[NEXT:%.*]], %each.word ]
; WORDS-NEXT: [[NOW:%.*]] = phi i64 [ [[FIRST]], %{{.*}} ], [ [[LATER:%.*]], %each.word ]
; WORDS: [[NEXT]] = add nuw nsw i32 %iteration, 1
; WORDS-NEXT: [[LAST:%.*]] = icmp eq i32 [[NEXT]], 4
; WORDS-NEXT: [[AHEAD:%.*]] = select i1 [[LAST]], i32 %iteration, i32 [[NEXT]]
; WORDS-NEXT: [[AT:%.*]] = getelementptr i64, ptr [[WHERE]], i32 [[AHEAD]]
; WORDS-NEXT: [[LATER]] = load i64, ptr [[AT]], align 4
; WORDS-NEXT: trunc i64 [[NOW]] to i32
; WORDS: lshr i64 [[NOW]], 32
; WORDS: br i1 [[LAST]], label %each.word.end, label %each.word
; WORDS-NOT: each.lane
; WORDS: ret void
;   __shared__ unsigned few[256];
;   __global__ void by_words(const unsigned *in) {
;     unsigned word = in[threadIdx.x];
;     atomicAdd(&few[word & 255], 1);
;     atomicAdd(&few[word >> 8 & 255], 1);
;     atomicAdd(&few[word >> 16 & 255], 1);
;     atomicAdd(&few[word >> 24], 1);
;   }
define void @_Z8by_wordsPKj(ptr %thread, ptr %0) {
  %2 = call ptr @raddle.thread.16()
  %3 = getelementptr inbounds i8, ptr %2, i32 40
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %4, i64 0
  %6 = tail call i32 @raddle.thread.0()
  %7 = zext nneg i32 %6 to i64
  %8 = getelementptr inbounds i32, ptr %0, i64 %7
  %9 = load i32, ptr %8, align 4
  %10 = and i32 %9, 255
  %11 = zext nneg i32 %10 to i64
  %12 = getelementptr inbounds [256 x i32], ptr %5, i64 0, i64 %11
  %old.i3 = atomicrmw add ptr %12, i32 1 syncscope("device") monotonic, align 4, !raddle.block !7
  %13 = lshr i32 %9, 8
  %14 = and i32 %13, 255
  %15 = zext nneg i32 %14 to i64
  %16 = getelementptr inbounds [256 x i32], ptr %5, i64 0, i64 %15
  %old.i2 = atomicrmw add ptr %16, i32 1 syncscope("device") monotonic, align 4, !raddle.block !7
  %17 = lshr i32 %9, 16
  %18 = and i32 %17, 255
  %19 = zext nneg i32 %18 to i64
  %20 = getelementptr inbounds [256 x i32], ptr %5, i64 0, i64 %19
  %old.i1 = atomicrmw add ptr %20, i32 1 syncscope("device") monotonic, align 4, !raddle.block !7
  %21 = lshr i32 %9, 24
  %22 = zext nneg i32 %21 to i64
  %23 = getelementptr inbounds [256 x i32], ptr %5, i64 0, i64 %22
  %old.i = atomicrmw add ptr %23, i32 1 syncscope("device") monotonic, align 4, !raddle.block !7
  ret void
}

; Sums of floats keep their order.
; TURNS-LABEL: define {{.*}} @_Z8in_turnsPKjPKf(
; TURNS: phi i32 {{.*}}each.lane
; TURNS: getelementptr i32, ptr %{{.*}}, i32 %
; TURNS-NEXT: [[FIRST:%.*]] = load i32, ptr %{{.*}}
; TURNS-NEXT: and i32 [[FIRST]], 255
; TURNS: fadd
; TURNS: getelementptr i32, ptr %{{.*}}, i32 %
; TURNS-NEXT: [[SECOND:%.*]] = load i32, ptr %{{.*}}
; TURNS-NEXT: and i32 [[SECOND]], 255
; TURNS: fadd
; TURNS: lshr i32 [[FIRST]], 8
; TURNS: fadd
; TURNS: lshr i32 [[SECOND]], 24
; TURNS: fadd
; TURNS: ret void
;   __shared__ float sums[256];
;   __global__ void in_turns(const unsigned *in, const float *by) {
;     unsigned first = in[threadIdx.x], second = in[threadIdx.x + 32];
;     float value = by[threadIdx.x];
;     atomicAdd(&sums[first & 255], value);
;     atomicAdd(&sums[second & 255], value);
;     atomicAdd(&sums[first >> 8 & 255], value);
;     atomicAdd(&sums[second >> 24], value);
;   }
define void @_Z8in_turnsPKjPKf(ptr %thread, ptr %0, ptr %1) {
  %3 = call ptr @raddle.thread.16()
  %4 = getelementptr inbounds i8, ptr %3, i32 40
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 0
  %7 = tail call i32 @raddle.thread.0()
  %8 = zext nneg i32 %7 to i64
  %9 = getelementptr inbounds i32, ptr %0, i64 %8
  %10 = load i32, ptr %9, align 4
  %11 = getelementptr inbounds i8, ptr %9, i64 128
  %12 = load i32, ptr %11, align 4
  %13 = getelementptr inbounds float, ptr %1, i64 %8
  %14 = load float, ptr %13, align 4
  %15 = and i32 %10, 255
  %16 = zext nneg i32 %15 to i64
  %17 = getelementptr inbounds [256 x float], ptr %6, i64 0, i64 %16
  %old.i3 = atomicrmw fadd ptr %17, float %14 syncscope("device") monotonic, align 4, !raddle.block !9
  %18 = and i32 %12, 255
  %19 = zext nneg i32 %18 to i64
  %20 = getelementptr inbounds [256 x float], ptr %6, i64 0, i64 %19
  %old.i2 = atomicrmw fadd ptr %20, float %14 syncscope("device") monotonic, align 4, !raddle.block !9
  %21 = lshr i32 %10, 8
  %22 = and i32 %21, 255
  %23 = zext nneg i32 %22 to i64
  %24 = getelementptr inbounds [256 x float], ptr %6, i64 0, i64 %23
  %old.i1 = atomicrmw fadd ptr %24, float %14 syncscope("device") monotonic, align 4, !raddle.block !9
  %25 = lshr i32 %12, 24
  %26 = zext nneg i32 %25 to i64
  %27 = getelementptr inbounds [256 x float], ptr %6, i64 0, i64 %26
  %old.i = atomicrmw fadd ptr %27, float %14 syncscope("device") monotonic, align 4, !raddle.block !9
  ret void
}

; APART-LABEL: define {{.*}} @_Z5apartPKjPj(
; APART: store i32
; APART: [[SEEN:%.*]] = call <32 x i32> @llvm.masked.gather
; APART: store i32
; APART: ret void
;   __global__ void apart(const unsigned *in, unsigned *out) {
;     unsigned word = in[threadIdx.x];
;     atomicAdd(&bins[word & 255], 1);
;     unsigned seen = bins[word >> 8 & 255];
;     atomicAdd(&bins[word >> 24], 1);
;     out[threadIdx.x] = seen;
;   }
define void @_Z5apartPKjPj(ptr %thread, ptr %0, ptr %1) {
  %3 = call ptr @raddle.thread.16()
  %4 = getelementptr inbounds i8, ptr %3, i32 40
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 0
  %7 = tail call i32 @raddle.thread.0()
  %8 = zext nneg i32 %7 to i64
  %9 = getelementptr inbounds i32, ptr %0, i64 %8
  %10 = load i32, ptr %9, align 4
  %11 = and i32 %10, 255
  %12 = zext nneg i32 %11 to i64
  %13 = getelementptr inbounds [1024 x i32], ptr %6, i64 0, i64 %12
  %old.i1 = atomicrmw add ptr %13, i32 1 syncscope("device") monotonic, align 4, !raddle.block !11
  %14 = lshr i32 %10, 8
  %15 = and i32 %14, 255
  %16 = zext nneg i32 %15 to i64
  %17 = getelementptr inbounds [1024 x i32], ptr %6, i64 0, i64 %16
  %18 = load i32, ptr %17, align 4
  %19 = lshr i32 %10, 24
  %20 = zext nneg i32 %19 to i64
  %21 = getelementptr inbounds [1024 x i32], ptr %6, i64 0, i64 %20
  %old.i = atomicrmw add ptr %21, i32 1 syncscope("device") monotonic, align 4, !raddle.block !11
  %22 = getelementptr inbounds i32, ptr %1, i64 %8
  store i32 %18, ptr %22, align 4
  ret void
}
declare i32 @raddle.thread.0()
declare ptr @raddle.thread.16()
!nvvm.annotations = !{!0, !2, !4, !6, !8, !10}
!0 = !{ptr @_Z8togetherPKj, !"kernel", i32 1}
!1 = !{}
!2 = !{ptr @_Z5partsPKj, !"kernel", i32 1}
!3 = !{}
!4 = !{ptr @_Z8in_placePKjPj, !"kernel", i32 1}
!5 = !{}
!6 = !{ptr @_Z8by_wordsPKj, !"kernel", i32 1}
!7 = !{}
!8 = !{ptr @_Z8in_turnsPKjPKf, !"kernel", i32 1}
!9 = !{}
!10 = !{ptr @_Z5apartPKjPj, !"kernel", i32 1}
!11 = !{}
