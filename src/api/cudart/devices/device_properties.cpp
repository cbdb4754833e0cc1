#include "api/cudart/devices/device_properties.h"

#include "occupancy/occupancy.h"

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <initializer_list>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace raddle::cudart {

namespace {

template <std::size_t N> void set(int (&field)[N], std::initializer_list<int> values) {
  std::size_t index = 0;
  for (int value : values)
    field[index++] = value;
}

// The extents of NVIDIA's GPUs since sm_60; textures are address arithmetic here and have no limits of
// their own.
void setTextureLimits(cudaDeviceProp &properties) {
  properties.textureAlignment = 512;
  properties.texturePitchAlignment = 32;
  properties.surfaceAlignment = 512;
  properties.maxTexture1D = 131072;
  properties.maxTexture1DMipmap = 32768;
  properties.maxTexture1DLinear = 1 << 28;
  set(properties.maxTexture2D, {131072, 65536});
  set(properties.maxTexture2DMipmap, {32768, 32768});
  set(properties.maxTexture2DLinear, {131072, 65000, 2097120});
  set(properties.maxTexture2DGather, {32768, 32768});
  set(properties.maxTexture3D, {16384, 16384, 16384});
  set(properties.maxTexture3DAlt, {8192, 8192, 32768});
  properties.maxTextureCubemap = 32768;
  set(properties.maxTexture1DLayered, {32768, 2048});
  set(properties.maxTexture2DLayered, {32768, 32768, 2048});
  set(properties.maxTextureCubemapLayered, {32768, 2046});
  properties.maxSurface1D = 32768;
  set(properties.maxSurface2D, {131072, 65536});
  set(properties.maxSurface3D, {16384, 16384, 16384});
  set(properties.maxSurface1DLayered, {32768, 2048});
  set(properties.maxSurface2DLayered, {32768, 32768, 2048});
  properties.maxSurfaceCubemap = 32768;
  set(properties.maxSurfaceCubemapLayered, {32768, 2046});
}

// What one address space and one set of page tables for host and devices make true.
void setSharedMemoryFeatures(cudaDeviceProp &properties) {
  properties.integrated = 1;
  properties.canMapHostMemory = 1;
  properties.unifiedAddressing = 1;
  properties.managedMemory = 1;
  properties.concurrentManagedAccess = 1;
  properties.pageableMemoryAccess = 1;
  properties.pageableMemoryAccessUsesHostPageTables = 1;
  properties.directManagedMemAccessFromHost = 1;
  properties.hostNativeAtomicSupported = 1;
  properties.canUseHostPointerForRegisteredMem = 1;
  properties.hostRegisterSupported = 1;
  properties.hostRegisterReadOnlySupported = 1;
  properties.memoryPoolsSupported = 1;
}

// What depends on the device's architecture.
void setArchitecture(cudaDeviceProp &properties, const occupancy::Architecture &architecture) {
  properties.major = static_cast<int>(architecture.major);
  properties.minor = static_cast<int>(architecture.minor);
  properties.warpSize = occupancy::kWarpSize;
  properties.maxThreadsPerBlock = occupancy::kMaxThreadsPerBlock;
  set(properties.maxThreadsDim, {1024, 1024, 64});
  set(properties.maxGridSize, {INT_MAX, 65535, 65535});
  properties.maxThreadsPerMultiProcessor = static_cast<int>(architecture.threadsPerSm());
  properties.maxBlocksPerMultiProcessor = static_cast<int>(architecture.blocks_per_sm);
  properties.regsPerBlock = static_cast<int>(architecture.registers_per_block);
  properties.regsPerMultiprocessor = static_cast<int>(architecture.registers_per_sm);
  properties.sharedMemPerBlock = occupancy::kDefaultSharedPerBlock;
  properties.sharedMemPerBlockOptin = architecture.shared_optin;
  properties.sharedMemPerMultiprocessor = architecture.shared_per_sm;
  properties.reservedSharedMemPerBlock = architecture.shared_reserved;
  properties.clusterLaunch = architecture.major >= 9;
}

cudaDeviceProp makeProperties(const host::Device &device) {
  const occupancy::Architecture &architecture = device.architecture();
  cudaDeviceProp properties = {};
  std::string name = fmt::format("Raddle CPU device (sm_{}{})", architecture.major, architecture.minor);
  name.copy(properties.name, sizeof properties.name - 1);
  std::ranges::copy(host::uuidOf(architecture, device.number()), properties.uuid.bytes);

  setArchitecture(properties, architecture);
  properties.multiProcessorCount = static_cast<int>(device.multiprocessors());
  properties.totalGlobalMem = device.memoryBytes();
  properties.totalConstMem = 65536;
  properties.memPitch = INT_MAX;
  // Not measured: two channels of DDR4-3200, which make 51 GB/s.
  properties.memoryClockRate = 1600000;
  properties.memoryBusWidth = 128;
  // Where the kernel does not say, as on many AArch64, some usual size.
  constexpr std::size_t kUsualCache = 32 << 20;
  const std::size_t cache = device.cacheBytes();
  properties.l2CacheSize = static_cast<int>(std::min<std::size_t>(cache != 0 ? cache : kUsualCache, INT_MAX));
  properties.globalL1CacheSupported = 1;
  properties.localL1CacheSupported = 1;

  properties.pciBusID = device.number() + 1;
  properties.deviceOverlap = 1;
  properties.asyncEngineCount = 2;
  properties.concurrentKernels = 1;
  properties.streamPrioritiesSupported = 1;
  properties.computePreemptionSupported = 1;
  properties.cooperativeLaunch = 1;
  properties.cooperativeMultiDeviceLaunch = 1;
  properties.singleToDoublePrecisionPerfRatio = 2;
  setSharedMemoryFeatures(properties);
  setTextureLimits(properties);
  return properties;
}

} // namespace

const cudaDeviceProp &fixedPropertiesOf(const host::Device &device) {
  static std::mutex mutex;
  static auto *const kProperties = new std::map<const host::Device *, const cudaDeviceProp>;
  // Devices live as long as the process.
  [[gnu::tls_model(
      "initial-exec")]] static constinit thread_local std::pair<const host::Device *, const cudaDeviceProp *>
      last = {nullptr, nullptr};
  if (last.first != &device) {
    std::lock_guard lock(mutex);
    auto known = kProperties->find(&device);
    if (known == kProperties->end())
      known = kProperties->emplace(&device, makeProperties(device)).first;
    last = {&device, &known->second};
  }
  return *last.second;
}

cudaDeviceProp propertiesOf(const host::Device &device) {
  cudaDeviceProp properties = fixedPropertiesOf(device);
  properties.clockRate = device.clockKhz();
  return properties;
}

} // namespace raddle::cudart
