; An access that depends on a check of bounds (!raddle.guard) has two versions: where no lane is refused it is made as
; without checks, and where some are, the runtime makes it for the others. Each is made where it stands: neighbouring
; accesses are not made together, since the later one's check has not been asked yet.
; RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %s -kernel k -lanes 32 -block rows+one-warp -run-pass widen | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

; CHECK: define {{.*}}@k
; CHECK: %[[FIRST:refused[0-9]*]] = phi i32
; CHECK: icmp eq i32 %{{.*}}, 0
; CHECK: br i1 %{{.*}}, label %[[USUAL:usual[0-9]*]], label %[[OTHER:other[0-9]*]]
; CHECK: [[USUAL]]:
; CHECK-NOT: store <32 x ptr>
; CHECK: br label
; CHECK: [[OTHER]]:
; CHECK: store <32 x ptr> %{{.*}}, ptr %lane.values{{[0-9]*}}
; CHECK: call void @raddle_load_lanes(i32 %{{.*}}, i32 4, ptr %lane.values{{[0-9]*}})
; CHECK: load <32 x float>
; CHECK: call void @raddle_load_lanes(i32 %{{.*}}, i32 4, ptr %lane.values{{[0-9]*}})
; CHECK: store <32 x float>
; CHECK: call void @raddle_store_lanes(i32 %{{.*}}, i32 4, ptr %lane.values{{[0-9]*}})
;   out[t] = in[2 * t] + in[2 * t + 1];
define void @k(ptr %thread, ptr %in, ptr %out, i64 %begin, i64 %size) {
  %t = call i32 @raddle.thread.0()
  %warp = call i32 @raddle.thread.32()
  %wide = zext nneg i32 %t to i64
  %even = shl nuw nsw i64 %wide, 1
  %first = getelementptr inbounds float, ptr %in, i64 %even
  %check.first = call i32 @raddle_check_pointer(ptr %thread, ptr %first, i64 4, ptr %in, i64 %begin, i64 %size, i32 %warp, i32 0), !raddle.guard !0
  %a = load float, ptr %first, align 4, !raddle.guard !0
  %second = getelementptr inbounds i8, ptr %first, i64 4
  %check.second = call i32 @raddle_check_pointer(ptr %thread, ptr %second, i64 4, ptr %in, i64 %begin, i64 %size, i32 %warp, i32 0), !raddle.guard !1
  %b = load float, ptr %second, align 4, !raddle.guard !1
  %sum = fadd float %a, %b
  %place = getelementptr inbounds float, ptr %out, i64 %wide
  %check.place = call i32 @raddle_check_pointer(ptr %thread, ptr %place, i64 4, ptr %out, i64 %begin, i64 %size, i32 %warp, i32 1), !raddle.guard !2
  store float %sum, ptr %place, align 4, !raddle.guard !2
  ret void
}
declare i32 @raddle.thread.0()
declare i32 @raddle.thread.32()
declare i32 @raddle_check_pointer(ptr, ptr, i64, ptr, i64, i64, i32, i32)
!0 = distinct !{}
!1 = distinct !{}
!2 = distinct !{}
!nvvm.annotations = !{!3}
!3 = !{ptr @k, !"kernel", i32 1}
