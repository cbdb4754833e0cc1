// What the runtime inside kernels asks about the memory that the program has allocated. Whoever keeps the books installs it.
#ifndef RADDLE_BACKEND_DEVICE_MEMORY_H
#define RADDLE_BACKEND_DEVICE_MEMORY_H

#include <cstdint>
#include <string>

namespace raddle::backend {

class DeviceMemory {
public:
  /// Which array the address lies in, or beside, and where that was allocated: a sentence without an end, or nothing.
  virtual std::string describe(std::uintptr_t address) const = 0;

  /// Whether it lies in a __constant__ variable.
  virtual bool isConstant(const void *address) const = 0;

  /// For handlers of signals: nobody may access the address. True when that has changed. `kernel`: its mangled name, or null
  /// for the host.
  virtual bool pass(std::uintptr_t address, std::uintptr_t pc, bool write, const char *kernel) = 0;

  /// For handlers of signals: the host will die of an access to the address. Says so if that lies beside an array.
  virtual void tellFaultOfHost(std::uintptr_t address, bool write) const = 0;

protected:
  ~DeviceMemory() = default;
};

void setDeviceMemory(DeviceMemory *memory);

/// Null until somebody has installed it.
DeviceMemory *deviceMemory();

} // namespace raddle::backend

#endif
