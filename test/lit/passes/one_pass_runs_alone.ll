; -run-pass runs passes alone, on IR as it is before them; options that name passes are checked.
; RUN: %kernelc -bitcode %s -kernel _Z1kPi -lanes 32 -run-pass fold-known-branches | FileCheck %s
; RUN: not %kernelc -bitcode %s -kernel _Z1kPi -lanes 32 -run-pass normalise-loops,widen,fuse-warps 2>&1 | FileCheck %s --check-prefix=ORDER
; RUN: not %kernelc -bitcode %s -kernel _Z1kPi -run-pass fuse-warp 2>&1 | FileCheck %s --check-prefix=NEAR
; RUN: not %kernelc -bitcode %s -kernel _Z1kPi -disable-pass widen 2>&1 | FileCheck %s --check-prefix=ALWAYS
; RUN: not %kernelc -bitcode %s -kernel _Z1kPi -stop-after reshap 2>&1 | FileCheck %s --check-prefix=PHASE
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}}@_Z1kPi
; CHECK-NOT: i32 2
; CHECK: store i32 1, ptr %out
; CHECK-NEXT: ret void
; CHECK-NOT: i32 2
define void @_Z1kPi(ptr %thread, ptr %out) {
  br i1 true, label %one, label %other
one:
  store i32 1, ptr %out
  ret void
other:
  store i32 2, ptr %out
  ret void
}

; ORDER: the pass 'fuse-warps' needs "normal form" ({{.*}}), which 'widen' before it has ended
; NEAR: there is no pass 'fuse-warp'; did you mean fuse-warps?
; ALWAYS: the pass 'widen' cannot be left out: the code would not be right without it
; PHASE: there is no pass 'reshap'; raddle explain --list-passes lists them
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z1kPi, !"kernel", i32 1}
