#include "tools/check/unknown_option.h"

#include "base/edit_distance.h"

#include <fmt/format.h>

namespace raddle::tools::check {

std::string unknownOption(std::string_view word, std::span<const std::string> long_names,
                          std::string_view help) {
  std::string near;
  for (const std::string &name : long_names)
    if (editDistance(word, "--" + name) <= name.size() / 3)
      near += fmt::format("{}'--{}'", near.empty() ? "" : ", ", name);
  return fmt::format("unknown option '{}'{}", word,
                     near.empty() ? fmt::format("; {} lists them", help) : "; did you mean " + near + "?");
}

} // namespace raddle::tools::check
