; Static arrays are laid out one after the other, the dynamic one starts at the next multiple of 128.
; RUN: %kernelc -bitcode %s -kernel k -run-pass lower-shared-memory | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
@a = internal addrspace(3) global [5 x i32] undef, align 4
@b = internal addrspace(3) global i64 undef, align 8
@dynamic = external addrspace(3) global [0 x i32]

; CHECK-NOT: addrspace(3) global
; CHECK-LABEL: define void @k
define void @k(ptr %out, i64 %i) {
; CHECK-DAG: getelementptr inbounds i8, ptr {{.*}}, i{{32|64}} 40
; CHECK-DAG: getelementptr inbounds i8, ptr {{.*}}, i{{32|64}} 24
; CHECK-DAG: getelementptr inbounds i8, ptr {{.*}}, i{{32|64}} 128
  %p = getelementptr [5 x i32], ptr addrspacecast (ptr addrspace(3) @a to ptr), i64 0, i64 %i
  %v = load volatile i32, ptr %p
  store volatile i64 7, ptr addrspace(3) @b
  store volatile i32 %v, ptr addrspace(3) @dynamic
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
