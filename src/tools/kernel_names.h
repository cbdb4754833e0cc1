// Kernels by the names that people write.
#ifndef RADDLE_TOOLS_KERNEL_NAMES_H
#define RADDLE_TOOLS_KERNEL_NAMES_H

#include <string>

namespace raddle::tools {

/// "scale<float>(float*)" for a mangled name: without what says nothing, a kernel's return type and
/// namespaces without a name.
std::string readableKernel(const std::string &kernel);

/// "scale": without namespaces, template arguments and parameters.
std::string functionName(const std::string &kernel);

/// "scale", "ns::scale", "scale<8, 4>", "ns::scale<8u,4u>" and "ns::scale<8u, 4u>(float*)" all mean a kernel of the last
/// name, and so does the mangled one. Blanks do not count.
bool namesKernel(const std::string &wanted, const std::string &kernel);

/// Whether one of those names begins so.
bool beginsKernel(const std::string &wanted, const std::string &kernel);

} // namespace raddle::tools

#endif
