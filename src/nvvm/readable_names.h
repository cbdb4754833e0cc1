// Mangled names as people write them.
#ifndef RADDLE_NVVM_READABLE_NAMES_H
#define RADDLE_NVVM_READABLE_NAMES_H

#include <string>

namespace raddle::nvvm {

/// The name of a function or a variable; `name` itself when it is not mangled, or in a way that cannot be read.
std::string readableName(const std::string &name);

} // namespace raddle::nvvm

#endif
