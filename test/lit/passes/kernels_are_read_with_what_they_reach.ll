; Only what a kernel reaches is looked at of the device code, in all files of the program; where it calls through a pointer,
; that is everything.
; RUN: split-file-19 %s %t
; RUN: llvm-as-19 %t/one.ll -o %t/one.bc
; RUN: llvm-as-19 %t/two.ll -o %t/two.bc
; RUN: %kernelc -bitcode %t/one.bc -bitcode %t/two.bc -kernel direct -run-pass guard-division | FileCheck %s --check-prefix=DIRECT
; RUN: not %kernelc -bitcode %t/one.bc -bitcode %t/two.bc -kernel indirect 2>&1 | FileCheck %s --check-prefix=INDIRECT
; RUN: not %kernelc -bitcode %t/one.bc -bitcode %t/two.bc -kernel broken 2>&1 | FileCheck %s --check-prefix=INDIRECT

; DIRECT-NOT: @broken
; DIRECT-NOT: @unrelated
; DIRECT-DAG: @table = {{.*}} [ptr @by_address]
; DIRECT-DAG: define {{.*}}void @direct
; DIRECT-DAG: define {{.*}}i32 @other(
; DIRECT-DAG: define {{.*}}i32 @by_address(
; DIRECT-DAG: define {{.*}}i32 @"helper@1"(

; INDIRECT: error: {{.*}}nonsense

;--- one.ll
target triple = "nvptx64-nvidia-cuda"
declare i32 @other(i32)

define void @direct(ptr %out) {
  %r = call i32 @other(i32 1)
  store i32 %r, ptr %out
  ret void
}

define void @indirect(ptr %out, ptr %function) {
  %r = call i32 %function(i32 1)
  store i32 %r, ptr %out
  ret void
}

define i32 @unrelated(i32 %x) {
  ret i32 %x
}

define void @broken() {
  call void asm "nonsense;", ""()
  ret void
}

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @direct, !"kernel", i32 1}
!1 = !{ptr @indirect, !"kernel", i32 1}
!2 = !{ptr @broken, !"kernel", i32 1}

;--- two.ll
target triple = "nvptx64-nvidia-cuda"
@table = addrspace(4) constant [1 x ptr] [ptr @by_address]

define i32 @other(i32 %x) {
  %f = load ptr, ptr addrspace(4) @table
  %a = ptrtoint ptr %f to i32
  %r = call i32 @helper(i32 %a)
  ret i32 %r
}

define internal i32 @helper(i32 %x) {
  ret i32 %x
}

define i32 @by_address(i32 %x) {
  ret i32 %x
}
