; The loop over warps of a kernel without barriers that is one long dependence chain is divided: all warps come to barriers in
; the middle, also those that return before. These become loops as the program's do, or are dropped where no loops are made.
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z1kPf -lanes 32 -block rows -run-pass insert-fission-points | FileCheck %s
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z1kPf -lanes 32 -block rows+one-warp -run-pass insert-fission-points | FileCheck %s --check-prefix=NONE
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z1kPf -lanes 32 -block rows -run-pass insert-fission-points,drop-fission-points | FileCheck %s --check-prefix=NONE
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z1kPf -lanes 32 -block rows -run-pass insert-fission-points,loop-over-warps | FileCheck %s --check-prefix=LOOPS
; RUN: not %kernelc -bitcode %s -kernel _Z1kPf -lanes 32 -block rows -run-pass insert-fission-points,build-entries 2>&1 | FileCheck %s --check-prefix=ORDER
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}}@_Z1kPf(
; CHECK: fission.point:
; CHECK: %[[X:.*]] = phi <32 x float> [ poison, %entry ], [ %x{{.*}}, %work ]
; CHECK: %[[GOES_ON:.*]] = phi i1 [ true, %work ], [ false, %entry ]
; CHECK-NEXT: call void @raddle_syncthreads(ptr %thread), !raddle.fission.point
; CHECK-NEXT: br i1 %[[GOES_ON]], label %[[REST:.*]], label %
; CHECK: [[REST]]:
; CHECK-NEXT: fmul <32 x float> %[[X]]
; NONE-LABEL: define {{.*}}@_Z1kPf(
; NONE-NOT: call
; NONE: ret void
; LOOPS-LABEL: define {{.*}}@_Z1kPf(
; LOOPS: %kept = alloca
; LOOPS: fission.point{{.*}}.warps:
; LOOPS-NOT: call
; LOOPS: ret void
; ORDER: the pass 'build-entries' needs "no fission points" ({{.*}}), which 'insert-fission-points' before it has ended
define void @_Z1kPf(ptr %thread, ptr %out) {
entry:
  %warp.address = getelementptr inbounds i8, ptr %thread, i64 36
  %warp = load i32, ptr %warp.address
  %returns = icmp ugt i32 %warp, 5
  br i1 %returns, label %end, label %work
work:
  %address = getelementptr inbounds <32 x float>, ptr %out, i32 %warp
  %x = load <32 x float>, ptr %address
  %y = fadd <32 x float> %x, %x
  %x1 = fmul <32 x float> %x, %y  %x2 = fmul <32 x float> %x1, %y  %x3 = fmul <32 x float> %x2, %y
  %x4 = fmul <32 x float> %x3, %y  %x5 = fmul <32 x float> %x4, %y  %x6 = fmul <32 x float> %x5, %y
  %x7 = fmul <32 x float> %x6, %y  %x8 = fmul <32 x float> %x7, %y  %x9 = fmul <32 x float> %x8, %y
  %x10 = fmul <32 x float> %x9, %y  %x11 = fmul <32 x float> %x10, %y  %x12 = fmul <32 x float> %x11, %y
  %x13 = fmul <32 x float> %x12, %y  %x14 = fmul <32 x float> %x13, %y  %x15 = fmul <32 x float> %x14, %y
  %x16 = fmul <32 x float> %x15, %y  %x17 = fmul <32 x float> %x16, %y  %x18 = fmul <32 x float> %x17, %y
  %x19 = fmul <32 x float> %x18, %y  %x20 = fmul <32 x float> %x19, %y  %x21 = fmul <32 x float> %x20, %y
  %x22 = fmul <32 x float> %x21, %y  %x23 = fmul <32 x float> %x22, %y  %x24 = fmul <32 x float> %x23, %y
  %x25 = fmul <32 x float> %x24, %y  %x26 = fmul <32 x float> %x25, %y  %x27 = fmul <32 x float> %x26, %y
  %x28 = fmul <32 x float> %x27, %y  %x29 = fmul <32 x float> %x28, %y  %x30 = fmul <32 x float> %x29, %y
  %x31 = fmul <32 x float> %x30, %y  %x32 = fmul <32 x float> %x31, %y  %x33 = fmul <32 x float> %x32, %y
  %x34 = fmul <32 x float> %x33, %y  %x35 = fmul <32 x float> %x34, %y  %x36 = fmul <32 x float> %x35, %y
  %x37 = fmul <32 x float> %x36, %y  %x38 = fmul <32 x float> %x37, %y  %x39 = fmul <32 x float> %x38, %y
  %x40 = fmul <32 x float> %x39, %y  %x41 = fmul <32 x float> %x40, %y  %x42 = fmul <32 x float> %x41, %y
  %x43 = fmul <32 x float> %x42, %y  %x44 = fmul <32 x float> %x43, %y  %x45 = fmul <32 x float> %x44, %y
  %x46 = fmul <32 x float> %x45, %y  %x47 = fmul <32 x float> %x46, %y  %x48 = fmul <32 x float> %x47, %y
  %x49 = fmul <32 x float> %x48, %y  %x50 = fmul <32 x float> %x49, %y  %x51 = fmul <32 x float> %x50, %y
  %x52 = fmul <32 x float> %x51, %y  %x53 = fmul <32 x float> %x52, %y  %x54 = fmul <32 x float> %x53, %y
  %x55 = fmul <32 x float> %x54, %y  %x56 = fmul <32 x float> %x55, %y  %x57 = fmul <32 x float> %x56, %y
  %x58 = fmul <32 x float> %x57, %y  %x59 = fmul <32 x float> %x58, %y  %x60 = fmul <32 x float> %x59, %y
  %x61 = fmul <32 x float> %x60, %y  %x62 = fmul <32 x float> %x61, %y  %x63 = fmul <32 x float> %x62, %y
  %x64 = fmul <32 x float> %x63, %y  %x65 = fmul <32 x float> %x64, %y  %x66 = fmul <32 x float> %x65, %y
  %x67 = fmul <32 x float> %x66, %y  %x68 = fmul <32 x float> %x67, %y  %x69 = fmul <32 x float> %x68, %y
  %x70 = fmul <32 x float> %x69, %y  %x71 = fmul <32 x float> %x70, %y  %x72 = fmul <32 x float> %x71, %y
  %x73 = fmul <32 x float> %x72, %y  %x74 = fmul <32 x float> %x73, %y  %x75 = fmul <32 x float> %x74, %y
  %x76 = fmul <32 x float> %x75, %y  %x77 = fmul <32 x float> %x76, %y  %x78 = fmul <32 x float> %x77, %y
  %x79 = fmul <32 x float> %x78, %y  %x80 = fmul <32 x float> %x79, %y  %x81 = fmul <32 x float> %x80, %y
  %x82 = fmul <32 x float> %x81, %y  %x83 = fmul <32 x float> %x82, %y  %x84 = fmul <32 x float> %x83, %y
  %x85 = fmul <32 x float> %x84, %y  %x86 = fmul <32 x float> %x85, %y  %x87 = fmul <32 x float> %x86, %y
  %x88 = fmul <32 x float> %x87, %y  %x89 = fmul <32 x float> %x88, %y  %x90 = fmul <32 x float> %x89, %y
  %x91 = fmul <32 x float> %x90, %y  %x92 = fmul <32 x float> %x91, %y  %x93 = fmul <32 x float> %x92, %y
  %x94 = fmul <32 x float> %x93, %y  %x95 = fmul <32 x float> %x94, %y  %x96 = fmul <32 x float> %x95, %y
  store <32 x float> %x96, ptr %address
  br label %end
end:
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z1kPf, !"kernel", i32 1}
