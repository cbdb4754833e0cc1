; With -check=race, a kernel that writes through parameters alone asks where it begins whether the arrays that it reads are others:
; the answer stands in the third operand. If it writes through a pointer from memory, nothing is known. Texels are asked for where the
; texture says where they are, which no kernel changes.
; RUN: %kernelc -bitcode %s -kernel k -check=race -run-pass check-races | FileCheck %s
; RUN: %kernelc -bitcode %s -kernel through_memory -check=race -run-pass check-races | FileCheck %s --check-prefix=MEMORY
; RUN: %kernelc -bitcode %s -kernel textured -check=race -run-pass check-races | FileCheck %s --check-prefix=TEXTURE
target triple = "nvptx64-nvidia-cuda"

; CHECK: define {{.*}}void @k(
define ptx_kernel void @k(ptr %thread, ptr %to, ptr %from) {
; CHECK-DAG: %[[TO:.*]] = call ptr @raddle_find_object(ptr %to)
; CHECK-DAG: %[[FROM:.*]] = call ptr @raddle_find_object(ptr %from)
; CHECK: icmp ne ptr %[[FROM]], %[[TO]]
; CHECK: %unwritten = zext i1
; CHECK: %[[SAID:.*]] = inttoptr i64 %unwritten to ptr
; CHECK: call void @raddle_check_race(ptr %thread, ptr {{.*}}%from, ptr %[[SAID]],
  %x = load i32, ptr %from
; CHECK: call void @raddle_check_race(ptr %thread, ptr {{.*}}%to, ptr null,
  store i32 %x, ptr %to
  ret void
}

; MEMORY: define {{.*}}void @through_memory(
define ptx_kernel void @through_memory(ptr %thread, ptr %to, ptr %from) {
; MEMORY-NOT: %unwritten
; MEMORY: call void @raddle_check_race(ptr %thread, ptr {{.*}}%from, ptr null,
  %x = load i32, ptr %from
  %place = load ptr, ptr %to
  store i32 %x, ptr %place
  ret void
}

; TEXTURE: define {{.*}}void @textured(
define ptx_kernel void @textured(ptr %thread, ptr %to, i64 %texture) {
; TEXTURE: %[[TO:.*]] = call ptr @raddle_find_object(ptr %to)
; TEXTURE-NOT: call void @raddle_check_race
; TEXTURE: %texels = load ptr
; TEXTURE: %[[TEXELS:.*]] = call ptr @raddle_find_object(ptr %texels)
; TEXTURE: icmp ne ptr %[[TEXELS]], %[[TO]]
; TEXTURE: %[[SAID:.*]] = inttoptr i64 %unwritten to ptr
; TEXTURE: call void @raddle_check_race(ptr %thread, ptr {{.*}}%texels, ptr %[[SAID]],
  %handle = inttoptr i64 %texture to ptr addrspace(4)
  %sampler = addrspacecast ptr addrspace(4) %handle to ptr
  %texels = load ptr, ptr %sampler
  %x = load i32, ptr %texels
  store i32 %x, ptr %to
  ret void
}
!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{ptr @through_memory, !"kernel", i32 1}
!2 = !{ptr @textured, !"kernel", i32 1}
