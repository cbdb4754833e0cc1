; With -check=race the runtime learns of what a loop reads in front of it: of 32 reads (the value), 4 bytes each and 4 bytes apart,
; of a variable of 4096 bytes (4 | 4096 << 12 | 4 << 32). A loop with a barrier tells of each read.
; RUN: %kernelc -bitcode %s -kernel k -check=race -run-pass check-races | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [1024 x float] undef

declare void @raddle_syncthreads(ptr) #0

; CHECK: define {{.*}}void @k(
define ptx_kernel void @k(ptr %thread, ptr %to, i64 %row) {
entry:
  %begin = mul i64 %row, 32
; CHECK: call void @raddle_check_race(ptr %thread, ptr {{.*}}, ptr addrspacecast (ptr addrspace(3) @{{.*}} to ptr), i64 32, i64 17196646404, ptr @checked.variable, i32 %{{.*}}, i32 262240)
; CHECK: br label %quiet
  br label %quiet

quiet:
; CHECK: quiet:
; CHECK-NOT: call void @raddle_check_race
; CHECK: load float
  %k = phi i64 [ 0, %entry ], [ %next, %quiet ]
  %sum = phi float [ 0.0, %entry ], [ %more, %quiet ]
  %index = add i64 %begin, %k
  %place = getelementptr [1024 x float], ptr addrspace(3) @tile, i64 0, i64 %index
  %x = load float, ptr addrspace(3) %place
  %more = fadd float %sum, %x
  %next = add nuw nsw i64 %k, 1
  %ends = icmp eq i64 %next, 32
  br i1 %ends, label %between, label %quiet

between:
  br label %waiting

waiting:
; CHECK: waiting:
; CHECK: call void @raddle_check_race({{.*}} i64 0, i64 4,
; CHECK: load float
  %j = phi i64 [ 0, %between ], [ %later, %waiting ]
  %first = getelementptr [1024 x float], ptr addrspace(3) @tile, i64 0, i64 %j
  %y = load float, ptr addrspace(3) %first
  call void @raddle_syncthreads(ptr %thread)
  %later = add nuw nsw i64 %j, 1
  %stops = icmp eq i64 %later, 32
  br i1 %stops, label %exit, label %waiting

exit:
  %all = fadd float %more, %y
  store float %all, ptr %to
  ret void
}
attributes #0 = { convergent nounwind }
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
