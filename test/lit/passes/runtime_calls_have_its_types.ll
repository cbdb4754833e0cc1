; Calls of the runtime have the types of abi/kernel_abi.h, whatever NVVM's have.
; RUN: %kernelc -bitcode %s -kernel kernel -ir-after resolve-intrinsics | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
declare i32 @__raddle_device_count()
declare i32 @llvm.nvvm.read.ptx.sreg.clock()
declare i1 @llvm.nvvm.vote.any.sync(i32, i1)
declare float @llvm.nvvm.shfl.sync.idx.f32(i32, float, i32, i32)
declare void @llvm.ubsantrap(i8)

define void @kernel(ptr %out, float %x) {
  ; CHECK: [[DEVICES:%.*]] = call i32 @raddle_device_count()
  %devices = call i32 @__raddle_device_count()
  ; CHECK: call i64 @raddle_clock64()
  ; CHECK: trunc i64
  %clock = call i32 @llvm.nvvm.read.ptx.sreg.clock()
  %some = icmp ne i32 %devices, %clock
  ; CHECK: zext i1 %some to i32
  ; CHECK: call i32 @raddle_vote_any(ptr %{{[^,]*}}, i32 -1, i32 %
  %any = call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %some)
  ; CHECK: bitcast float %x to i32
  ; CHECK: call i32 @raddle_shfl_idx(ptr %{{[^,]*}}, i32 -1, i32 %{{[^,]*}}, i32 0, i32 31)
  %y = call float @llvm.nvvm.shfl.sync.idx.f32(i32 -1, float %x, i32 0, i32 31)
  store float %y, ptr %out
  br i1 %any, label %trap, label %end
trap:
  ; CHECK: call void @raddle_trap(ptr %{{[^,]*}})
  call void @llvm.ubsantrap(i8 1)
  unreachable
end:
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
