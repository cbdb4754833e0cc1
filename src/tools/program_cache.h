// Programs that `raddle run` has built, kept so that the same source is not compiled twice.
#ifndef RADDLE_TOOLS_PROGRAM_CACHE_H
#define RADDLE_TOOLS_PROGRAM_CACHE_H

#include "base/result.h"
#include "driver/command/command.h"
#include "driver/setup/toolchain.h"

#include <filesystem>
#include <string>
#include <vector>

namespace raddle::tools {

/// Names the program that a command builds: a hash of everything that goes into it, which is the
/// preprocessed text of each source as both passes see it, the contents of objects and libraries, the
/// options, the folder (debug information names it), and the installed compiler. The error means "cannot
/// tell" (a source that does not preprocess, libraries found by search): then nothing may be reused.
Result<std::string> programKey(const driver::Command &command, const driver::Toolchain &toolchain,
                               const std::vector<std::string> &arguments);

/// The file beside it that holds its checksum.
std::filesystem::path sumOf(const std::filesystem::path &program);

/// Whether `program` is what sealProgram() saw there.
bool isSealed(const std::filesystem::path &program);

/// Notes a finished program's checksum beside it.
void sealProgram(const std::filesystem::path &program);

} // namespace raddle::tools

#endif
