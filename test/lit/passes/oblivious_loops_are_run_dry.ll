; With RADDLE_CHECK, a loop that accesses shared memory at the same places in all blocks gets a dry run, which tells of the
; places, and a copy without checks.
; RUN: %kernelc -bitcode %s -kernel reduce -lanes=32 -check=memory,init,race -run-pass dry-run-loops,check-bounds,check-initialised,check-races \
; RUN:   | FileCheck %s
; RUN: %kernelc -bitcode %s -kernel scatter -lanes=32 -check=race -run-pass dry-run-loops | FileCheck %s --check-prefix=NONE
; RUN: %kernelc -bitcode %s -kernel no_barrier_after -lanes=32 -check=race -run-pass dry-run-loops | FileCheck %s --check-prefix=NONE
; RUN: %kernelc -bitcode %s -kernel values_from_outside -lanes=32 -check=race -run-pass dry-run-loops \
; RUN:   | FileCheck %s --check-prefix=VALUES
; RUN: %kernelc -bitcode %s -kernel tiles -lanes=32 -check=memory,init,race -run-pass dry-run-loops,check-bounds,check-initialised,check-races \
; RUN:   | FileCheck %s --check-prefix=TILES
; RUN: %kernelc -bitcode %s -kernel pointer_from_memory -lanes=32 -check=race -run-pass dry-run-loops | FileCheck %s --check-prefix=NONE
; RUN: %kernelc -bitcode %s -kernel guarded -lanes=32 -check=race -run-pass dry-run-loops | FileCheck %s --check-prefix=GUARDED
; RUN: %kernelc -bitcode %s -kernel guarded_by_thread -lanes=32 -check=race -run-pass dry-run-loops | FileCheck %s --check-prefix=NONE
; RUN: %kernelc -bitcode %s -kernel guarded_by_block -lanes=32 -check=race -run-pass dry-run-loops | FileCheck %s --check-prefix=NONE
; RUN: %kernelc -bitcode %s -kernel guarded_by_data -lanes=32 -check=race -run-pass dry-run-loops | FileCheck %s --check-prefix=NONE
; RUN: %kernelc -bitcode %s -kernel place_from_a_search -lanes=32 -check=race -run-pass dry-run-loops | FileCheck %s --check-prefix=NONE
target triple = "nvptx64-nvidia-cuda"

@sums = internal addrspace(3) global [256 x i32] undef, align 4

declare i32 @raddle.thread.0() nounwind willreturn memory(none)
declare ptr @raddle.thread.16() nounwind willreturn memory(none)
declare void @raddle_syncthreads(ptr) convergent nounwind

; CHECK: define {{.*}}void @reduce(
; CHECK: %[[WANTED:.*]] = notail call i32 @raddle_dry_run_wanted(ptr %thread, i32 0)
; CHECK: call i32 @raddle_syncthreads_count(ptr %thread, i32 %[[WANTED]])
; CHECK-NOT: call void @raddle_check_event
; CHECK: call i32 @raddle_dry_run_passed(ptr %thread, i32 0)
; CHECK-NOT: call void @raddle_check_event
; CHECK: call i32 @raddle_syncthreads_count(
;
; The loop with checks.
; CHECK: {{^}}loop:
; CHECK: call void @raddle_check_event({{.*}}, i32 2, i32 0)
; CHECK: call void @raddle_syncthreads(
; CHECK: call void @raddle_check_race(
; CHECK: load i32, ptr addrspace(3)
; CHECK: call void @raddle_check_race(
; CHECK: store i32 {{.*}}, ptr addrspace(3)
;
; Behind the loop without checks, one barrier is told of.
; CHECK: end.told:
; CHECK-NEXT: @raddle.thread
; CHECK-NEXT: call void @raddle_check_event({{.*}}, i32 2, i32 0)
; CHECK-NEXT: call void @raddle_dry_run_used(ptr %thread, i32 0)
; CHECK-NEXT: br label
;
; The dry run.
; CHECK: loop.dry:
; CHECK: call void @raddle_check_event({{.*}}, i32 14, i32 0)
; CHECK-NEXT: call void @raddle_syncthreads(
; CHECK-NOT: load i32
; CHECK: call void @raddle_check_race(ptr %thread, {{.*}}, i64 1024, i64 4, ptr null, i32 {{.*}}, i32 12288)
; CHECK-NOT: load i32
; CHECK: call void @raddle_check_race(ptr %thread, {{.*}}, i64 1024, i64 4, ptr null, i32 {{.*}}, i32 12289)
; CHECK-NOT: store i32
;
; The loop without checks.
; CHECK: loop.proven:
; CHECK-NOT: @raddle_check
; CHECK: call void @raddle_syncthreads({{.*}} !raddle.proven
; CHECK-NOT: @raddle_check
; CHECK: load i32, ptr addrspace(3) {{.*}} !raddle.proven
; CHECK-NOT: @raddle_check
; CHECK: store i32 {{.*}} !raddle.proven
; CHECK-NOT: @raddle_check
; CHECK: br i1 %is_over.proven
define ptx_kernel void @reduce(ptr %thread, ptr %data) {
entry:
  %t = call i32 @raddle.thread.0()
  br label %loop

loop:
  %stride = phi i32 [ 128, %entry ], [ %half, %next ]
  %is_mine = icmp ult i32 %t, %stride
  call void @raddle_syncthreads(ptr %thread)
  br i1 %is_mine, label %add, label %next

add:
  %other = add i32 %t, %stride
  %theirs = getelementptr [256 x i32], ptr addrspace(3) @sums, i32 0, i32 %other
  %x = load i32, ptr addrspace(3) %theirs
  %mine = getelementptr [256 x i32], ptr addrspace(3) @sums, i32 0, i32 %t
  store i32 %x, ptr addrspace(3) %mine
  br label %next

next:
  %half = lshr i32 %stride, 1
  %is_over = icmp eq i32 %half, 0
  br i1 %is_over, label %end, label %loop

end:
  call void @raddle_syncthreads(ptr %thread)
  ret void
}

; Where an element goes depends on data.
; NONE-NOT: @raddle_dry_run_wanted
define ptx_kernel void @scatter(ptr %thread, ptr %data) {
entry:
  %t = call i32 @raddle.thread.0()
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %more, %loop ]
  call void @raddle_syncthreads(ptr %thread)
  %mine = getelementptr [256 x i32], ptr addrspace(3) @sums, i32 0, i32 %t
  %x = load i32, ptr addrspace(3) %mine
  call void @raddle_syncthreads(ptr %thread)
  %theirs = getelementptr [256 x i32], ptr addrspace(3) @sums, i32 0, i32 %x
  store i32 %i, ptr addrspace(3) %theirs
  %more = add i32 %i, 1
  %is_over = icmp eq i32 %more, 8
  br i1 %is_over, label %end, label %loop

end:
  call void @raddle_syncthreads(ptr %thread)
  ret void
}

; What the last iteration writes is read behind the loop.
define ptx_kernel void @no_barrier_after(ptr %thread, ptr %data) {
entry:
  %t = call i32 @raddle.thread.0()
  %mine = getelementptr [256 x i32], ptr addrspace(3) @sums, i32 0, i32 %t
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %more, %loop ]
  call void @raddle_syncthreads(ptr %thread)
  store i32 %i, ptr addrspace(3) %mine
  %more = add i32 %i, 1
  %is_over = icmp eq i32 %more, 8
  br i1 %is_over, label %end, label %loop

end:
  %x = load i32, ptr addrspace(3) @sums
  store i32 %x, ptr %data
  ret void
}

; A value from memory, of which the loop does not know whether it was ever set.
; VALUES: @raddle_dry_run_wanted
; VALUES: loop.proven:
; VALUES: store i32 %x, {{.*}} !raddle.proven.place
define ptx_kernel void @values_from_outside(ptr %thread, ptr %data) {
entry:
  %t = call i32 @raddle.thread.0()
  %mine = getelementptr [256 x i32], ptr addrspace(3) @sums, i32 0, i32 %t
  %x = load i32, ptr %data
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %more, %loop ]
  call void @raddle_syncthreads(ptr %thread)
  store i32 %x, ptr addrspace(3) %mine
  %more = add i32 %i, 1
  %is_over = icmp eq i32 %more, 8
  br i1 %is_over, label %end, label %loop

end:
  call void @raddle_syncthreads(ptr %thread)
  ret void
}

; All threads come to the loop, or none.
; GUARDED: @raddle_dry_run_wanted
define ptx_kernel void @guarded(ptr %thread, i32 %count) {
entry:
  %t = call i32 @raddle.thread.0()
  %mine = getelementptr [256 x i32], ptr addrspace(3) @sums, i32 0, i32 %t
  %runs = icmp sgt i32 %count, 0
  br i1 %runs, label %before, label %end

before:
  br label %loop

loop:
  %i = phi i32 [ 0, %before ], [ %more, %loop ]
  call void @raddle_syncthreads(ptr %thread)
  store i32 %i, ptr addrspace(3) %mine
  %more = add i32 %i, 1
  %is_over = icmp eq i32 %more, %count
  br i1 %is_over, label %end, label %loop

end:
  ret void
}

; Some threads do not come to the loop.
define ptx_kernel void @guarded_by_thread(ptr %thread, i32 %count) {
entry:
  %t = call i32 @raddle.thread.0()
  %mine = getelementptr [256 x i32], ptr addrspace(3) @sums, i32 0, i32 %t
  %runs = icmp sgt i32 %count, %t
  br i1 %runs, label %before, label %end

before:
  br label %loop

loop:
  %i = phi i32 [ 0, %before ], [ %more, %loop ]
  call void @raddle_syncthreads(ptr %thread)
  store i32 %i, ptr addrspace(3) %mine
  %more = add i32 %i, 1
  %is_over = icmp eq i32 %more, %count
  br i1 %is_over, label %end, label %loop

end:
  ret void
}

; Some blocks do not come to the loop: where the dry run is made says nothing of the others' ways.
define ptx_kernel void @guarded_by_block(ptr %thread, ptr %data, i32 %count) {
entry:
  %t = call i32 @raddle.thread.0()
  %mine = getelementptr [256 x i32], ptr addrspace(3) @sums, i32 0, i32 %t
  %here = call ptr @raddle.thread.16()
  %block = load i32, ptr %here, !invariant.load !9
  %some = icmp sgt i32 %count, 0
  br i1 %some, label %again, label %end

again:
  %runs = icmp sgt i32 %count, %block
  br i1 %runs, label %before, label %end

before:
  br label %loop

loop:
  %i = phi i32 [ 0, %before ], [ %more, %loop ]
  call void @raddle_syncthreads(ptr %thread)
  store i32 %i, ptr addrspace(3) %mine
  %more = add i32 %i, 1
  %is_over = icmp eq i32 %more, %count
  br i1 %is_over, label %end, label %loop

end:
  ret void
}

; A guard within another one depends on data.
define ptx_kernel void @guarded_by_data(ptr %thread, ptr %data, i32 %count) {
entry:
  %t = call i32 @raddle.thread.0()
  %mine = getelementptr [256 x i32], ptr addrspace(3) @sums, i32 0, i32 %t
  %x = load i32, ptr %data
  %some = icmp sgt i32 %count, 0
  br i1 %some, label %again, label %end

again:
  %runs = icmp sgt i32 %x, 0
  br i1 %runs, label %before, label %end

before:
  br label %loop

loop:
  %i = phi i32 [ 0, %before ], [ %more, %loop ]
  call void @raddle_syncthreads(ptr %thread)
  store i32 %i, ptr addrspace(3) %mine
  %more = add i32 %i, 1
  %is_over = icmp eq i32 %more, %count
  br i1 %is_over, label %end, label %loop

end:
  ret void
}

; Data decides when the search ends, though no branch on data leaves it, and so where the loop writes.
define ptx_kernel void @place_from_a_search(ptr %thread, ptr %data) {
entry:
  br label %search

search:
  %at = phi i32 [ 0, %entry ], [ %further, %next ]
  %place = getelementptr i32, ptr %data, i32 %at
  %x = load i32, ptr %place
  %is_mark = icmp eq i32 %x, 0
  br i1 %is_mark, label %maybe, label %next

maybe:
  %is_far = icmp ugt i32 %at, 3
  br i1 %is_far, label %found, label %next

next:
  %further = add i32 %at, 1
  br label %search

found:
  %mine = getelementptr [256 x i32], ptr addrspace(3) @sums, i32 0, i32 %at
  br label %loop

loop:
  %i = phi i32 [ 0, %found ], [ %more, %loop ]
  call void @raddle_syncthreads(ptr %thread)
  store i32 %i, ptr addrspace(3) %mine
  %more = add i32 %i, 1
  %is_over = icmp eq i32 %more, 8
  br i1 %is_over, label %end, label %loop

end:
  ret void
}
; A loop that reads other memory, too: that is checked in any case, barriers are told of, and values are followed into shared memory.
; TILES: define {{.*}}void @tiles(
; TILES: loop.proven:
; TILES: call void @raddle_check_race({{.*}}%place
; TILES: load i32, ptr %place
; TILES: store i32 %x.proven, ptr addrspace(3) %mine, {{.*}} !raddle.proven.place
; TILES: store i32 {{.*}} !raddle.shadow
; TILES: call void @raddle_check_event({{.*}}, i32 2, i32 0)
; TILES-NEXT: call void @raddle_syncthreads
; TILES-NOT: call void @raddle_check_race
; TILES: load i32, ptr addrspace(3) {{.*}}sums{{.*}}, {{.*}} !raddle.proven.place
; TILES-NOT: @raddle_dry_run_used
define ptx_kernel void @tiles(ptr %thread, ptr %data, ptr %to) {
entry:
  %t = call i32 @raddle.thread.0()
  %mine = getelementptr [256 x i32], ptr addrspace(3) @sums, i32 0, i32 %t
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %more, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr i32, ptr %data, i32 %i
  %x = load i32, ptr %place
  store i32 %x, ptr addrspace(3) %mine
  call void @raddle_syncthreads(ptr %thread)
  %y = load i32, ptr addrspace(3) @sums
  %next = add i32 %sum, %y
  call void @raddle_syncthreads(ptr %thread)
  %more = add i32 %i, 1
  %is_over = icmp eq i32 %more, 8
  br i1 %is_over, label %end, label %loop

end:
  store i32 %next, ptr %to
  ret void
}

; A pointer from memory may lead to shared memory.
define ptx_kernel void @pointer_from_memory(ptr %thread, ptr %data) {
entry:
  %t = call i32 @raddle.thread.0()
  %mine = getelementptr [256 x i32], ptr addrspace(3) @sums, i32 0, i32 %t
  %other = load ptr, ptr %data
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %more, %loop ]
  %x = load i32, ptr %other
  store i32 %x, ptr addrspace(3) %mine
  call void @raddle_syncthreads(ptr %thread)
  %more = add i32 %i, 1
  %is_over = icmp eq i32 %more, 8
  br i1 %is_over, label %end, label %loop

end:
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !10, !11}
!0 = !{ptr @reduce, !"kernel", i32 1}
!1 = !{ptr @scatter, !"kernel", i32 1}
!2 = !{ptr @no_barrier_after, !"kernel", i32 1}
!3 = !{ptr @values_from_outside, !"kernel", i32 1}
!4 = !{ptr @guarded, !"kernel", i32 1}
!5 = !{ptr @guarded_by_thread, !"kernel", i32 1}
!6 = !{ptr @guarded_by_block, !"kernel", i32 1}
!7 = !{ptr @guarded_by_data, !"kernel", i32 1}
!8 = !{ptr @place_from_a_search, !"kernel", i32 1}
!9 = !{}
!10 = !{ptr @tiles, !"kernel", i32 1}
!11 = !{ptr @pointer_from_memory, !"kernel", i32 1}
