// Which files a command writes.
#ifndef RADDLE_DRIVER_COMMAND_OUTPUTS_H
#define RADDLE_DRIVER_COMMAND_OUTPUTS_H

#include "driver/command/command.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace raddle::driver {

/// The file that the goal makes of all inputs together (a program, a library), or of this source (an object,
/// PTX...). "" stands for stdout.
std::filesystem::path outputOfAll(const Command &command);
std::filesystem::path outputOf(const Command &command, const Input &source);

/// Whether PTX and device code become one file of device code together.
bool linksDeviceCode(const Command &command);

/// The object that a dependency rule of this source is about when nobody names one.
std::filesystem::path objectBeside(const Command &command, const Input &source);

/// Where the dependency rule of this source goes; "" for nowhere, or for stdout with -M.
std::filesystem::path dependencyFileOf(const Command &command, const Input &source);

/// All files that the command writes, in no particular order.
std::vector<std::filesystem::path> outputsOf(const Command &command);

/// The first file that the command would both read and write, in the spelling of the output.
std::optional<std::string> overwrittenInput(const Command &command);

} // namespace raddle::driver

#endif
