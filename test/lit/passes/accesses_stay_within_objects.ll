; With -check=memory, accesses that may leave their object are held against its bounds: of a variable by their offset, of
; anything else by what the runtime knows of the pointer. What is known to stay within a variable needs no check.
; RUN: %kernelc -bitcode %s -kernel k -check=memory -run-pass check-bounds | FileCheck %s
; RUN: %kernelc -bitcode %s -kernel k -run-pass check-bounds | FileCheck %s --check-prefix=OFF --implicit-check-not=raddle_
target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [32 x i32] undef

; CHECK: define {{.*}}void @k(ptr %thread, ptr %a, i32 %i)
; OFF: define {{.*}}void @k(ptr %thread, ptr %a, i32 %i)
define ptx_kernel void @k(ptr %thread, ptr %a, i32 %i) {
; CHECK: %object = call ptr @raddle_find_object(ptr %a)
  %masked = and i32 %i, 31
  %known = getelementptr [32 x i32], ptr addrspace(3) @tile, i32 0, i32 %masked
; CHECK-NOT: call i32 @raddle_check
; CHECK: %x = load i32
  %x = load i32, ptr addrspace(3) %known
  %unknown = getelementptr [32 x i32], ptr addrspace(3) @tile, i32 0, i32 %i
; CHECK: call i32 @raddle_check_variable(ptr %thread, i64 %{{.*}}, i64 4, i64 128, ptr @checked.variable,
; CHECK-NEXT: store i32 %x, ptr addrspace(3) %unknown
  store i32 %x, ptr addrspace(3) %unknown
  %place = getelementptr i32, ptr %a, i32 %i
; CHECK: call i32 @raddle_check_pointer(ptr %thread, ptr %place, i64 8, ptr %a, i64 %begin, i64 %size,
; CHECK-NEXT: load i64
  %y = load i64, ptr %place
  %low = trunc i64 %y to i32
; CHECK: call i32 @raddle_check_pointer(ptr %thread, ptr %a, i64 4, ptr %a, i64 %begin, i64 %size,
; CHECK-NEXT: atomicrmw
  %old = atomicrmw add ptr %a, i32 %low monotonic
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
