; NVVM's reductions take the value, then the mask; the runtime's take the mask first.
; RUN: %kernelc -bitcode %s -kernel k -run-pass thread-parameter,resolve-intrinsics | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.redux.sync.add(i32, i32)

; CHECK: call i32 @raddle_redux_add(ptr %thread, i32 255, i32 %value)
define void @k(ptr %out, i32 %value) {
  %sum = call i32 @llvm.nvvm.redux.sync.add(i32 %value, i32 255)
  store i32 %sum, ptr %out
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
