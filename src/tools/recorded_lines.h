// What raddle profile and raddle view read of the files that a program has recorded: an object of JSON on each line.
#ifndef RADDLE_TOOLS_RECORDED_LINES_H
#define RADDLE_TOOLS_RECORDED_LINES_H

#include "abi/kernel_abi.h"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Support/JSON.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace raddle::tools {

/// The records of the processes in a folder, in the order of their names. None if the folder cannot be read.
std::vector<std::filesystem::path> recordsIn(const std::string &folder);

/// Empty if the file cannot be read.
std::string contentOf(const std::filesystem::path &file);

/// Calls `read` for each line. One that a killed program has left unfinished is passed over.
void forEachLine(const std::filesystem::path &record,
                 llvm::function_ref<void(const llvm::json::Object &)> read);

/// Fields of an object; empty or 0 where there is none of that type.
std::string text(const llvm::json::Object &object, llvm::StringRef key);
std::uint64_t number(const llvm::json::Object &object, llvm::StringRef key);
RaddleDim3 sizes(const llvm::json::Object &object, llvm::StringRef key);

} // namespace raddle::tools

#endif
