#include "tools/profile/kernel_choice.h"

#include "base/name_pattern.h"
#include "tools/kernel_names.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <regex>
#include <vector>

namespace raddle::tools::profile {

namespace {

using Test = std::function<bool(const KernelProfile &)>;

// Whoever writes the whole name means no other kernel whose name contains it.
bool isCalled(const KernelProfile &kernel, const std::string &text) {
  return kernel.title == text || kernel.name == text || kernel.mangled == text;
}

Test testOf(const KernelChoice &choice, const std::vector<KernelProfile> &kernels) {
  auto isIt = [text = choice.text](const KernelProfile &kernel) { return isCalled(kernel, text); };
  switch (choice.how) {
  case KernelChoice::How::kFunction:
    return [=](const KernelProfile &kernel) {
      return isIt(kernel) || functionName(kernel.mangled) == choice.text;
    };
  case KernelChoice::How::kFunctionExpression:
    return [expression = std::regex(choice.text)](const KernelProfile &kernel) {
      return std::regex_search(functionName(kernel.mangled), expression);
    };
  case KernelChoice::How::kPattern:
    break;
  }
  if (std::ranges::any_of(kernels, isIt))
    return isIt;
  return [pattern = NamePattern(choice.text)](const KernelProfile &kernel) {
    return pattern.matches(kernel.title);
  };
}

} // namespace

std::optional<Error> KernelChoice::check() const {
  const NamePattern pattern(text);
  // A name may be any.
  if (how == How::kFunction || (how == How::kPattern ? pattern.isValid() : pattern.isExpression()))
    return std::nullopt;
  return Error{fmt::format("'{}' is no regular expression", text)};
}

std::optional<Error> KernelChoice::apply(Profile &profile) const {
  if (text.empty() || profile.kernels.empty())
    return std::nullopt;
  std::string names;
  for (const KernelProfile &kernel : profile.kernels)
    names += (names.empty() ? "" : "\n  ") + kernel.title;
  std::erase_if(profile.kernels, std::not_fn(testOf(*this, profile.kernels)));
  if (!profile.kernels.empty())
    return std::nullopt;
  return Error{fmt::format("no kernel that ran {} '{}'; there are\n  {}",
                           how == How::kPattern              ? "contains"
                           : how == How::kFunctionExpression ? "has a name that matches"
                                                             : "is called",
                           text, names)};
}

} // namespace raddle::tools::profile
