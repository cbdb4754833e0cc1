; What a warp asks after its lanes have parted is asked before, where it decides on what they part: no lane loops where n is 255 at
; most, and all have an element where it is more.
; RUN: %kernelc -bitcode %s -kernel _Z1kPii -lanes 32 -block rows+eight-warps -run-pass specialise-extents,normalise-loops,hoist-deciding-branches | FileCheck %s
; Other blocks may have more threads.
; RUN: %kernelc -bitcode %s -kernel _Z1kPii -lanes 32 -block rows -run-pass specialise-extents,normalise-loops,hoist-deciding-branches | FileCheck %s --check-prefix=ROWS
target triple = "nvptx64-nvidia-cuda"

declare i32 @raddle.thread.0() memory(none)

; CHECK-LABEL: define {{.*}} @_Z1kPii(
; CHECK: %t = call range(i32 0, 256) i32 @raddle.thread.0()
; CHECK: %[[MANY:.*]] = icmp sgt i32 %n, 255
; CHECK-NEXT: br i1 %[[MANY]], label %[[ALL:.*]], label %[[FEW:.*]]
; CHECK: [[ALL]]:
; CHECK-NEXT: br label %element
; CHECK: element:
; CHECK: br i1 %more, label %loop.preheader, label %join
; CHECK: join:
; CHECK: br label %many.side
; CHECK: few.side:
; CHECK-NEXT: phi i32 [ %{{.*}}, %join.unless ]
; CHECK: [[FEW]]:
; CHECK-NEXT: %[[SOME:.*]] = icmp slt i32 %t, %n
; CHECK-NEXT: br i1 %[[SOME]], label %element.unless, label %join.unless
; CHECK: element.unless:
; CHECK: br label %join.unless
; CHECK: join.unless:
; CHECK-NOT: loop.unless

; ROWS-LABEL: define {{.*}} @_Z1kPii(
; ROWS: br i1 %some, label %element, label %join
; ROWS: element.unless:
; ROWS-NOT: loop.unless
define void @_Z1kPii(ptr %thread, ptr %p, i32 %n) {
  %t = call range(i32 0, 1024) i32 @raddle.thread.0()
  %some = icmp slt i32 %t, %n
  br i1 %some, label %element, label %join

element:
  %place = zext i32 %t to i64
  %address = getelementptr inbounds i32, ptr %p, i64 %place
  %x = load i32, ptr %address
  %second = add nuw nsw i32 %t, 256
  %more = icmp slt i32 %second, %n
  br i1 %more, label %loop, label %join

loop:
  %i = phi i32 [ %second, %element ], [ %next, %loop ]
  %sum = phi i32 [ %x, %element ], [ %plus, %loop ]
  %there = zext i32 %i to i64
  %other = getelementptr inbounds i32, ptr %p, i64 %there
  %y = load i32, ptr %other
  %plus = add i32 %sum, %y
  %next = add nuw nsw i32 %i, 256
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %join

join:
  %result = phi i32 [ undef, %0 ], [ %x, %element ], [ %plus, %loop ]
  %many = icmp sgt i32 %n, 255
  br i1 %many, label %many.side, label %few.side

many.side:
  store i32 %result, ptr %p
  br label %end

few.side:
  %twice = shl i32 %result, 1
  store i32 %twice, ptr %p
  br label %end

end:
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z1kPii, !"kernel", i32 1}
