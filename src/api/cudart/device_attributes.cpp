// The attributes of a device: a row for each.
#include "api/cudart/device_properties.h"

#include <array>
#include <cstddef>

namespace raddle::cudart {

namespace {

using Answer = int (*)(const cudaDeviceProp &);

struct Attribute {
  cudaDeviceAttr number;
  Answer answer;
};

#define ATTRIBUTE(name, fact)                                                                                \
  {cudaDevAttr##name, []([[maybe_unused]] const cudaDeviceProp &p) { return static_cast<int>(fact); }},
constexpr Attribute kAttributes[] = {
    ATTRIBUTE(MaxThreadsPerBlock, p.maxThreadsPerBlock)
    ATTRIBUTE(MaxBlockDimX, p.maxThreadsDim[0])
    ATTRIBUTE(MaxBlockDimY, p.maxThreadsDim[1])
    ATTRIBUTE(MaxBlockDimZ, p.maxThreadsDim[2])
    ATTRIBUTE(MaxGridDimX, p.maxGridSize[0])
    ATTRIBUTE(MaxGridDimY, p.maxGridSize[1])
    ATTRIBUTE(MaxGridDimZ, p.maxGridSize[2])
    ATTRIBUTE(MaxSharedMemoryPerBlock, p.sharedMemPerBlock)
    ATTRIBUTE(TotalConstantMemory, p.totalConstMem)
    ATTRIBUTE(WarpSize, p.warpSize)
    ATTRIBUTE(MaxPitch, p.memPitch)
    ATTRIBUTE(MaxRegistersPerBlock, p.regsPerBlock)
    ATTRIBUTE(ClockRate, p.clockRate)
    ATTRIBUTE(TextureAlignment, p.textureAlignment)
    ATTRIBUTE(GpuOverlap, p.deviceOverlap)
    ATTRIBUTE(MultiProcessorCount, p.multiProcessorCount)
    ATTRIBUTE(KernelExecTimeout, p.kernelExecTimeoutEnabled)
    ATTRIBUTE(Integrated, p.integrated)
    ATTRIBUTE(CanMapHostMemory, p.canMapHostMemory)
    ATTRIBUTE(ComputeMode, p.computeMode)
    ATTRIBUTE(MaxTexture1DWidth, p.maxTexture1D)
    ATTRIBUTE(MaxTexture2DWidth, p.maxTexture2D[0])
    ATTRIBUTE(MaxTexture2DHeight, p.maxTexture2D[1])
    ATTRIBUTE(MaxTexture3DWidth, p.maxTexture3D[0])
    ATTRIBUTE(MaxTexture3DHeight, p.maxTexture3D[1])
    ATTRIBUTE(MaxTexture3DDepth, p.maxTexture3D[2])
    ATTRIBUTE(MaxTexture2DLayeredWidth, p.maxTexture2DLayered[0])
    ATTRIBUTE(MaxTexture2DLayeredHeight, p.maxTexture2DLayered[1])
    ATTRIBUTE(MaxTexture2DLayeredLayers, p.maxTexture2DLayered[2])
    ATTRIBUTE(SurfaceAlignment, p.surfaceAlignment)
    ATTRIBUTE(ConcurrentKernels, p.concurrentKernels)
    ATTRIBUTE(EccEnabled, p.ECCEnabled)
    ATTRIBUTE(PciBusId, p.pciBusID)
    ATTRIBUTE(PciDeviceId, p.pciDeviceID)
    ATTRIBUTE(TccDriver, p.tccDriver)
    ATTRIBUTE(MemoryClockRate, p.memoryClockRate)
    ATTRIBUTE(GlobalMemoryBusWidth, p.memoryBusWidth)
    ATTRIBUTE(L2CacheSize, p.l2CacheSize)
    ATTRIBUTE(MaxThreadsPerMultiProcessor, p.maxThreadsPerMultiProcessor)
    ATTRIBUTE(AsyncEngineCount, p.asyncEngineCount)
    ATTRIBUTE(UnifiedAddressing, p.unifiedAddressing)
    ATTRIBUTE(MaxTexture1DLayeredWidth, p.maxTexture1DLayered[0])
    ATTRIBUTE(MaxTexture1DLayeredLayers, p.maxTexture1DLayered[1])
    ATTRIBUTE(MaxTexture2DGatherWidth, p.maxTexture2DGather[0])
    ATTRIBUTE(MaxTexture2DGatherHeight, p.maxTexture2DGather[1])
    ATTRIBUTE(MaxTexture3DWidthAlt, p.maxTexture3DAlt[0])
    ATTRIBUTE(MaxTexture3DHeightAlt, p.maxTexture3DAlt[1])
    ATTRIBUTE(MaxTexture3DDepthAlt, p.maxTexture3DAlt[2])
    ATTRIBUTE(PciDomainId, p.pciDomainID)
    ATTRIBUTE(TexturePitchAlignment, p.texturePitchAlignment)
    ATTRIBUTE(MaxTextureCubemapWidth, p.maxTextureCubemap)
    ATTRIBUTE(MaxTextureCubemapLayeredWidth, p.maxTextureCubemapLayered[0])
    ATTRIBUTE(MaxTextureCubemapLayeredLayers, p.maxTextureCubemapLayered[1])
    ATTRIBUTE(MaxSurface1DWidth, p.maxSurface1D)
    ATTRIBUTE(MaxSurface2DWidth, p.maxSurface2D[0])
    ATTRIBUTE(MaxSurface2DHeight, p.maxSurface2D[1])
    ATTRIBUTE(MaxSurface3DWidth, p.maxSurface3D[0])
    ATTRIBUTE(MaxSurface3DHeight, p.maxSurface3D[1])
    ATTRIBUTE(MaxSurface3DDepth, p.maxSurface3D[2])
    ATTRIBUTE(MaxSurface1DLayeredWidth, p.maxSurface1DLayered[0])
    ATTRIBUTE(MaxSurface1DLayeredLayers, p.maxSurface1DLayered[1])
    ATTRIBUTE(MaxSurface2DLayeredWidth, p.maxSurface2DLayered[0])
    ATTRIBUTE(MaxSurface2DLayeredHeight, p.maxSurface2DLayered[1])
    ATTRIBUTE(MaxSurface2DLayeredLayers, p.maxSurface2DLayered[2])
    ATTRIBUTE(MaxSurfaceCubemapWidth, p.maxSurfaceCubemap)
    ATTRIBUTE(MaxSurfaceCubemapLayeredWidth, p.maxSurfaceCubemapLayered[0])
    ATTRIBUTE(MaxSurfaceCubemapLayeredLayers, p.maxSurfaceCubemapLayered[1])
    ATTRIBUTE(MaxTexture1DLinearWidth, p.maxTexture1DLinear)
    ATTRIBUTE(MaxTexture2DLinearWidth, p.maxTexture2DLinear[0])
    ATTRIBUTE(MaxTexture2DLinearHeight, p.maxTexture2DLinear[1])
    ATTRIBUTE(MaxTexture2DLinearPitch, p.maxTexture2DLinear[2])
    ATTRIBUTE(MaxTexture2DMipmappedWidth, p.maxTexture2DMipmap[0])
    ATTRIBUTE(MaxTexture2DMipmappedHeight, p.maxTexture2DMipmap[1])
    ATTRIBUTE(ComputeCapabilityMajor, p.major)
    ATTRIBUTE(ComputeCapabilityMinor, p.minor)
    ATTRIBUTE(MaxTexture1DMipmappedWidth, p.maxTexture1DMipmap)
    ATTRIBUTE(StreamPrioritiesSupported, p.streamPrioritiesSupported)
    ATTRIBUTE(GlobalL1CacheSupported, p.globalL1CacheSupported)
    ATTRIBUTE(LocalL1CacheSupported, p.localL1CacheSupported)
    ATTRIBUTE(MaxSharedMemoryPerMultiprocessor, p.sharedMemPerMultiprocessor)
    ATTRIBUTE(MaxRegistersPerMultiprocessor, p.regsPerMultiprocessor)
    ATTRIBUTE(ManagedMemory, p.managedMemory)
    ATTRIBUTE(IsMultiGpuBoard, p.isMultiGpuBoard)
    ATTRIBUTE(MultiGpuBoardGroupID, p.multiGpuBoardGroupID)
    ATTRIBUTE(HostNativeAtomicSupported, p.hostNativeAtomicSupported)
    ATTRIBUTE(SingleToDoublePrecisionPerfRatio, p.singleToDoublePrecisionPerfRatio)
    ATTRIBUTE(PageableMemoryAccess, p.pageableMemoryAccess)
    ATTRIBUTE(ConcurrentManagedAccess, p.concurrentManagedAccess)
    ATTRIBUTE(ComputePreemptionSupported, p.computePreemptionSupported)
    ATTRIBUTE(CanUseHostPointerForRegisteredMem, p.canUseHostPointerForRegisteredMem)
    ATTRIBUTE(CooperativeLaunch, p.cooperativeLaunch)
    ATTRIBUTE(CooperativeMultiDeviceLaunch, p.cooperativeMultiDeviceLaunch)
    ATTRIBUTE(MaxSharedMemoryPerBlockOptin, p.sharedMemPerBlockOptin)
    ATTRIBUTE(CanFlushRemoteWrites, 0)
    ATTRIBUTE(HostRegisterSupported, p.hostRegisterSupported)
    ATTRIBUTE(PageableMemoryAccessUsesHostPageTables, p.pageableMemoryAccessUsesHostPageTables)
    ATTRIBUTE(DirectManagedMemAccessFromHost, p.directManagedMemAccessFromHost)
    ATTRIBUTE(MaxBlocksPerMultiprocessor, p.maxBlocksPerMultiProcessor)
    ATTRIBUTE(MaxPersistingL2CacheSize, p.persistingL2CacheMaxSize)
    ATTRIBUTE(MaxAccessPolicyWindowSize, p.accessPolicyMaxWindowSize)
    ATTRIBUTE(ReservedSharedMemoryPerBlock, p.reservedSharedMemPerBlock)
    ATTRIBUTE(SparseCudaArraySupported, p.sparseCudaArraySupported)
    ATTRIBUTE(HostRegisterReadOnlySupported, p.hostRegisterReadOnlySupported)
    ATTRIBUTE(TimelineSemaphoreInteropSupported, p.timelineSemaphoreInteropSupported)
    ATTRIBUTE(MemoryPoolsSupported, p.memoryPoolsSupported)
    ATTRIBUTE(GPUDirectRDMASupported, p.gpuDirectRDMASupported)
    ATTRIBUTE(GPUDirectRDMAFlushWritesOptions, p.gpuDirectRDMAFlushWritesOptions)
    ATTRIBUTE(GPUDirectRDMAWritesOrdering, p.gpuDirectRDMAWritesOrdering)
    ATTRIBUTE(MemoryPoolSupportedHandleTypes, p.memoryPoolSupportedHandleTypes)
    ATTRIBUTE(ClusterLaunch, p.clusterLaunch)
    ATTRIBUTE(DeferredMappingCudaArraySupported, p.deferredMappingCudaArraySupported)
    ATTRIBUTE(IpcEventSupport, p.ipcEventSupported)
    ATTRIBUTE(MemSyncDomainCount, 1)
    ATTRIBUTE(NumaConfig, cudaDeviceNumaConfigNone)
    ATTRIBUTE(NumaId, -1)
    ATTRIBUTE(MpsEnabled, 0)
    ATTRIBUTE(HostNumaId, 0)
    ATTRIBUTE(D3D12CigSupported, 0)
};
#undef ATTRIBUTE

constexpr std::size_t kMostAttributes = 256;

constexpr std::array<Answer, kMostAttributes> kByNumber = [] {
  std::array<Answer, kMostAttributes> answers = {};
  for (const Attribute &attribute : kAttributes)
    answers[attribute.number] = attribute.answer;
  return answers;
}();

} // namespace

cudaError_t deviceAttribute(const host::Device &device, cudaDeviceAttr attribute, int *value) {
  const auto number = static_cast<std::size_t>(attribute);
  if (number >= kMostAttributes || !kByNumber[number])
    return cudaErrorInvalidValue;
  // It is measured, which takes time.
  *value = attribute == cudaDevAttrClockRate ? device.clockKhz() : kByNumber[number](fixedPropertiesOf(device));
  return cudaSuccess;
}

} // namespace raddle::cudart
