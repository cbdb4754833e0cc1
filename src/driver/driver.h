// raddlecc from argv to exit status.
#ifndef RADDLE_DRIVER_DRIVER_H
#define RADDLE_DRIVER_DRIVER_H

#include "driver/command/command.h"

#include <string>
#include <vector>

namespace raddle::driver {

/// Does what a command asks for; returns the exit status. Messages have been printed.
int runCommand(const Command &command);

/// Parses the arguments after the program's name, with $NVCC_PREPEND_FLAGS before and
/// $NVCC_APPEND_FLAGS after them, and runs the command.
int raddleccMain(std::vector<std::string> arguments);

} // namespace raddle::driver

#endif
