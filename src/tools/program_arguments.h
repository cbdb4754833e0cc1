// Subcommands that run a program: raddle NAME [options] PROGRAM [arguments].
#ifndef RADDLE_TOOLS_PROGRAM_ARGUMENTS_H
#define RADDLE_TOOLS_PROGRAM_ARGUMENTS_H

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <vector>

namespace raddle::tools {

/// Makes the subcommand one that ends its options with the program. When it is chosen, `run` gets the program and its arguments, of
/// which `program_arguments` are those after "--", and answers the exit status. An option in front of the program that the
/// subcommand does not have is an error.
void runsProgram(CLI::App &command, const std::vector<std::string> &program_arguments, int &status,
                 std::function<int(std::vector<std::string>)> run);

} // namespace raddle::tools

#endif
