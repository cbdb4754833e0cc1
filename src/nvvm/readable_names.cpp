// Lambdas that belong to no function, such as those of static variables, have names that clang 19 writes without a scope, and
// that no demangler reads: _Z5applyIUliE_EvT_i where NUliE_E would be right. So that is what such a name is read as.
#include "nvvm/readable_names.h"

#include <llvm/Demangle/Demangle.h>

#include <cctype>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>

namespace raddle::nvvm {

namespace {

// So many ways to read a name are tried, so that a long one ends.
constexpr int kMostAttempts = 3000;

// The result is empty where the name cannot be read. LLVM's demangler loses count of template parameters after generic
// lambdas, and GCC's knows no concepts: each reads what the other one does not.
std::string demangled(const std::string &name) {
  if (std::string readable = llvm::demangle(name); readable != name)
    return readable;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> readable(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  return readable ? readable.get() : "";
}

// Gives lambdas from `at` on a scope, until the name can be read; false when it cannot.
bool read(const std::string &name, std::size_t at, int &attempts, std::string &result) {
  if (++attempts > kMostAttempts)
    return false;
  result = demangled(name);
  if (!result.empty())
    return true;
  for (std::size_t lambda; (lambda = name.find("Ul", at)) != std::string::npos; at = lambda + 2)
    // "Ul", types, "E", perhaps a number, "_"
    for (std::size_t end = lambda + 2; (end = name.find('E', end)) != std::string::npos; ++end) {
      std::size_t after = end + 1;
      while (after < name.size() && std::isdigit(static_cast<unsigned char>(name[after])))
        ++after;
      if (after == name.size() || name[after] != '_')
        continue;
      std::string scoped = name;
      scoped.insert(after + 1, "E");
      scoped.insert(lambda, "N");
      if (read(scoped, lambda + 3, attempts, result))
        return true;
    }
  return false;
}

} // namespace

std::string readableName(const std::string &name) {
  std::string result;
  int attempts = 0;
  if (name.starts_with("_Z") && read(name, 0, attempts, result))
    return result;
  return name;
}

} // namespace raddle::nvvm
