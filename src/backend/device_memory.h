// What the runtime inside kernels asks about the memory that the program has allocated. Whoever keeps the books installs it.
#ifndef RADDLE_BACKEND_DEVICE_MEMORY_H
#define RADDLE_BACKEND_DEVICE_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace raddle::backend {

class DeviceMemory {
public:
  /// Which array the address lies in, or beside, and where that was allocated: a sentence without an end, or nothing.
  virtual std::string describe(std::uintptr_t address) const = 0;

  /// Whether it lies in a __constant__ variable.
  virtual bool isConstant(const void *address) const = 0;

  /// What an address points into, or right past the end of; where that is looked for freed, what it pointed into.
  struct Object {
    std::uintptr_t begin;
    std::size_t bytes;
    bool freed;
    bool is_of_program; // of which it may have registered a part only
    std::string name;   // of a variable
    std::string text;   // "an array of 40 bytes"
  };
  virtual std::optional<Object> objectAt(std::uintptr_t address) const = 0;
  virtual std::optional<Object> freedAt(std::uintptr_t address) const = 0;

  /// The object around it, without words: 0 bytes where there is none.
  struct Extent {
    std::uintptr_t begin = 0;
    std::size_t bytes = 0;
  };
  virtual Extent extentAt(std::uintptr_t address) const = 0;

  /// Another number whenever something was allocated or freed.
  virtual std::uint64_t version() const = 0;

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
