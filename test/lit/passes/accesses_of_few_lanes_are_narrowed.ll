; Where it is known that some neighbouring lanes load or store, a power of two of them, they access vectors of so many elements.
; RUN: %kernelc -bitcode %s -kernel _Z6lowestPf -lanes 32 -run-pass narrow-accesses | FileCheck %s --check-prefix=LOWEST
; RUN: %kernelc -bitcode %s -kernel _Z6middlePf -lanes 32 -run-pass narrow-accesses | FileCheck %s --check-prefix=MIDDLE
; RUN: %kernelc -bitcode %s -kernel _Z5apartPf -lanes 32 -run-pass narrow-accesses | FileCheck %s --check-prefix=APART
target triple = "nvptx64-nvidia-cuda"

declare <32 x float> @llvm.masked.load.v32f32.p0(ptr, i32, <32 x i1>, <32 x float>)
declare void @llvm.masked.store.v32f32.p0(<32 x float>, ptr, i32, <32 x i1>)

; LOWEST-LABEL: define {{.*}} @_Z6lowestPf(
; LOWEST: load <8 x float>, ptr %p
; LOWEST: store <8 x float> {{.*}}, ptr %p
; LOWEST-NOT: call {{.*}}masked
; LOWEST: ret void
define void @_Z6lowestPf(ptr %thread, ptr %p) {
  %all = call <32 x float> @llvm.masked.load.v32f32.p0(ptr %p, i32 4, <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>, <32 x float> zeroinitializer)
  %more = fadd <32 x float> %all, %all
  call void @llvm.masked.store.v32f32.p0(<32 x float> %more, ptr %p, i32 4, <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>)
  ret void
}

; MIDDLE-LABEL: define {{.*}} @_Z6middlePf(
; MIDDLE: getelementptr {{.*}}, ptr %p, i64 {{4|16}}
; MIDDLE: load <4 x float>
; MIDDLE: store <4 x float>
; MIDDLE-NOT: call {{.*}}masked
; MIDDLE: ret void
define void @_Z6middlePf(ptr %thread, ptr %p) {
  %all = call <32 x float> @llvm.masked.load.v32f32.p0(ptr %p, i32 4, <32 x i1> <i1 false, i1 false, i1 false, i1 false, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>, <32 x float> zeroinitializer)
  %more = fadd <32 x float> %all, %all
  call void @llvm.masked.store.v32f32.p0(<32 x float> %more, ptr %p, i32 4, <32 x i1> <i1 false, i1 false, i1 false, i1 false, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>)
  ret void
}

; APART-LABEL: define {{.*}} @_Z5apartPf(
; APART: call {{.*}}masked.load.v32f32
; APART: call {{.*}}masked.store.v32f32
; APART: ret void
define void @_Z5apartPf(ptr %thread, ptr %p) {
  %all = call <32 x float> @llvm.masked.load.v32f32.p0(ptr %p, i32 4, <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, <32 x float> zeroinitializer)
  %more = fadd <32 x float> %all, %all
  call void @llvm.masked.store.v32f32.p0(<32 x float> %more, ptr %p, i32 4, <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>)
  ret void
}
!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @_Z6lowestPf, !"kernel", i32 1}
!1 = !{ptr @_Z6middlePf, !"kernel", i32 1}
!2 = !{ptr @_Z5apartPf, !"kernel", i32 1}
