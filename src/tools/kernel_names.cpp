#include "tools/kernel_names.h"

#include "driver/device/device_symbols.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <regex>
#include <string_view>
#include <vector>

namespace raddle::tools {

namespace {

constexpr std::string_view kUnnamed = "(anonymous namespace)::";

bool isOneOf(std::string_view characters, char c) { return characters.find(c) != std::string_view::npos; }

// Lambdas as LLVM's demangler writes them, where GCC's has been, as in reports of the runtime: {lambda(int)#3} is
// 'lambda1'(int).
std::string withLambdasOfLlvm(const std::string &name) {
  static const std::regex kOfGcc(R"(\{lambda(\([^{}#]*\))#(\d+)\})");
  std::string result;
  auto rest = name.cbegin();
  for (std::sregex_iterator lambda(name.begin(), name.end(), kOfGcc), none; lambda != none; ++lambda) {
    const unsigned long number = std::strtoul((*lambda)[2].str().c_str(), nullptr, 10);
    result.append(rest, (*lambda)[0].first);
    result += "'lambda" + (number < 2 ? "" : std::to_string(number - 2)) + "'" + (*lambda)[1].str();
    rest = (*lambda)[0].second;
  }
  return result.append(rest, name.cend());
}

// Without the type of the result, blanks, namespaces that have no name, and what makes numbers unsigned or long: people write
// <8, 4>, compilers <8u, 4u>.
std::string plain(std::string name) {
  name = withLambdasOfLlvm(name);
  if (name.starts_with("void "))
    name.erase(0, 5);
  for (std::size_t at; (at = name.find(kUnnamed)) != std::string::npos;)
    name.erase(at, kUnnamed.size());
  std::string result;
  bool in_number = false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    if (std::isspace(c))
      continue;
    const bool begins =
        i == 0 || !(std::isalnum(static_cast<unsigned char>(name[i - 1])) || name[i - 1] == '_');
    in_number = std::isdigit(c) ? in_number || begins : in_number && isOneOf("uUlL", name[i]);
    if (!in_number || std::isdigit(c))
      result += name[i];
  }
  return result;
}

// Calls `visit` with the position of each character that stands in no brackets.
template <typename Visit> void visitOutside(const std::string &name, Visit visit) {
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (depth == 0)
      visit(i);
    depth += isOneOf("<([{", name[i]);
    depth -= isOneOf(">)]}", name[i]);
  }
}

// All that a kernel may be called: ns::scale<float>(float*), ns::scale<float>, ns::scale, and without ns::.
std::vector<std::string> namesOf(const std::string &kernel) {
  const std::string whole = plain(readableKernel(kernel));
  std::size_t parameters = whole.size(), arguments = whole.size();
  std::vector<std::size_t> beginnings{0};
  visitOutside(whole, [&](std::size_t at) {
    if (whole[at] == '(')
      parameters = std::min(parameters, at);
    if (whole[at] == '<' && at < parameters)
      arguments = at;
    if (whole.compare(at, 2, "::") == 0 && at < parameters) {
      beginnings.push_back(at + 2);
      arguments = whole.size();
    }
  });
  std::vector<std::string> names;
  for (std::size_t begin : beginnings)
    for (std::size_t end : {whole.size(), parameters, std::min(arguments, parameters)})
      names.push_back(whole.substr(begin, end - begin));
  return names;
}

} // namespace

std::string readableKernel(const std::string &kernel) {
  std::string name = driver::demangled(kernel.substr(0, kernel.find('@')));
  for (std::string_view noise : {std::string_view("void "), kUnnamed})
    if (name.starts_with(noise))
      name.erase(0, noise.size());
  return name;
}

// The last of the names is the shortest.
std::string functionName(const std::string &kernel) { return namesOf(kernel).back(); }

bool namesKernel(const std::string &wanted, const std::string &kernel) {
  return wanted == kernel || wanted == kernel.substr(0, kernel.find('@')) ||
         wanted == driver::demangled(kernel) || std::ranges::count(namesOf(kernel), plain(wanted)) != 0;
}

bool beginsKernel(const std::string &wanted, const std::string &kernel) {
  return std::ranges::any_of(namesOf(kernel),
                             [&](const std::string &name) { return name.starts_with(plain(wanted)); });
}

} // namespace raddle::tools
