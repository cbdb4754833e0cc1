; With -profile, code counts how often its blocks run, how its branches are taken, and what its accesses touch. Blocks that always
; run together share their counters: those of the entry block are those of %join, too.
; RUN: %kernelc -bitcode %s -kernel k -lanes 32 -profile -run-pass insert-counters | FileCheck %s
; RUN: %kernelc -bitcode %s -kernel k -profile -run-pass insert-counters | FileCheck %s --check-prefix=PATHS
; RUN: %kernelc -bitcode %s -kernel k -lanes 32 -run-pass insert-counters | FileCheck %s --check-prefix=OFF --implicit-check-not=raddle_
target triple = "nvptx64-nvidia-cuda"

; CHECK: @raddle.counters = internal constant { ptr, i32 } { ptr @raddle.counters.text, i32 [[#]] }
; CHECK: @raddle.counters.text = private constant {{.*}}load.global\22,1]
; OFF: define {{.*}}void @k(ptr %thread, ptr %a, i32 %n)

; CHECK: define {{.*}}void @k(ptr %thread, ptr %a, i32 %n)
define ptx_kernel void @k(ptr %thread, ptr %a, i32 %n) {
entry:
  ; CHECK: %counters = call ptr @raddle_counters(ptr %thread, ptr @raddle.counters)
  ; CHECK-NEXT: call void @raddle_count_block(ptr %thread, ptr %counters, i32 [[#ENTRY:]], i64 0, ptr null, i32 0, i32 0)
  ; CHECK: call void @raddle_count_branch(ptr %thread, ptr %counters, i32 [[#]], i64 0, i32 %{{.*}})
  ; CHECK-NEXT: br i1
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %head, label %join

head:
  ; CHECK: head:
  ; PATHS: head:
  ; PATHS: %iteration = phi i64 [ %{{.*}}, %head ], [ 0, %entry ]
  ; PATHS: call void @raddle_count_block(ptr %thread, ptr %counters, i32 [[#]], i64 [[PATH:%[^,]*]], ptr null, i32 0, i32 0)
  %i = phi i32 [ 0, %entry ], [ %next, %head ]
  %p = getelementptr inbounds <4 x float>, ptr %a, i32 %i
  ; 16 bytes of global memory.
  ; CHECK: call void @raddle_count_access(ptr %thread, ptr %counters, i32 [[#]], i64 0, ptr %p, i32 272)
  ; CHECK-NEXT: %v = load <4 x float>
  ; PATHS: call void @raddle_count_access(ptr %thread, ptr %counters, i32 [[#]], i64 [[PATH]], ptr %p, i32 272)
  %v = load <4 x float>, ptr %p
  %x = extractelement <4 x float> %v, i64 0
  %x1 = extractelement <4 x float> %v, i64 1
  %s2 = fadd float %x, %x1
  ; CHECK: call void @raddle_count_access(ptr %thread, ptr %counters, i32 [[#]], i64 0, ptr %a, i32 260)
  ; CHECK-NEXT: store
  store float %s2, ptr %a
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %head, label %join

join:
  ; CHECK: join:
  ; CHECK-NEXT: ret void
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
