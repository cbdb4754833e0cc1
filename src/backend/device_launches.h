// Launches from device code: what stands for a kernel there, and who does what kernels ask for.
#ifndef RADDLE_BACKEND_DEVICE_LAUNCHES_H
#define RADDLE_BACKEND_DEVICE_LAUNCHES_H

#include "abi/kernel_abi.h"
#include "backend/launch.h"
#include "backend/module.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace raddle::backend {

/// A kernel that device code refers to. Its address is the kernel's in device code. Exists for ever.
struct KernelReference {
  std::weak_ptr<Module> module;
  std::string name; // within the module: "<mangled name>", of a static one "<mangled name>@<unit>"
};

const KernelReference *makeKernelReference(std::weak_ptr<Module> module, std::string name);
/// The reference at that address; null when there is none.
const KernelReference *findKernelReference(const void *address);

/// Packed parameters of a launch. What device code sees is bytes().
struct alignas(64) DeviceParameters {
  std::size_t size;
  // With cudaGetParameterBufferV2(), of the launch that takes it.
  const void *kernel = nullptr;
  RaddleDim3 grid{}, block{};
  std::uint64_t shared_bytes = 0;

  std::byte *bytes() { return reinterpret_cast<std::byte *>(this + 1); }
  const std::byte *bytes() const { return reinterpret_cast<const std::byte *>(this + 1); }

  static DeviceParameters *make(std::size_t size);
  /// That of such bytes; null where they are something else.
  static DeviceParameters *of(const void *bytes);
  /// Of whose bytes the address is one, or the end; none where there are no such.
  static std::span<const std::byte> around(std::uintptr_t address);
  static void release(DeviceParameters *parameters);
};

/// The thread of a kernel that asks.
struct Caller {
  const std::shared_ptr<Launch> &launch;
  std::uint64_t block;  // within its grid
  std::uint32_t thread; // within its block
  // Its own memory, with that of the lanes that run with it, and that of its block. Both end with it.
  std::span<const std::byte> local, shared;
};

/// What the front end whose functions kernels call does for them. Errors have its numbers.
struct DeviceLaunches {
  /// Takes the parameters.
  std::int32_t (*launch)(const Caller &caller, const void *kernel, DeviceParameters *parameters,
                         const RaddleDim3 &grid, const RaddleDim3 &block, std::uint64_t shared_bytes,
                         const void *stream);
  /// `what` is a RaddleDeviceRequest.
  std::uint64_t (*request)(const Caller &caller, std::uint32_t what, std::span<const std::uint64_t, 7> operands);
};

void setDeviceLaunches(const DeviceLaunches *launches);

/// Not null once a kernel runs.
const DeviceLaunches *deviceLaunches();

} // namespace raddle::backend

#endif
