#include "api/cudart/devices/device_properties.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <string>

namespace raddle::cudart {

namespace {

struct Property {
  host::DeviceAttribute attribute;
  void (*set)(cudaDeviceProp &, int);
};

template <typename Field> void assign(Field &field, int value) { field = static_cast<Field>(value); }

// The attributes that are properties, too.
#define PROPERTY(attribute, field)                                                                           \
  Property {                                                                                                 \
    host::DeviceAttribute::k##attribute, [](cudaDeviceProp &p, int value) { assign(p.field, value); }        \
  }
constexpr Property kProperties[] = {
    PROPERTY(ClockRate, clockRate),
    PROPERTY(MaxThreadsPerBlock, maxThreadsPerBlock),
    PROPERTY(MaxBlockDimX, maxThreadsDim[0]),
    PROPERTY(MaxBlockDimY, maxThreadsDim[1]),
    PROPERTY(MaxBlockDimZ, maxThreadsDim[2]),
    PROPERTY(MaxGridDimX, maxGridSize[0]),
    PROPERTY(MaxGridDimY, maxGridSize[1]),
    PROPERTY(MaxGridDimZ, maxGridSize[2]),
    PROPERTY(MaxSharedMemoryPerBlock, sharedMemPerBlock),
    PROPERTY(TotalConstantMemory, totalConstMem),
    PROPERTY(WarpSize, warpSize),
    PROPERTY(MaxPitch, memPitch),
    PROPERTY(MaxRegistersPerBlock, regsPerBlock),
    PROPERTY(TextureAlignment, textureAlignment),
    PROPERTY(GpuOverlap, deviceOverlap),
    PROPERTY(MultiProcessorCount, multiProcessorCount),
    PROPERTY(KernelExecTimeout, kernelExecTimeoutEnabled),
    PROPERTY(Integrated, integrated),
    PROPERTY(CanMapHostMemory, canMapHostMemory),
    PROPERTY(ComputeMode, computeMode),
    PROPERTY(MaxTexture1DWidth, maxTexture1D),
    PROPERTY(MaxTexture2DWidth, maxTexture2D[0]),
    PROPERTY(MaxTexture2DHeight, maxTexture2D[1]),
    PROPERTY(MaxTexture3DWidth, maxTexture3D[0]),
    PROPERTY(MaxTexture3DHeight, maxTexture3D[1]),
    PROPERTY(MaxTexture3DDepth, maxTexture3D[2]),
    PROPERTY(MaxTexture2DLayeredWidth, maxTexture2DLayered[0]),
    PROPERTY(MaxTexture2DLayeredHeight, maxTexture2DLayered[1]),
    PROPERTY(MaxTexture2DLayeredLayers, maxTexture2DLayered[2]),
    PROPERTY(SurfaceAlignment, surfaceAlignment),
    PROPERTY(ConcurrentKernels, concurrentKernels),
    PROPERTY(EccEnabled, ECCEnabled),
    PROPERTY(PciBusId, pciBusID),
    PROPERTY(PciDeviceId, pciDeviceID),
    PROPERTY(TccDriver, tccDriver),
    PROPERTY(MemoryClockRate, memoryClockRate),
    PROPERTY(GlobalMemoryBusWidth, memoryBusWidth),
    PROPERTY(L2CacheSize, l2CacheSize),
    PROPERTY(MaxThreadsPerMultiProcessor, maxThreadsPerMultiProcessor),
    PROPERTY(AsyncEngineCount, asyncEngineCount),
    PROPERTY(UnifiedAddressing, unifiedAddressing),
    PROPERTY(MaxTexture1DLayeredWidth, maxTexture1DLayered[0]),
    PROPERTY(MaxTexture1DLayeredLayers, maxTexture1DLayered[1]),
    PROPERTY(MaxTexture2DGatherWidth, maxTexture2DGather[0]),
    PROPERTY(MaxTexture2DGatherHeight, maxTexture2DGather[1]),
    PROPERTY(MaxTexture3DWidthAlt, maxTexture3DAlt[0]),
    PROPERTY(MaxTexture3DHeightAlt, maxTexture3DAlt[1]),
    PROPERTY(MaxTexture3DDepthAlt, maxTexture3DAlt[2]),
    PROPERTY(PciDomainId, pciDomainID),
    PROPERTY(TexturePitchAlignment, texturePitchAlignment),
    PROPERTY(MaxTextureCubemapWidth, maxTextureCubemap),
    PROPERTY(MaxTextureCubemapLayeredWidth, maxTextureCubemapLayered[0]),
    PROPERTY(MaxTextureCubemapLayeredLayers, maxTextureCubemapLayered[1]),
    PROPERTY(MaxSurface1DWidth, maxSurface1D),
    PROPERTY(MaxSurface2DWidth, maxSurface2D[0]),
    PROPERTY(MaxSurface2DHeight, maxSurface2D[1]),
    PROPERTY(MaxSurface3DWidth, maxSurface3D[0]),
    PROPERTY(MaxSurface3DHeight, maxSurface3D[1]),
    PROPERTY(MaxSurface3DDepth, maxSurface3D[2]),
    PROPERTY(MaxSurface1DLayeredWidth, maxSurface1DLayered[0]),
    PROPERTY(MaxSurface1DLayeredLayers, maxSurface1DLayered[1]),
    PROPERTY(MaxSurface2DLayeredWidth, maxSurface2DLayered[0]),
    PROPERTY(MaxSurface2DLayeredHeight, maxSurface2DLayered[1]),
    PROPERTY(MaxSurface2DLayeredLayers, maxSurface2DLayered[2]),
    PROPERTY(MaxSurfaceCubemapWidth, maxSurfaceCubemap),
    PROPERTY(MaxSurfaceCubemapLayeredWidth, maxSurfaceCubemapLayered[0]),
    PROPERTY(MaxSurfaceCubemapLayeredLayers, maxSurfaceCubemapLayered[1]),
    PROPERTY(MaxTexture1DLinearWidth, maxTexture1DLinear),
    PROPERTY(MaxTexture2DLinearWidth, maxTexture2DLinear[0]),
    PROPERTY(MaxTexture2DLinearHeight, maxTexture2DLinear[1]),
    PROPERTY(MaxTexture2DLinearPitch, maxTexture2DLinear[2]),
    PROPERTY(MaxTexture2DMipmappedWidth, maxTexture2DMipmap[0]),
    PROPERTY(MaxTexture2DMipmappedHeight, maxTexture2DMipmap[1]),
    PROPERTY(ComputeCapabilityMajor, major),
    PROPERTY(ComputeCapabilityMinor, minor),
    PROPERTY(MaxTexture1DMipmappedWidth, maxTexture1DMipmap),
    PROPERTY(StreamPrioritiesSupported, streamPrioritiesSupported),
    PROPERTY(GlobalL1CacheSupported, globalL1CacheSupported),
    PROPERTY(LocalL1CacheSupported, localL1CacheSupported),
    PROPERTY(MaxSharedMemoryPerMultiprocessor, sharedMemPerMultiprocessor),
    PROPERTY(MaxRegistersPerMultiprocessor, regsPerMultiprocessor),
    PROPERTY(ManagedMemory, managedMemory),
    PROPERTY(IsMultiGpuBoard, isMultiGpuBoard),
    PROPERTY(MultiGpuBoardGroupID, multiGpuBoardGroupID),
    PROPERTY(HostNativeAtomicSupported, hostNativeAtomicSupported),
    PROPERTY(SingleToDoublePrecisionPerfRatio, singleToDoublePrecisionPerfRatio),
    PROPERTY(PageableMemoryAccess, pageableMemoryAccess),
    PROPERTY(ConcurrentManagedAccess, concurrentManagedAccess),
    PROPERTY(ComputePreemptionSupported, computePreemptionSupported),
    PROPERTY(CanUseHostPointerForRegisteredMem, canUseHostPointerForRegisteredMem),
    PROPERTY(CooperativeLaunch, cooperativeLaunch),
    PROPERTY(CooperativeMultiDeviceLaunch, cooperativeMultiDeviceLaunch),
    PROPERTY(MaxSharedMemoryPerBlockOptin, sharedMemPerBlockOptin),
    PROPERTY(HostRegisterSupported, hostRegisterSupported),
    PROPERTY(PageableMemoryAccessUsesHostPageTables, pageableMemoryAccessUsesHostPageTables),
    PROPERTY(DirectManagedMemAccessFromHost, directManagedMemAccessFromHost),
    PROPERTY(MaxBlocksPerMultiprocessor, maxBlocksPerMultiProcessor),
    PROPERTY(MaxPersistingL2CacheSize, persistingL2CacheMaxSize),
    PROPERTY(MaxAccessPolicyWindowSize, accessPolicyMaxWindowSize),
    PROPERTY(ReservedSharedMemoryPerBlock, reservedSharedMemPerBlock),
    PROPERTY(SparseCudaArraySupported, sparseCudaArraySupported),
    PROPERTY(HostRegisterReadOnlySupported, hostRegisterReadOnlySupported),
    PROPERTY(TimelineSemaphoreInteropSupported, timelineSemaphoreInteropSupported),
    PROPERTY(MemoryPoolsSupported, memoryPoolsSupported),
    PROPERTY(GPUDirectRDMASupported, gpuDirectRDMASupported),
    PROPERTY(GPUDirectRDMAFlushWritesOptions, gpuDirectRDMAFlushWritesOptions),
    PROPERTY(GPUDirectRDMAWritesOrdering, gpuDirectRDMAWritesOrdering),
    PROPERTY(MemoryPoolSupportedHandleTypes, memoryPoolSupportedHandleTypes),
    PROPERTY(ClusterLaunch, clusterLaunch),
    PROPERTY(DeferredMappingCudaArraySupported, deferredMappingCudaArraySupported),
    PROPERTY(IpcEventSupport, ipcEventSupported),
};
#undef PROPERTY

// The host core has the numbers of this API.
#define DEVICE_ATTRIBUTE(number, name, value) static_assert(cudaDevAttr##name == number);
#include "host/device/attributes.def"
#undef DEVICE_ATTRIBUTE

cudaDeviceProp makeProperties(const host::Device &device) {
  cudaDeviceProp properties = {};
  const std::string name = device.name();
  name.copy(properties.name, sizeof properties.name - 1);
  std::ranges::copy(host::uuidOf(device.architecture(), device.number()), properties.uuid.bytes);
  properties.totalGlobalMem = device.memoryBytes();
  for (const Property &property : kProperties) {
    int value = 0;
    static_cast<void>(device.attribute(property.attribute, &value));
    property.set(properties, value);
  }
  return properties;
}

} // namespace

const cudaDeviceProp &propertiesOf(const host::Device &device) {
  static std::mutex mutex;
  static auto *const kKnown = new std::map<const host::Device *, const cudaDeviceProp>;
  // Devices live as long as the process, and their attributes never change.
  std::lock_guard lock(mutex);
  auto known = kKnown->find(&device);
  if (known == kKnown->end())
    known = kKnown->emplace(&device, makeProperties(device)).first;
  return known->second;
}

} // namespace raddle::cudart
