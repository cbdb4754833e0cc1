; With -check=memory, accesses that may leave a local variable, or the array of a structure, are checked before LLVM's passes:
; an index that is constant and wrong is told of, and what it would read is 0.
; RUN: %kernelc -bitcode %s -kernel k -check=memory -run-pass check-locals | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

%pair = type { [4 x i32], i32 }

; CHECK: define {{.*}}void @k(ptr %thread, ptr %out, i64 %i, ptr %p)
define ptx_kernel void @k(ptr %thread, ptr %out, i64 %i, ptr %p) {
  %a = alloca [8 x i32]
  %known = and i64 %i, 7
  %within = getelementptr inbounds [8 x i32], ptr %a, i64 0, i64 %known
; CHECK-NOT: call i32 @raddle_check
; CHECK: store i32 1, ptr %within
  store i32 1, ptr %within
  %somewhere = getelementptr inbounds [8 x i32], ptr %a, i64 0, i64 %i
; CHECK: call i32 @raddle_check_variable(ptr %thread, i64 %{{.*}}, i64 4, i64 32, ptr @checked.variable,
; CHECK-NEXT: %x = load i32, ptr %somewhere
; CHECK-NEXT: freeze i32 %x
  %x = load i32, ptr %somewhere
  %wrong = getelementptr inbounds [8 x i32], ptr %a, i64 0, i64 8
; CHECK: call i32 @raddle_check_variable(ptr %thread, i64 32, i64 4, i64 32,
; CHECK-NOT: load i32, ptr %wrong
  %y = load i32, ptr %wrong
  %sum = add i32 %x, %y
; CHECK: add i32 %{{.*}}, 0
  store i32 %sum, ptr %out
  %member = getelementptr inbounds %pair, ptr %p, i32 0, i32 0
  %element = getelementptr inbounds [4 x i32], ptr %member, i64 0, i64 %i
; CHECK: call i32 @raddle_check_variable(ptr %thread, i64 %{{.*}}, i64 4, i64 16,
; CHECK-NEXT: store i32 2, ptr %element
  store i32 2, ptr %element
; CHECK-NOT: call i32 @raddle_check
; CHECK: store i32 3, ptr %of_all
  %of_all = getelementptr inbounds i32, ptr %member, i64 %i
  store i32 3, ptr %of_all
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
