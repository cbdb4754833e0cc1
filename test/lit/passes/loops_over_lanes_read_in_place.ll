; A loop over lanes reads a vector where the warp keeps it, instead of a copy; unless something may have written that meanwhile.
; RUN: %kernelc -bitcode %s -kernel _Z8in_placePi -lanes 32 -run-pass read-in-place | FileCheck %s
; RUN: %kernelc -bitcode %s -kernel _Z7writtenPi -lanes 32 -run-pass read-in-place | FileCheck %s --check-prefix=WRITTEN
; RUN: %kernelc -bitcode %s -kernel _Z6otherPi -lanes 32 -run-pass read-in-place | FileCheck %s --check-prefix=OTHER
target triple = "x86_64-pc-linux-gnu"

declare void @fill(ptr nocapture)
declare void @llvm.lifetime.start.p0(i64, ptr nocapture)
declare void @llvm.lifetime.end.p0(i64, ptr nocapture)

; CHECK-LABEL: define {{.*}} @_Z8in_placePi(
; CHECK-NOT: store <32 x i32>
; CHECK: lane:
; CHECK: getelementptr i32, ptr %kept
; CHECK: store i32
define void @_Z8in_placePi(ptr %thread, ptr %p) {
  %kept = alloca [8 x <32 x i32>], align 128
  %spill = alloca <32 x i32>, align 64, !raddle.scratch !0
  call void @llvm.lifetime.start.p0(i64 128, ptr %spill)
  call void @fill(ptr %kept)
  %x = load <32 x i32>, ptr %kept, align 128
  store <32 x i32> %x, ptr %spill, align 64
  br label %lane
lane:
  %i = phi i32 [ 0, %0 ], [ %next, %lane ]
  %from = getelementptr i32, ptr %spill, i32 %i
  %own = load i32, ptr %from, align 4
  %to = getelementptr i32, ptr %p, i32 %own
  store i32 %i, ptr %to, align 4
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 32
  br i1 %more, label %lane, label %end
end:
  call void @llvm.lifetime.end.p0(i64 128, ptr %spill)
  ret void
}

; The loop itself writes the place of what it reads.
; WRITTEN-LABEL: define {{.*}} @_Z7writtenPi(
; WRITTEN: store <32 x i32> %x, ptr %spill
; WRITTEN: getelementptr i32, ptr %spill
define void @_Z7writtenPi(ptr %thread, ptr %p) {
  %kept = alloca [8 x <32 x i32>], align 128
  %spill = alloca <32 x i32>, align 64, !raddle.scratch !0
  call void @fill(ptr %kept)
  %x = load <32 x i32>, ptr %kept, align 128
  store <32 x i32> %x, ptr %spill, align 64
  br label %lane
lane:
  %i = phi i32 [ 0, %0 ], [ %next, %lane ]
  %from = getelementptr i32, ptr %spill, i32 %i
  %own = load i32, ptr %from, align 4
  %to = getelementptr i32, ptr %kept, i32 %own
  store i32 %i, ptr %to, align 4
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 32
  br i1 %more, label %lane, label %end
end:
  ret void
}

; Other threads may write what comes out of a parameter.
; OTHER-LABEL: define {{.*}} @_Z6otherPi(
; OTHER: store <32 x i32> %x, ptr %spill
define void @_Z6otherPi(ptr %thread, ptr %p) {
  %spill = alloca <32 x i32>, align 64, !raddle.scratch !0
  %x = load <32 x i32>, ptr %p, align 128
  store <32 x i32> %x, ptr %spill, align 64
  br label %lane
lane:
  %i = phi i32 [ 0, %0 ], [ %next, %lane ]
  %from = getelementptr i32, ptr %spill, i32 %i
  %own = load i32, ptr %from, align 4
  %to = getelementptr i32, ptr %p, i32 %own
  store i32 %i, ptr %to, align 4
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 32
  br i1 %more, label %lane, label %end
end:
  ret void
}

!0 = !{}
!nvvm.annotations = !{!1, !2, !3}
!1 = !{ptr @_Z8in_placePi, !"kernel", i32 1}
!2 = !{ptr @_Z7writtenPi, !"kernel", i32 1}
!3 = !{ptr @_Z6otherPi, !"kernel", i32 1}
