// What each option of raddlecc does to the command: a row of a table for each.
#ifndef RADDLE_DRIVER_COMMAND_OPTION_EFFECTS_H
#define RADDLE_DRIVER_COMMAND_OPTION_EFFECTS_H

#include "driver/command/command.h"
#include "driver/command/options.h"

#include <optional>
#include <string>
#include <vector>

namespace raddle::driver {

/// A command while its options are read, and what only all of them together settle.
struct Draft {
  Command command;
  std::optional<Language> language; // -x
  std::optional<bool> relocatable;  // -rdc
  bool device_c = false;            // -dc
  std::string gpu_architecture;     // -arch
  std::vector<std::string> codes, generate_codes;
  std::string error; // "" as long as all is well
};

void takeEffect(const ParsedOption &option, Draft &draft);

} // namespace raddle::driver

#endif
