#include "driver/compile/dependencies.h"

#include <algorithm>
#include <set>
#include <utility>

namespace raddle::driver {

std::vector<std::string> parseRule(std::string_view rule) {
  size_t colon = rule.find(": ");
  if (colon == std::string_view::npos)
    return {};
  rule.remove_prefix(colon + 1);
  std::vector<std::string> names;
  std::string name;
  auto finish = [&] {
    if (!name.empty())
      names.push_back(std::exchange(name, {}));
  };
  for (size_t i = 0; i < rule.size(); ++i) {
    if (rule[i] == '\\' && i + 1 < rule.size() && rule[i + 1] == '\n') {
      ++i;
      finish();
    } else if (rule[i] == '\\' && i + 1 < rule.size()) {
      name += rule[i];
      name += rule[++i];
    } else if (rule[i] == '\n') {
      break;
    } else if (rule[i] == ' ') {
      finish();
    } else {
      name += rule[i];
    }
  }
  finish();
  return names;
}

std::string writeRule(const std::string &target, const std::vector<std::vector<std::string>> &prerequisites,
                      const std::vector<std::string> &hidden, bool phony) {
  std::string text = target + ":";
  std::vector<std::string> written;
  std::set<std::string> seen(hidden.begin(), hidden.end());
  for (const auto &names : prerequisites)
    for (const std::string &name : names)
      if (seen.insert(name).second) {
        text += (written.empty() ? " " : " \\\n  ") + name;
        written.push_back(name);
      }
  text += '\n';
  for (size_t i = 1; phony && i < written.size(); ++i)
    text += written[i] + ":\n";
  return text;
}

std::string makeQuoted(std::string_view name) {
  std::string quoted;
  for (char c : name) {
    if (c == ' ' || c == '#')
      quoted += '\\';
    if (c == '$')
      quoted += '$';
    quoted += c;
  }
  return quoted;
}

} // namespace raddle::driver
