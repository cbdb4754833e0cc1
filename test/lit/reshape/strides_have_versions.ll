; A stride that only the run knows: what lanes access depends on its lowest bits, so there is a version for each power of two.
; RUN: %kernelc -bitcode %s -kernel _Z8exchangePij -lanes 32 -block rows -run-pass version-strides | FileCheck %s --check-prefix=EXCHANGE
; RUN: %kernelc -bitcode %s -kernel _Z5applyPij -lanes 32 -block rows -run-pass version-strides | FileCheck %s --check-prefix=APPLY
target triple = "nvptx64-nvidia-cuda"

declare i32 @raddle.thread.0() memory(none)

; EXCHANGE-LABEL: define {{.*}} @_Z8exchangePij(
; EXCHANGE-DAG: icmp eq i32 %{{.*}}, 0
; EXCHANGE-DAG: icmp eq i32 %{{.*}}, 16
; EXCHANGE-DAG: icmp eq i32 %{{.*}}, 1{{$}}
define void @_Z8exchangePij(ptr %thread, ptr %keys, i32 %stride) {
  %lane = call i32 @raddle.thread.0()
  %twice = shl i32 %lane, 1
  %bits = add i32 %stride, 1023
  %inner = and i32 %bits, %lane
  %first = sub i32 %twice, %inner
  %second = add i32 %first, %stride
  %second.place = zext i32 %second to i64
  %second.address = getelementptr inbounds i32, ptr %keys, i64 %second.place
  %value = load i32, ptr %second.address
  %first.place = zext i32 %first to i64
  %first.address = getelementptr inbounds i32, ptr %keys, i64 %first.place
  store i32 %value, ptr %first.address
  ret void
}

; Nothing is gained where no access depends on it.
; APPLY-LABEL: define {{.*}} @_Z5applyPij(
; APPLY-NOT: icmp eq i32
; APPLY: ret void
define void @_Z5applyPij(ptr %thread, ptr %keys, i32 %stride) {
  %lane = call i32 @raddle.thread.0()
  %bits = add i32 %stride, 1023
  %inner = and i32 %bits, %lane
  %place = zext i32 %lane to i64
  %address = getelementptr inbounds i32, ptr %keys, i64 %place
  %value = load i32, ptr %address
  %sum = add i32 %value, %inner
  store i32 %sum, ptr %address
  ret void
}
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @_Z8exchangePij, !"kernel", i32 1}
!1 = !{ptr @_Z5applyPij, !"kernel", i32 1}
