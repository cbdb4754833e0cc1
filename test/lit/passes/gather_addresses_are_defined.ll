; Lanes of a gather's addresses that are undefined become null: LLVM would give such addresses the register that the gather
; loads into. Addresses that all lanes share stay as they are, as do expressions of constants.
; RUN: %kernelc -bitcode %s -kernel _Z1kPi -lanes 32 -run-pass define-gather-addresses | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
@table = external global [4 x i32]

; CHECK-LABEL: define {{.*}}@_Z1kPi
; CHECK: %one = insertelement <4 x ptr> zeroinitializer, ptr %p, i64 2
; CHECK: %some = shufflevector <4 x ptr> %one, <4 x ptr> zeroinitializer, <4 x i32> <i32 2, i32 0, i32 2, i32 5>
; CHECK: getelementptr i32, <4 x ptr> %one, <4 x i64> <i64 1, i64 0, i64 3, i64 0>
; CHECK: %first = insertelement <4 x ptr> poison, ptr %p, i64 0
; CHECK: masked.gather.v4i32.v4p0(<4 x ptr> getelementptr
; CHECK: shufflevector <4 x ptr> %one, <4 x ptr> zeroinitializer, <4 x i32> <i32 2, i32 0, i32 1, i32 2>
define void @_Z1kPi(ptr %p, <4 x i1> %mask, ptr %out) {
  %one = insertelement <4 x ptr> poison, ptr %p, i64 2
  %some = shufflevector <4 x ptr> %one, <4 x ptr> poison, <4 x i32> <i32 2, i32 0, i32 poison, i32 5>
  %beside = getelementptr i32, <4 x ptr> %one, <4 x i64> <i64 1, i64 poison, i64 3, i64 undef>
  %first = insertelement <4 x ptr> poison, ptr %p, i64 0
  %all = shufflevector <4 x ptr> %first, <4 x ptr> poison, <4 x i32> zeroinitializer
  %a = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %some, i32 4, <4 x i1> %mask, <4 x i32> zeroinitializer)
  %b = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %beside, i32 4, <4 x i1> %mask, <4 x i32> %a)
  %c = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %all, i32 4, <4 x i1> %mask, <4 x i32> %b)
  %d = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> getelementptr inbounds (i32, ptr @table, <4 x i64> <i64 3, i64 1, i64 2, i64 0>), i32 4, <4 x i1> %mask, <4 x i32> %c)
  ; Some lanes of this constant are undefined and the others poison, which is no single value.
  %mixed = shufflevector <4 x ptr> %one, <4 x ptr> <ptr undef, ptr poison, ptr undef, ptr poison>, <4 x i32> <i32 2, i32 0, i32 1, i32 poison>
  %e = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %mixed, i32 4, <4 x i1> %mask, <4 x i32> %d)
  store <4 x i32> %e, ptr %out, align 16
  ret void
}

declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, i32 immarg, <4 x i1>, <4 x i32>)

!nvvm.annotations = !{!0}
!0 = !{ptr @_Z1kPi, !"kernel", i32 1}
