; A block that has the lanes of another one has none in an iteration where the warp passes that one by: what stands after
; `second` has those of what stands before it, which is passed by where all lanes go to `first`.
; RUN: %kernelc -bitcode %s -kernel sort -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK: {{^}}item:
; CHECK: store <32 x i1> zeroinitializer, ptr %second.preheader.mask
; CHECK: {{^}}second:
; CHECK: %[[LANES:.*]] = load <32 x i1>, ptr %second.preheader.mask
; CHECK: store <32 x i1> %[[LANES]], ptr %store.
define void @sort(ptr %values, ptr %end) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %thread.wide = zext i32 %thread to i64
  %offset = mul i64 %thread.wide, 68
  %begin = getelementptr i8, ptr %values, i64 %offset
  %start = getelementptr i8, ptr %begin, i64 4
  br label %item

item:
  %place = phi ptr [ %start, %entry ], [ %place.next, %store ]
  %round = phi i32 [ 0, %entry ], [ %round.next, %store ]
  %value = load i32, ptr %place
  %least = load i32, ptr %begin
  %is.least = icmp slt i32 %value, %least
  br i1 %is.least, label %first, label %look

look:
  %left = getelementptr i8, ptr %place, i64 -4
  %value.left = load i32, ptr %left
  %is.less = icmp slt i32 %value, %value.left
  br i1 %is.less, label %second, label %store

first:
  %from = phi ptr [ %place, %item ], [ %from.next, %first ]
  %from.next = getelementptr i8, ptr %from, i64 -4
  %moved = load i32, ptr %from.next
  store i32 %moved, ptr %from
  %is.first = icmp eq ptr %from.next, %begin
  br i1 %is.first, label %store, label %first

second:
  %moved.too = phi i32 [ %moved.next, %second ], [ %value.left, %look ]
  %to = phi ptr [ %to.next, %second ], [ %place, %look ]
  store i32 %moved.too, ptr %to
  %to.next = getelementptr i8, ptr %to, i64 -4
  %before = getelementptr i8, ptr %to, i64 -8
  %moved.next = load i32, ptr %before
  %goes.on = icmp slt i32 %value, %moved.next
  br i1 %goes.on, label %second, label %store

store:
  %sink = phi ptr [ %begin, %first ], [ %place, %look ], [ %to.next, %second ]
  store i32 %value, ptr %sink
  %place.next = getelementptr i8, ptr %place, i64 4
  %round.next = add i32 %round, 1
  %is.done = icmp eq i32 %round.next, 16
  br i1 %is.done, label %exit, label %item

exit:
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @sort, !"kernel", i32 1}
