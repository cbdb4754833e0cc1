; A variable is reached through its slot; a constant without addresses stays in the object.
; RUN: %kernelc -bitcode %s -kernel k -run-pass import-globals | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
@counter = addrspace(1) externally_initialized global i32 5
@table = internal addrspace(4) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]

; CHECK-DAG: @raddle.slot.0 = hidden {{.*}}global ptr null
; CHECK-DAG: @"table@0" = {{.*}}constant [4 x i32]
; CHECK-NOT: @counter ={{.*}}global
; CHECK-LABEL: define void @k
define void @k(ptr %out, i64 %i) {
; CHECK: %counter = load ptr, ptr @raddle.slot.0, {{.*}}!invariant.load
  %v = load i32, ptr addrspacecast (ptr addrspace(1) @counter to ptr)
  %p = getelementptr [4 x i32], ptr addrspacecast (ptr addrspace(4) @table to ptr), i64 0, i64 %i
  %t = load i32, ptr %p
  %s = add i32 %v, %t
  store i32 %s, ptr %out
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
