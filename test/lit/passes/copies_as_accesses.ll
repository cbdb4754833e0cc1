; With -profile, copies and fills become the accesses that a GPU makes of them: as wide as all addresses are aligned. Elements of vectors
; that LLVM would copy one by one stay together.
; RUN: %kernelc -bitcode %s -kernel k -lanes 32 -profile -run-pass keep-vector-copies | FileCheck %s --check-prefix=KEEP
; RUN: %kernelc -bitcode %s -kernel k -lanes 32 -profile -run-pass expand-copies | FileCheck %s
; RUN: %kernelc -bitcode %s -kernel k -lanes 32 -run-pass expand-copies | FileCheck %s --check-prefix=OFF
target triple = "nvptx64-nvidia-cuda"

%struct.float4 = type { float, float, float, float }
%struct.three = type { float, float, float }

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; OFF-COUNT-5: call void @llvm.mem
define ptx_kernel void @k(ptr %thread, ptr %a, ptr %b, i64 %n) {
entry:
  ; KEEP: [[V:%.*]] = load <4 x float>, ptr %p, align 16
  ; KEEP-NEXT: store <4 x float> [[V]], ptr %b, align 16
  ; CHECK: [[V:%.*]] = load <4 x i32>, ptr %p, align 16
  ; CHECK-NEXT: store <4 x i32> [[V]], ptr %b, align 16
  %p = getelementptr inbounds %struct.float4, ptr %a, i64 %n
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %b, ptr align 16 %p, i64 16, i1 false)
  ; Each field is as wide as the alignment.
  ; KEEP-NEXT: %q =
  ; KEEP-NEXT: call void @llvm.memcpy
  ; CHECK-COUNT-3: load i32, ptr %{{.*}}, align 4
  ; CHECK-COUNT-3: store i32 %{{.*}}, ptr %{{.*}}, align 4
  %q = getelementptr inbounds %struct.three, ptr %a, i64 %n
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %b, ptr align 4 %q, i64 12, i1 false)
  ; 14 bytes.
  ; CHECK: store i64 0
  ; CHECK: store i32 0
  ; CHECK: store i16 0
  call void @llvm.memset.p0.i64(ptr align 8 %b, i8 0, i64 14, i1 false)
  ; Loops of words, and of the bytes that are left.
  ; CHECK: lshr i64 %n, 2
  ; CHECK: load i32
  ; CHECK: store i32
  ; CHECK: load i8
  ; CHECK: store i8
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %b, ptr align 4 %a, i64 %n, i1 false)
  ; Backwards, if the target begins within the source.
  ; CHECK: icmp ult i64
  ; CHECK: select i1
  ; CHECK: load i8
  ; CHECK-NOT: call void @llvm.mem
  call void @llvm.memmove.p0.p0.i64(ptr align 4 %b, ptr align 4 %a, i64 %n, i1 false)
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
