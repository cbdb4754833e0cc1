// Updates of shared memory whose old values nobody wants are one loop over the lanes, which gets their addresses in as few
// bytes as they need, or what several of them are parts of, once; a read between them keeps them apart.
// RUN: %clang_device -gline-tables-only -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -processor sapphirerapids -kernel _Z8togetherPKj -lanes 32 -block rows+one-warp -ir-after widen -stop-after widen | FileCheck %s --check-prefix=TOGETHER
// RUN: %kernelc -bitcode %t.bc -processor znver4 -kernel _Z5partsPKj -lanes 32 -block rows+one-warp -ir-after widen -stop-after widen | FileCheck %s --check-prefix=PARTS
// RUN: %kernelc -bitcode %t.bc -processor znver4 -kernel _Z8in_placePKjPj -lanes 32 -block rows+one-warp -ir-after widen -stop-after widen | FileCheck %s --check-prefix=PLACE
// RUN: %kernelc -bitcode %t.bc -processor znver4 -kernel _Z8by_wordsPKj -lanes 32 -block rows+one-warp -ir-after widen -stop-after widen | FileCheck %s --check-prefix=WORDS
// RUN: %kernelc -bitcode %t.bc -processor znver4 -kernel _Z8in_turnsPKjPKf -lanes 32 -block rows+one-warp -ir-after widen -stop-after widen | FileCheck %s --check-prefix=TURNS
// RUN: %kernelc -bitcode %t.bc -processor znver4 -kernel _Z5apartPKjPj -lanes 32 -block rows+one-warp -ir-after widen -stop-after widen | FileCheck %s --check-prefix=APART

__shared__ unsigned bins[1024];

// TOGETHER-LABEL: define {{.*}} @_Z8togetherPKj(
// TOGETHER: trunc <32 x i32> %{{.*}} to <32 x i8>
// TOGETHER: trunc <32 x i32> %{{.*}} to <32 x i16>
// TOGETHER-COUNT-1: phi i32 {{.*}}each.lane
// TOGETHER-NOT: each.lane:
// TOGETHER: ret void
__global__ void together(const unsigned *in) {
  unsigned a = in[threadIdx.x], b = in[threadIdx.x + 32], c = in[threadIdx.x + 64], d = in[threadIdx.x + 96];
  atomicAdd(&bins[a & 255], 1);
  atomicAdd(&bins[256 + (b & 255)], 1);
  atomicAdd(&bins[c & 255], 1);
  atomicAdd(&bins[768 + (d >> 24)], 1);
}

// Each lane loads its two words once, one after the other.
// PARTS-LABEL: define {{.*}} @_Z5partsPKj(
// PARTS: store <32 x i32>
// PARTS-NEXT: getelementptr
// PARTS-NEXT: store <32 x i32>
// PARTS-NOT: store <32 x
// PARTS: phi i32 {{.*}}each.lane
// PARTS: getelementptr i32, ptr %{{.*}}, i32 %
// PARTS-NEXT: [[FIRST:%.*]] = load i32, ptr %{{.*}}
// PARTS-NEXT: and i32 [[FIRST]], 255
// PARTS: lshr i32 [[FIRST]], 8
// PARTS: getelementptr i32, ptr %{{.*}}, i32 %
// PARTS-NEXT: [[SECOND:%.*]] = load i32, ptr %{{.*}}
// PARTS-NEXT: and i32 [[SECOND]], 255
// PARTS: lshr i32 [[SECOND]], 24
// PARTS: ret void
__global__ void parts(const unsigned *in) {
  unsigned first = 5 * in[threadIdx.x], second = 5 * in[threadIdx.x + 32];
  atomicAdd(&bins[first & 255], 1);
  atomicAdd(&bins[256 + (second & 255)], 1);
  atomicAdd(&bins[first >> 8 & 255], 1);
  atomicAdd(&bins[second >> 24], 1);
}

// What lies in memory side by side is loaded from there, unless something has been stored in between.
// PLACE-LABEL: define {{.*}} @_Z8in_placePKjPj(
// PLACE: store <32 x i32> zeroinitializer
// PLACE: store <32 x i32>
// PLACE-NOT: store <32 x
// PLACE: %lane = phi i32 [ 0,
// PLACE: [[AT:%.*]] = getelementptr i32, ptr %{{.*}}, i32 %lane
// PLACE-NEXT: [[FIRST:%.*]] = load i32, ptr [[AT]]
// PLACE-NEXT: and i32 [[FIRST]], 255
// PLACE: lshr i32 [[FIRST]], 8
// PLACE: getelementptr i32, ptr %{{.*}}, i32 %lane
// PLACE-NEXT: [[SECOND:%.*]] = load i32, ptr %{{.*}}
// PLACE: icmp ne i32 %{{.*}}, 32
// PLACE: ret void
__global__ void in_place(const unsigned *in, unsigned *out) {
  unsigned second = in[threadIdx.x + 32];
  out[threadIdx.x] = 0;
  unsigned first = in[threadIdx.x];
  atomicAdd(&bins[first & 255], 1);
  atomicAdd(&bins[256 + (second & 255)], 1);
  atomicAdd(&bins[first >> 8 & 255], 1);
  atomicAdd(&bins[second >> 24], 1);
}

// A word in memory is loaded with its neighbour's, one iteration early, in four places.
// WORDS-LABEL: define {{.*}} @_Z8by_wordsPKj(
// WORDS: [[FIRST:%.*]] = load i64, ptr [[WHERE:%.*]], align 4
// WORDS: getelementptr i8, ptr [[WHERE]], i64 32
// WORDS: getelementptr i8, ptr [[WHERE]], i64 64
// WORDS: getelementptr i8, ptr [[WHERE]], i64 96
// WORDS: each.word:
// WORDS-NEXT: %iteration = phi i32 [ 0, %{{.*}} ], [ [[NEXT:%.*]], %each.word ]
// WORDS-NEXT: [[NOW:%.*]] = phi i64 [ [[FIRST]], %{{.*}} ], [ [[LATER:%.*]], %each.word ]
// WORDS: [[NEXT]] = add nuw nsw i32 %iteration, 1
// WORDS-NEXT: [[LAST:%.*]] = icmp eq i32 [[NEXT]], 4
// WORDS-NEXT: [[AHEAD:%.*]] = select i1 [[LAST]], i32 %iteration, i32 [[NEXT]]
// WORDS-NEXT: [[AT:%.*]] = getelementptr i64, ptr [[WHERE]], i32 [[AHEAD]]
// WORDS-NEXT: [[LATER]] = load i64, ptr [[AT]], align 4
// WORDS-NEXT: trunc i64 [[NOW]] to i32
// WORDS: lshr i64 [[NOW]], 32
// WORDS: br i1 [[LAST]], label %each.word.end, label %each.word
// WORDS-NOT: each.lane
// WORDS: ret void
__shared__ unsigned few[256];
__global__ void by_words(const unsigned *in) {
  unsigned word = in[threadIdx.x];
  atomicAdd(&few[word & 255], 1);
  atomicAdd(&few[word >> 8 & 255], 1);
  atomicAdd(&few[word >> 16 & 255], 1);
  atomicAdd(&few[word >> 24], 1);
}

// Sums of floats keep their order.
// TURNS-LABEL: define {{.*}} @_Z8in_turnsPKjPKf(
// TURNS: phi i32 {{.*}}each.lane
// TURNS: getelementptr i32, ptr %{{.*}}, i32 %
// TURNS-NEXT: [[FIRST:%.*]] = load i32, ptr %{{.*}}
// TURNS-NEXT: and i32 [[FIRST]], 255
// TURNS: fadd
// TURNS: getelementptr i32, ptr %{{.*}}, i32 %
// TURNS-NEXT: [[SECOND:%.*]] = load i32, ptr %{{.*}}
// TURNS-NEXT: and i32 [[SECOND]], 255
// TURNS: fadd
// TURNS: lshr i32 [[FIRST]], 8
// TURNS: fadd
// TURNS: lshr i32 [[SECOND]], 24
// TURNS: fadd
// TURNS: ret void
__shared__ float sums[256];
__global__ void in_turns(const unsigned *in, const float *by) {
  unsigned first = in[threadIdx.x], second = in[threadIdx.x + 32];
  float value = by[threadIdx.x];
  atomicAdd(&sums[first & 255], value);
  atomicAdd(&sums[second & 255], value);
  atomicAdd(&sums[first >> 8 & 255], value);
  atomicAdd(&sums[second >> 24], value);
}

// APART-LABEL: define {{.*}} @_Z5apartPKjPj(
// APART: store i32
// APART: [[SEEN:%.*]] = call <32 x i32> @llvm.masked.gather
// APART: store i32
// APART: ret void
__global__ void apart(const unsigned *in, unsigned *out) {
  unsigned word = in[threadIdx.x];
  atomicAdd(&bins[word & 255], 1);
  unsigned seen = bins[word >> 8 & 255];
  atomicAdd(&bins[word >> 24], 1);
  out[threadIdx.x] = seen;
}
