; Five accumulators of 32 floats are twenty of AVX2's sixteen registers: four loops add up eight lanes of each, and one more
; computes first what all need besides loads. AVX-512 has room for all.
; RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %s -kernel _Z1kPi -lanes 32 -run-pass split-accumulator-loops | FileCheck %s
; RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %s -kernel _Z1kPi -lanes 32 -run-pass split-accumulator-loops | FileCheck %s --check-prefix=ROOM
target triple = "nvptx64-nvidia-cuda"

; CHECK: alloca [4096 x i8], align 32
; CHECK: loop.common:
; CHECK: fmul <32 x float>
; CHECK-COUNT-4: store <8 x float>
; CHECK-COUNT-4: loop.part{{[0-9]*}}:
; CHECK-NOT: loop.part{{[0-9]*}}:
; CHECK: loop.end:
; ROOM-NOT: .part
; ROOM: ret void
define void @_Z1kPi(ptr %out, ptr noalias %in, <32 x float> %scale) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %s0 = phi <32 x float> [ zeroinitializer, %entry ], [ %n0, %loop ]
  %s1 = phi <32 x float> [ zeroinitializer, %entry ], [ %n1, %loop ]
  %s2 = phi <32 x float> [ zeroinitializer, %entry ], [ %n2, %loop ]
  %s3 = phi <32 x float> [ zeroinitializer, %entry ], [ %n3, %loop ]
  %s4 = phi <32 x float> [ zeroinitializer, %entry ], [ %n4, %loop ]
  %place = getelementptr <32 x float>, ptr %in, i64 %i
  %loaded = load <32 x float>, ptr %place
  %term = fmul <32 x float> %loaded, %scale
  %n0 = fadd <32 x float> %s0, %term
  %n1 = fadd <32 x float> %s1, %loaded
  %n2 = fsub <32 x float> %s2, %term
  %n3 = fsub <32 x float> %s3, %loaded
  %n4 = fmul <32 x float> %s4, %term
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, 32
  br i1 %more, label %loop, label %end
end:
  %t0 = fadd <32 x float> %n0, %n1
  %t1 = fadd <32 x float> %t0, %n2
  %t2 = fadd <32 x float> %t1, %n3
  %t3 = fadd <32 x float> %t2, %n4
  store <32 x float> %t3, ptr %out
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z1kPi, !"kernel", i32 1}
