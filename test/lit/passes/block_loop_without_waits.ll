; A kernel that cannot wait gets a loop over its threads; one with a barrier does not.
; RUN: %kernelc -bitcode %s -kernel plain -run-pass thread-parameter,resolve-intrinsics,flatten-address-spaces,resolve-thread-fields,build-entries | FileCheck %s --check-prefix=PLAIN
; RUN: %kernelc -bitcode %s -kernel barrier -run-pass thread-parameter,resolve-intrinsics,flatten-address-spaces,resolve-thread-fields,build-entries | FileCheck %s --check-prefix=BARRIER
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()

; PLAIN: define hidden void @plain.thread(
; PLAIN: define hidden void @plain.block(
; PLAIN: call void @plain(ptr {{.*}}%thread
define void @plain(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr %out, i32 %t
  store i32 %t, ptr %p
  ret void
}

; BARRIER: define hidden void @barrier.thread(
; BARRIER-NOT: @barrier.block
define void @barrier(ptr %out) {
  call void @llvm.nvvm.barrier0()
  store i32 1, ptr %out
  ret void
}
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @plain, !"kernel", i32 1}
!1 = !{ptr @barrier, !"kernel", i32 1}
