; Without AVX-512, where a scatter of some lanes is a loop, scattered stores between which nothing else happens to memory are
; made by one. Where something is read in between, there are two.
; RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %s -kernel _Z4pairPiS_PKi -lanes 32 -block rows -run-pass widen | FileCheck %s
; RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %s -kernel _Z5apartPiS_PKi -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=APART
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z4pairPiS_PKi -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=SCATTERS
target triple = "x86_64-pc-linux-gnu"

; CHECK-LABEL: define {{.*}} @_Z4pairPiS_PKi(
; CHECK: each.lane:
; CHECK: store i32
; CHECK: store i32
; CHECK-NEXT: {{.*}} = sub i32
; CHECK-NOT: each.lane{{.*}}:
; CHECK: each.lane.end:
; CHECK-NOT: store i32
; CHECK: }
; SCATTERS-COUNT-2: call void @llvm.masked.scatter
;   __global__ void pair(int *keys, int *counts, const int *in) {
;     int x = in[threadIdx.x];
;     if (x > 0)
;       keys[x] = x, counts[x] = 2 * x;
;   }
define void @_Z4pairPiS_PKi(ptr %thread, ptr %keys, ptr %counts, ptr %in) {
  %t = call i32 @raddle.thread.0()
  %i = zext nneg i32 %t to i64
  %place = getelementptr inbounds i32, ptr %in, i64 %i
  %x = load i32, ptr %place, align 4
  %is = icmp sgt i32 %x, 0
  br i1 %is, label %some, label %end
some:
  %wide = zext nneg i32 %x to i64
  %key = getelementptr inbounds i32, ptr %keys, i64 %wide
  store i32 %x, ptr %key, align 4
  %twice = shl i32 %x, 1
  %count = getelementptr inbounds i32, ptr %counts, i64 %wide
  store i32 %twice, ptr %count, align 4
  br label %end
end:
  ret void
}

; APART-LABEL: define {{.*}} @_Z5apartPiS_PKi(
; APART: each.lane{{.*}}:
; APART: store i32
; APART-NOT: store i32
; APART: br i1
; APART: each.lane{{.*}}:
; APART: store i32
; APART: }
define void @_Z5apartPiS_PKi(ptr %thread, ptr %keys, ptr %counts, ptr %in) {
  %t = call i32 @raddle.thread.0()
  %i = zext nneg i32 %t to i64
  %place = getelementptr inbounds i32, ptr %in, i64 %i
  %x = load i32, ptr %place, align 4
  %is = icmp sgt i32 %x, 0
  br i1 %is, label %some, label %end
some:
  %wide = zext nneg i32 %x to i64
  %key = getelementptr inbounds i32, ptr %keys, i64 %wide
  store i32 %x, ptr %key, align 4
  %again = load i32, ptr %place, align 4
  %count = getelementptr inbounds i32, ptr %counts, i64 %wide
  store i32 %again, ptr %count, align 4
  br label %end
end:
  ret void
}

declare i32 @raddle.thread.0() memory(none)
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @_Z4pairPiS_PKi, !"kernel", i32 1}
!1 = !{ptr @_Z5apartPiS_PKi, !"kernel", i32 1}
