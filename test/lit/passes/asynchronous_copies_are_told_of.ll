; With -check=race, what headers say of asynchronous copies becomes calls and placeholders, and the store that such a copy is made of
; is told of with it alone. Without it nothing is left.
; RUN: %kernelc -bitcode %s -kernel k -check=race -run-pass tell-of-copies | FileCheck %s
; RUN: %kernelc -bitcode %s -kernel k -run-pass resolve-intrinsics | FileCheck %s --check-prefix=UNCHECKED
; RUN: %kernelc -bitcode %s -kernel stored -check=race -run-pass check-races | FileCheck %s --check-prefix=STORED
target triple = "nvptx64-nvidia-cuda"

; UNCHECKED-NOT: call void @{{.*}}cop

; CHECK: define {{.*}}void @k(
define ptx_kernel void @k(ptr %thread, ptr %to) {
; CHECK: %[[ADDRESS:.*]] = ptrtoint ptr %to to i64
; CHECK: call void @raddle_race_range(ptr %thread, i64 %[[ADDRESS]], i64 16, i32 2049)
  call void @__raddle_copy_starts(ptr %to, i64 16)
; CHECK: call void @raddle_check_event(ptr %thread, i32 %{{.*}}, i32 10, i32 0)
  call void @__raddle_copies_commit()
; CHECK: call void @raddle_check_event(ptr %thread, i32 %{{.*}}, i32 11, i32 2)
  call void @__raddle_copies_wait(i32 2)
; CHECK: call void @raddle_check_event(ptr %thread, i32 %{{.*}}, i32 12, i32 0)
  call void @__raddle_copies_wait_for_oldest()
; CHECK: call void @raddle_check_event(ptr %thread, i32 %{{.*}}, i32 13, i32 0)
  call void @__raddle_copies_wait_for_all()
  ret void
}

; STORED: define {{.*}}void @stored(
define ptx_kernel void @stored(ptr %thread, ptr %to, i32 %x) {
  %other = getelementptr i8, ptr %to, i64 16
; STORED: call void @raddle_check_race(ptr %thread, ptr {{.*}}%other,
  store i32 %x, ptr %other
; STORED-NOT: call void @raddle_check_race(
  store i32 %x, ptr %to
  %address = ptrtoint ptr %to to i64
; STORED: call void @raddle_race_range(
  call void @raddle_race_range(ptr %thread, i64 %address, i64 16, i32 2049)
; STORED: call void @raddle_check_race(ptr %thread, ptr {{.*}}%to,
  store i32 %x, ptr %to
  ret void
}

declare void @__raddle_copy_starts(ptr, i64)
declare void @__raddle_copies_commit()
declare void @__raddle_copies_wait(i32)
declare void @__raddle_copies_wait_for_oldest()
declare void @__raddle_copies_wait_for_all()
declare void @raddle_race_range(ptr, i64, i64, i32)
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{ptr @stored, !"kernel", i32 1}
