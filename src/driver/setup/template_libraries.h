// CUB, Thrust and libcu++, which a program takes from Debian's packages or from a CCCL of its own.
#ifndef RADDLE_DRIVER_SETUP_TEMPLATE_LIBRARIES_H
#define RADDLE_DRIVER_SETUP_TEMPLATE_LIBRARIES_H

#include "driver/command/command.h"
#include "driver/setup/toolchain.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace raddle::driver {

/// Whether a folder on the include path holds one of these libraries; libcu++'s folder takes the place of our <cuda/...>.
bool holdsTemplateLibrary(const std::filesystem::path &folder);

/// A library where the include path has it first.
struct TemplateLibrary {
  std::string name;              // "Thrust"
  std::filesystem::path folder;  // that is searched: /usr/include
  std::filesystem::path headers; // /usr/include/thrust
  std::string version;           // "1.17.2"
};

/// Those that a program finds in `folders`, which are searched in this order.
std::vector<TemplateLibrary> findTemplateLibraries(std::span<const std::filesystem::path> folders);

/// The folders that a command's programs search: its own, then the system's. Ours is left out.
std::vector<std::filesystem::path> searchedFolders(const Command &command);

/// What of the headers a text names: all that were read, or those that were when an error came.
enum class Reading { Whole, UntilError };

/// A sentence with both paths when two of `libraries` whose headers `text` names are of different versions, or when one
/// of them lacks the libcu++ that it stands on; "" else. CUB and Thrust 1 stand on none. What is named until an error
/// would have gone on to what it includes itself.
std::string describeMixture(std::span<const TemplateLibrary> libraries, std::string_view text,
                            Reading reading);

/// What to do about a header of these libraries that was not found, by the name that clang quotes ("thrust/sort.h"); ""
/// for other headers.
std::string adviceOnMissingHeader(std::string_view header, std::span<const TemplateLibrary> libraries);

/// The libraries of a CUDA toolkit whose other headers are not used: its folder of them where it has one (CUDA 13), or
/// else the names of those that lie among its headers.
struct ToolkitLibraries {
  std::optional<std::filesystem::path> folder;
  std::vector<std::string> names;
};
ToolkitLibraries librariesOfToolkit(const std::filesystem::path &include);

} // namespace raddle::driver

#endif
