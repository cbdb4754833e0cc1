; What the compiler does not know is an error that names it.
; RUN: not %kernelc -bitcode %s -kernel undefined 2>&1 | FileCheck %s --check-prefix=UNDEFINED
; RUN: not %kernelc -bitcode %s -kernel runtime 2>&1 | FileCheck %s --check-prefix=RUNTIME
; RUN: not %kernelc -bitcode %s -kernel intrinsic 2>&1 | FileCheck %s --check-prefix=INTRINSIC
; RUN: not %kernelc -bitcode %s -kernel nothing 2>&1 | FileCheck %s --check-prefix=NOTHING
; RUN: not %kernelc -bitcode %s -kernel intrinsic -ir-after nonsense 2>&1 | FileCheck %s --check-prefix=PASS
target triple = "nvptx64-nvidia-cuda"
declare i32 @_Z5otheri(i32)
declare i32 @raddle_other(i32)
declare void @llvm.nvvm.cp.async.wait.all()

; UNDEFINED: error: device function 'other(int)' is used but not defined
define void @undefined(ptr %out) {
  %r = call i32 @_Z5otheri(i32 1)
  store i32 %r, ptr %out
  ret void
}

; What looks like a function of the runtime, and is none.
; RUNTIME: error: device function 'raddle_other' is used but not defined
define void @runtime(ptr %out) {
  %r = call i32 @raddle_other(i32 1)
  store i32 %r, ptr %out
  ret void
}

; INTRINSIC: error: the NVVM intrinsic 'llvm.nvvm.cp.async.wait.all' is not supported
define void @intrinsic() {
  call void @llvm.nvvm.cp.async.wait.all()
  ret void
}

; NOTHING: the device code has no kernel 'nothing'
; PASS: there is no pass 'nonsense'
!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @undefined, !"kernel", i32 1}
!1 = !{ptr @intrinsic, !"kernel", i32 1}
!2 = !{ptr @runtime, !"kernel", i32 1}
