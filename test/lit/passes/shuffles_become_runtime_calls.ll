; Operands that the runtime takes as words are converted; the result is converted back.
; RUN: %kernelc -bitcode %s -kernel k -run-pass thread-parameter,resolve-intrinsics | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.nvvm.shfl.sync.bfly.f32(i32, float, i32, i32)
declare i1 @llvm.nvvm.vote.any.sync(i32, i1)
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()

define void @k(ptr %out, float %f, i1 %c) {
; CHECK: [[WORD:%.*]] = bitcast float %f to i32
; CHECK: [[MOVED:%.*]] = notail call i32 @raddle_shfl_bfly(ptr %thread, i32 -1, i32 [[WORD]], i32 1, i32 31)
; CHECK: bitcast i32 [[MOVED]] to float
  %s = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %f, i32 1, i32 31)
  store float %s, ptr %out
; CHECK: [[PREDICATE:%.*]] = zext i1 %c to i32
; CHECK: notail call i32 @raddle_vote_any(ptr %thread, i32 -1, i32 [[PREDICATE]])
  %v = call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %c)
; CHECK: call{{.*}} i32 @raddle.thread.12()
  %l = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %z = select i1 %v, i32 %l, i32 0
  store i32 %z, ptr %out
  ret void
}
; CHECK: declare i32 @raddle_shfl_bfly{{.*}} [[CONVERGENT:#[0-9]+]]
; CHECK: attributes [[CONVERGENT]] = { convergent
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
