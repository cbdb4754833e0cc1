// Headers that a program has not given as strings, and which lie beside its source.
#ifndef RADDLE_API_NVRTC_SOURCE_FOLDER_H
#define RADDLE_API_NVRTC_SOURCE_FOLDER_H

#include "api/nvrtc/job.h"

#include <filesystem>

namespace raddle::nvrtc {

/// The folder that the program's name tells; where it tells none, the current one.
std::filesystem::path sourceFolder(const Job &job);

/// Whether the program includes a file that lies there, by a name in quotes.
bool needsSourceFolder(const Job &job);

} // namespace raddle::nvrtc

#endif
