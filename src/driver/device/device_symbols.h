// The names by which device code of one file and device code of other files know each other.
//
// With -rdc=true device functions and variables may be defined in another file:
//
//   a.cu:  extern __device__ int counter;          b.cu:  __device__ int counter;
//          __device__ int next(int);                      __device__ int next(int x) { return x + counter; }
//
// Device code is linked when the program runs, but only the host linker can pick members of static
// libraries, and it should be the one to report what is missing. So each object carries marker symbols
// for its device code, hidden, so that they never leave the program or library they are linked into:
//
//   __raddle_device_<name>   defined where <name> is defined, needed where it is needed
//
// For a function the marker is a mere number. For a variable it is the address of the variable's host
// shadow: the shadow of an extern variable is made an alias of it. Host code may also use an extern variable
// that the device code of its file does not, so shadows, which clang makes file-local, become global but
// hidden.
#ifndef RADDLE_DRIVER_DEVICE_DEVICE_SYMBOLS_H
#define RADDLE_DRIVER_DEVICE_DEVICE_SYMBOLS_H

#include "base/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace raddle::driver {

struct DeviceSymbol {
  std::string name; // mangled
  bool is_variable = false;
  bool has_shadow = false; // a __device__ or __constant__ variable: host code has a shadow of it
  bool weak = false;       // may be defined in several files
};

struct DeviceSymbols {
  std::vector<DeviceSymbol> defined;   // without kernels and file-local names
  std::vector<DeviceSymbol> undefined; // without what the device library or the kernel compiler provides
};

/// Reads the bitcode of a device pass. `device_library` is the bitcode whose names count as provided.
Result<DeviceSymbols> readDeviceSymbols(const std::filesystem::path &bitcode,
                                        const std::filesystem::path &device_library);

/// For a file that has to be complete: one "k.cu:3:10: error: ..." per undefined symbol that a kernel can
/// reach, "" when there is none.
Result<std::string> describeUndefined(const std::filesystem::path &bitcode,
                                      const std::filesystem::path &source, const DeviceSymbols &symbols);

/// A header for the host pass: file-scope assembly with the markers.
std::string markerHeader(const DeviceSymbols &symbols);

/// What the linker's complaints about markers mean, one line each in the words of the program; "" if none.
std::string explainLinkErrors(std::string_view linker_output);

/// "extf(int)" for "_Z4extfi"; other names stay.
std::string demangled(const std::string &name);

} // namespace raddle::driver

#endif
