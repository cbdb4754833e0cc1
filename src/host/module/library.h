// Device code that a program has loaded by itself, and names by strings.
//
// Its kernels and variables are registered as those of the program are, under addresses that stand for nothing else. So
// whatever takes the address of a kernel's stub on the host takes a kernel of a library as well.
#ifndef RADDLE_HOST_MODULE_LIBRARY_H
#define RADDLE_HOST_MODULE_LIBRARY_H

#include "host/module/image.h"
#include "host/module/module_registry.h"

#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace raddle::host {

/// May be used by many threads.
class Library {
public:
  Library(ModuleRegistry &registry, Image image);
  /// What of it is at work must have ended.
  ~Library();
  Library(const Library &) = delete;
  Library &operator=(const Library &) = delete;

  /// The mangled names of its kernels, in the order of the source.
  const std::vector<std::string> &kernels() const { return kernels_; }

  /// What stands for a kernel, as the address of a stub does; null where there is none of that name.
  const void *findKernel(std::string_view name);

  /// Where a variable lies on a device. kUnknownSymbol: there is none of that name. Else as ModuleRegistry::findVariable().
  Status findVariable(const std::string &name, const Target &target, Symbol *out);

private:
  ModuleRegistry &registry_;
  FatBinary *const binary_;
  const std::vector<std::string> kernels_;
  std::mutex mutex_;
  std::unordered_map<std::string_view, const void *> stubs_; // of the kernels that were asked for
};

} // namespace raddle::host

#endif
