; With -check=init, what a local variable holds before anything is stored into it is a placeholder that says the variable's
; name, and LLVM's passes carry it to where it is used. A second `x` of the function is called x1 by clang.
; RUN: %kernelc -bitcode %s -kernel k -check=init -ir-after simplify -stop-after simplify | FileCheck %s
; RUN: %kernelc -bitcode %s -kernel k -check=init -ir-after drop-uninitialised -stop-after drop-uninitialised | FileCheck %s --check-prefix=DROPPED
; RUN: %kernelc -bitcode %s -kernel k -ir-after simplify -stop-after simplify | FileCheck %s --check-prefix=OFF
target triple = "nvptx64-nvidia-cuda"

; CHECK-DAG: @[[X:uninitialised.variable.*]] = {{.*}} c"x\00"
; CHECK-DAG: @[[LARGE:uninitialised.variable.*]] = {{.*}} c"large\00"
; CHECK-LABEL: @k(
; DROPPED-LABEL: @k(
; DROPPED-NOT: raddle.uninitialised
; OFF-NOT: raddle.uninitialised
define void @k(ptr %out, i1 %c, i64 %i) {
entry:
  %x = alloca i32
  %x1 = alloca i32
  %large = alloca [64 x i32]
  store i32 0, ptr %x
; CHECK: %[[VALUE:.*]] = tail call i32 @raddle.uninitialised.i32(ptr nonnull @[[X]],
; CHECK: select i1 %c, i32 1, i32 %[[VALUE]]
  call void @llvm.lifetime.start.p0(i64 4, ptr %x1)
  br i1 %c, label %set, label %next
set:
  store i32 1, ptr %x1
  br label %next
next:
  %value = load i32, ptr %x1
  store i32 %value, ptr %out
  call void @llvm.lifetime.end.p0(i64 4, ptr %x1)
; CHECK: %[[BYTE:.*]] = tail call i8 @raddle.uninitialised.i8(ptr nonnull @[[LARGE]],
; CHECK: call void @llvm.memset{{.*}}(ptr {{.*}} %large, i8 %[[BYTE]], i64 256
  call void @llvm.lifetime.start.p0(i64 256, ptr %large)
  %element = getelementptr [64 x i32], ptr %large, i64 0, i64 %i
  %read = load i32, ptr %element
  %place = getelementptr i32, ptr %out, i64 1
  store i32 %read, ptr %place
  ret void
}
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
