; NVVM's view of clusters: special registers are fields of the block, the barrier and the other blocks' shared
; memory are calls of the runtime. Variants of one intrinsic ("aligned", "shared::cluster") are the same here.
; RUN: %kernelc -bitcode %s -kernel k -run-pass thread-parameter,resolve-intrinsics | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank()
declare i32 @llvm.nvvm.read.ptx.sreg.cluster.nctaid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.clusterid.x()
declare i1 @llvm.nvvm.is_explicit_cluster()
declare void @llvm.nvvm.barrier.cluster.arrive.relaxed.aligned()
declare void @llvm.nvvm.barrier.cluster.wait()
declare void @llvm.nvvm.fence.sc.cluster()
declare ptr @llvm.nvvm.mapa(ptr, i32)
declare ptr addrspace(3) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3), i32)
declare i32 @llvm.nvvm.getctarank(ptr)

define void @k(ptr %out, ptr %pointer, ptr addrspace(3) %shared) {
; CHECK: getelementptr inbounds i8, ptr %{{.*}}, i32 104
  %rank = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank()
; CHECK: getelementptr inbounds i8, ptr %{{.*}}, i32 60
  %height = call i32 @llvm.nvvm.read.ptx.sreg.cluster.nctaid.y()
; CHECK: getelementptr inbounds i8, ptr %{{.*}}, i32 92
  %cluster = call i32 @llvm.nvvm.read.ptx.sreg.clusterid.x()
; CHECK: getelementptr inbounds i8, ptr %{{.*}}, i32 112
; CHECK: icmp ne i32
  %explicit = call i1 @llvm.nvvm.is_explicit_cluster()
; CHECK: notail call void @raddle_cluster_arrive(ptr %thread)
  call void @llvm.nvvm.barrier.cluster.arrive.relaxed.aligned()
; CHECK: fence syncscope("singlethread") seq_cst
  call void @llvm.nvvm.fence.sc.cluster()
; CHECK: notail call void @raddle_cluster_wait(ptr %thread)
  call void @llvm.nvvm.barrier.cluster.wait()
; CHECK: call ptr @raddle_cluster_map_shared(ptr %thread, ptr %pointer, i32 1)
  %mapped = call ptr @llvm.nvvm.mapa(ptr %pointer, i32 1)
; CHECK: [[GENERIC:%.*]] = addrspacecast ptr addrspace(3) %shared to ptr
; CHECK: call ptr @raddle_cluster_map_shared(ptr %thread, ptr [[GENERIC]], i32 2)
  %mapped_shared = call ptr addrspace(3) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3) %shared, i32 2)
; CHECK: call i32 @raddle_cluster_shared_rank(ptr %thread, ptr
  %owner = call i32 @llvm.nvvm.getctarank(ptr %mapped)
  store volatile i32 %rank, ptr %out
  store volatile i32 %height, ptr %out
  store volatile i32 %cluster, ptr %out
  store volatile i1 %explicit, ptr %out
  store volatile i32 %owner, ptr addrspace(3) %mapped_shared
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
