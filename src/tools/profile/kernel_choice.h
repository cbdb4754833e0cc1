// Which of the kernels that ran are asked for.
#ifndef RADDLE_TOOLS_PROFILE_KERNEL_CHOICE_H
#define RADDLE_TOOLS_PROFILE_KERNEL_CHOICE_H

#include "base/result.h"
#include "tools/profile/counts.h"

#include <optional>
#include <string>

namespace raddle::tools::profile {

struct KernelChoice {
  enum class How {
    kPattern,  // a name as it is listed, or a regular expression for a part of it
    kFunction, // as in ncu: the function's name, without namespaces, template arguments and parameters
    kFunctionExpression, // a regular expression for a part of that
  };

  std::string text; // "": all
  How how = How::kPattern;

  /// What is wrong with it whatever runs.
  std::optional<Error> check() const;

  /// Keeps those kernels of the profile. Says what there is where that is none.
  std::optional<Error> apply(Profile &profile) const;
};

} // namespace raddle::tools::profile

#endif
