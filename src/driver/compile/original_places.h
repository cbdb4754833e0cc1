// What clang says of mended files, as if it had read those of the user.
#ifndef RADDLE_DRIVER_COMPILE_ORIGINAL_PLACES_H
#define RADDLE_DRIVER_COMPILE_ORIGINAL_PLACES_H

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace raddle::driver {

/// Columns are those of the user's lines, which are shown in place of the mended ones, and nothing is said of the macros that mark
/// launches. `copies`: the files that clang has read, by the absolute paths of those that they stand for.
std::string withOriginalPlaces(std::string_view output, const std::map<std::filesystem::path, std::filesystem::path> &copies);

} // namespace raddle::driver

#endif
