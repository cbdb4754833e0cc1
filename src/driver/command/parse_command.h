// From what stands after `raddlecc` to a command.
#ifndef RADDLE_DRIVER_COMMAND_PARSE_COMMAND_H
#define RADDLE_DRIVER_COMMAND_PARSE_COMMAND_H

#include "base/result.h"
#include "driver/command/command.h"
#include "driver/command/options.h"

#include <string>
#include <vector>

namespace raddle::driver {

/// Settles a parsed line. Errors: contradicting options, no or unknown inputs, a bad architecture.
Result<Command> makeCommand(const ParsedLine &line);

/// parseOptions and makeCommand in one step.
Result<Command> parseCommand(const std::vector<std::string> &arguments);

} // namespace raddle::driver

#endif
