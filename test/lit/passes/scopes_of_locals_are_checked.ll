; With -check=memory, an access through a pointer to a local variable is checked where the variable may be out of scope; what is
; always in scope needs no check, and what the source names by itself neither.
; RUN: %kernelc -bitcode %s -kernel k -check=memory -run-pass check-locals | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK: define {{.*}}void @k(ptr %thread, ptr %out, i1 %c)
define ptx_kernel void @k(ptr %thread, ptr %out, i1 %c) {
entry:
  %p = alloca ptr
  %own = alloca i32
  %inner = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %own)
; CHECK-NOT: call i32 @raddle_check
; CHECK: store i32 1, ptr %own
  store i32 1, ptr %own
  store ptr %own, ptr %p
  br i1 %c, label %inside, label %outside
inside:
  call void @llvm.lifetime.start.p0(i64 4, ptr %inner)
  store ptr %inner, ptr %p
  %pointer.inside = load ptr, ptr %p
; CHECK-NOT: call i32 @raddle_check
; CHECK: store i32 2, ptr %inner
  store i32 2, ptr %pointer.inside
  call void @llvm.lifetime.end.p0(i64 4, ptr %inner)
  br label %outside
outside:
; CHECK: outside:
; CHECK-DAG: %[[POINTER:.*]] = phi ptr [ %inner, %inside ], [ %own, %entry ]
; CHECK: %[[USABLE:.*]] = select i1 %{{.*}}, i1 true, i1 false
; CHECK-NEXT: %[[OFFSET:.*]] = select i1 %[[USABLE]], i64 0, i64 -9223372036854775808
; CHECK: call i32 @raddle_check_variable(ptr %thread, i64 %[[OFFSET]],
; CHECK-NOT: call i32 @raddle_check
; CHECK: load i32, ptr %[[POINTER]]
  %pointer = load ptr, ptr %p
  %x = load i32, ptr %pointer
  store i32 %x, ptr %out
  call void @llvm.lifetime.end.p0(i64 4, ptr %own)
  ret void
}
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
