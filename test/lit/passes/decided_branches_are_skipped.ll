; Whoever fails the guard of the first element does not come to the loop over the others, whose index is then a phi of the loop
; alone: all lanes in it are as far, and read side by side.
; RUN: %kernelc -bitcode %s -kernel _Z3sumPiPKii -lanes 32 -run-pass skip-decided-branches | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}} @_Z3sumPiPKii(
; CHECK: br i1 %fails.not, label %first, label %test.decided
; CHECK: test.decided:
; CHECK: br label %end
; CHECK: test:
; CHECK-NEXT: icmp slt i32 %second, %n
; CHECK-NOT: phi i32 [ %second, %{{.*}} ], [ %k, %{{.*}} ]
; CHECK: ret void
define void @_Z3sumPiPKii(ptr %thread, ptr %out, ptr %in, i32 %n) {
entry:
  %k = load i32, ptr %thread
  %fails.not = icmp slt i32 %k, %n
  br i1 %fails.not, label %first, label %test

first:
  %first.address = getelementptr inbounds i32, ptr %in, i32 %k
  %first.element = load i32, ptr %first.address
  %second = add i32 %k, 128
  br label %test

test:
  %begin = phi i32 [ %second, %first ], [ %k, %entry ]
  %sum.begin = phi i32 [ %first.element, %first ], [ 0, %entry ]
  %goes.in = icmp slt i32 %begin, %n
  br i1 %goes.in, label %loop, label %end

loop:
  %i = phi i32 [ %begin, %test ], [ %next, %loop ]
  %sum = phi i32 [ %sum.begin, %test ], [ %added, %loop ]
  %address = getelementptr inbounds i32, ptr %in, i32 %i
  %element = load i32, ptr %address
  %added = add i32 %element, %sum
  %next = add i32 %i, 128
  %goes.on = icmp slt i32 %next, %n
  br i1 %goes.on, label %loop, label %end

end:
  %result = phi i32 [ %sum.begin, %test ], [ %added, %loop ]
  store i32 %result, ptr %out
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z3sumPiPKii, !"kernel", i32 1}
