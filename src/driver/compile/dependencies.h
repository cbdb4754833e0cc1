// Make rules for -M and its relatives.
#ifndef RADDLE_DRIVER_COMPILE_DEPENDENCIES_H
#define RADDLE_DRIVER_COMPILE_DEPENDENCIES_H

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace raddle::driver {

/// The prerequisites of a rule that clang wrote, as make spells them.
std::vector<std::string> parseRule(std::string_view rule);

/// One rule for several targets' worth of prerequisites; doubles and `hidden` files are left out. With
/// `phony`, an empty rule follows for each prerequisite but the first.
std::string writeRule(const std::string &target, const std::vector<std::vector<std::string>> &prerequisites,
                      const std::vector<std::string> &hidden, bool phony);

/// A file name as make spells it.
std::string makeQuoted(std::string_view name);

} // namespace raddle::driver

#endif
