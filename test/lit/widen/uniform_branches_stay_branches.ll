; Which warps take part is decided by a branch; which lanes, by a mask.
; RUN: %kernelc -bitcode %s -kernel _Z5warpsPi -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=WARPS
; RUN: %kernelc -bitcode %s -kernel _Z5lanesPi -lanes 32 -block rows -run-pass widen | FileCheck %s --check-prefix=LANES
target triple = "x86_64-pc-linux-gnu"

; threadIdx.x of lane 0 against 64 is enough: all lanes lie on one side.
; WARPS-LABEL: define {{.*}} @_Z5warpsPi(
; WARPS: start:
; WARPS: icmp ult i32 %{{.*}}, 64
; WARPS: br i1
;   __global__ void warps(int *out) {
;     if (threadIdx.x < 64)
;       out[threadIdx.x] = blockIdx.x;
;   }
define void @_Z5warpsPi(ptr %thread, ptr %0) {
  %2 = tail call i32 @raddle.thread.0()
  %3 = icmp ult i32 %2, 64
  br i1 %3, label %4, label %9
4:
  %5 = tail call ptr @raddle.thread.16()
  %6 = load i32, ptr %5, align 4
  %7 = zext nneg i32 %2 to i64
  %8 = getelementptr inbounds i32, ptr %0, i64 %7
  store i32 %6, ptr %8, align 4
  br label %9
9:
  ret void
}

; LANES-LABEL: define {{.*}} @_Z5lanesPi(
; LANES: start:
; LANES: icmp {{.*}} <32 x i32>
; LANES: call void @llvm.masked.store
;   __global__ void lanes(int *out) {
;     if (threadIdx.x < 65)
;       out[threadIdx.x] = blockIdx.x;
;   }
define void @_Z5lanesPi(ptr %thread, ptr %0) {
  %2 = tail call i32 @raddle.thread.0()
  %3 = icmp ult i32 %2, 65
  br i1 %3, label %4, label %9
4:
  %5 = tail call ptr @raddle.thread.16()
  %6 = load i32, ptr %5, align 4
  %7 = zext nneg i32 %2 to i64
  %8 = getelementptr inbounds i32, ptr %0, i64 %7
  store i32 %6, ptr %8, align 4
  br label %9
9:
  ret void
}
declare i32 @raddle.thread.0()
declare ptr @raddle.thread.16()
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @_Z5warpsPi, !"kernel", i32 1}
!1 = !{ptr @_Z5lanesPi, !"kernel", i32 1}
