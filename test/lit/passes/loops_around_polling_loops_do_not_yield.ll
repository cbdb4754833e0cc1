; A counted loop in which threads wait for a flag: the waiting decides nothing about how often it runs.
; RUN: %kernelc -bitcode %s -kernel k -run-pass yield-in-polling-loops | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define void @k
; CHECK: load atomic
; CHECK: call void @raddle_yield
; CHECK-NOT: call void @raddle_yield
; CHECK: ret void
define void @k(ptr %flags, i32 %n) {
entry:
  br label %rounds
rounds:
  %i = phi i32 [ 0, %entry ], [ %next, %done ]
  %flag = getelementptr i32, ptr %flags, i32 %i
  br label %look
look:
  %value = load atomic i32, ptr %flag acquire, align 4
  %set = icmp ne i32 %value, 0
  br i1 %set, label %done, label %look
done:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %rounds, label %end
end:
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
