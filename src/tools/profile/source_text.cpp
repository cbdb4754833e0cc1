#include "tools/profile/source_text.h"

#include <fstream>

namespace raddle::tools::profile {

std::string sourceLine(const std::string &path, unsigned line) {
  constexpr std::size_t kMost = 48;
  std::ifstream stream(path);
  std::string text;
  for (unsigned i = 0; i < line; ++i)
    if (!std::getline(stream, text))
      return "";
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos)
    return "";
  text = text.substr(begin);
  return text.size() > kMost ? text.substr(0, kMost - 3) + "..." : text;
}

} // namespace raddle::tools::profile
