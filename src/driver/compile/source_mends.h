// Code that nvcc takes and clang refuses, mended on the way to clang.
#ifndef RADDLE_DRIVER_COMPILE_SOURCE_MENDS_H
#define RADDLE_DRIVER_COMPILE_SOURCE_MENDS_H

#include "driver/compile/original_places.h"
#include "driver/compile/passes.h"
#include "driver/setup/template_libraries.h"
#include "driver/setup/workspace.h"

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace raddle::driver {

/// Copies of source files that clang reads in place of the originals, through a virtual file system. A mend
/// keeps the number of lines, so that diagnostics and debug information stay right; the user's file is not
/// touched. kMends in source_mends.cpp lists what is mended.
class SourceMends {
public:
  /// Raddle's own headers, in that folder, are never mended.
  explicit SourceMends(std::filesystem::path own_headers) : own_headers_(std::move(own_headers)) {}

  /// Mends the files that clang's output blames, and of those it has read (one a line in `list_of_headers`) the
  /// others that have the same to mend. True when something has changed, so that another try is worth it.
  bool mendAfter(std::string_view output, const std::filesystem::path &list_of_headers, Workspace &workspace);

  /// What clang has said, with places in the user's files.
  std::string inOriginals(std::string_view output) const { return withOriginalPlaces(output, copies_); }

  /// What clang has to be told to see the copies; empty without any.
  const Arguments &arguments() const { return arguments_; }

private:
  class Round;

  bool changeOptions(std::string_view output);
  bool isOurs(const std::filesystem::path &file) const;
  bool change(const std::filesystem::path &original, const std::string &text, Workspace &workspace);
  std::filesystem::path currentOf(const std::filesystem::path &original) const;

  std::filesystem::path own_headers_;
  Arguments options_;
  std::map<std::filesystem::path, std::filesystem::path> copies_; // by absolute path
  Arguments arguments_;
  int tries_ = 0;
};

/// Notes on errors that no mend helps with: what nvcc does about the same code, or what Raddle lacks; "" for
/// none.
std::string adviceOn(std::string_view output, std::span<const TemplateLibrary> libraries);

} // namespace raddle::driver

#endif
