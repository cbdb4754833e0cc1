// The subcommands of the raddle command, one source file each.
#ifndef RADDLE_TOOLS_SUBCOMMANDS_H
#define RADDLE_TOOLS_SUBCOMMANDS_H

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace raddle::tools {

/// Each one adds itself to the command line; when it is chosen, it stores the exit status.
void addRun(CLI::App &raddle, const std::vector<std::string> &program_arguments, int &status);
void addInfo(CLI::App &raddle, int &status);
void addCache(CLI::App &raddle, int &status);

void addInit(CLI::App &raddle, int &status);
void addExplain(CLI::App &raddle, int &status);
void addBisect(CLI::App &raddle, const std::vector<std::string> &program_arguments, int &status);
void addGdb(CLI::App &raddle, const std::vector<std::string> &program_arguments, int &status);
void addOccupancy(CLI::App &raddle, int &status);
void addProfile(CLI::App &raddle, const std::vector<std::string> &program_arguments, int &status);
void addView(CLI::App &raddle, const std::vector<std::string> &program_arguments, int &status);
void addCheck(CLI::App &raddle, const std::vector<std::string> &program_arguments, int &status);

/// What this program does under the name compute-sanitizer.
int runComputeSanitizer(const std::vector<std::string> &arguments);

/// And under the names ncu and nsys.
int runNcu(const std::vector<std::string> &arguments);
int runNsys(const std::vector<std::string> &arguments);

/// Replaces the first line of --help.
void setUsage(CLI::App &command, std::string usage);

/// Prints "raddle: error: ..." to stderr and returns the exit status of a failed raddle.
int fail(const std::string &message);

} // namespace raddle::tools

#endif
