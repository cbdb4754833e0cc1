// What libraries keep in the cache of what raddlecc has compiled for a program while it ran: files under names that are made of all
// that their contents depend on.
#ifndef RADDLE_BASE_RUN_TIME_CACHE_H
#define RADDLE_BASE_RUN_TIME_CACHE_H

#include <filesystem>
#include <string>
#include <string_view>

namespace raddle {

/// The compiler driver that belongs to this library.
std::filesystem::path raddleccPath();

/// A text that is another one when raddlecc is: its path, time and size.
std::string raddleccStamp();

/// The file in the folder `part` of the cache (see cacheFolder) that belongs to the key; "": nothing can be kept.
std::filesystem::path placeInCache(const char *part, std::string_view key, std::string_view extension);

/// Moves a finished file from a folder in stagingParent() to its place, and makes room for it. What cannot be moved is not kept.
void moveToCache(const std::filesystem::path &made, const std::filesystem::path &place);

/// Where a StagingFolder may be made: in the cache, or among temporary files where nothing can be kept.
std::filesystem::path stagingParent();

/// "" where it cannot be read.
std::string contentsOf(const std::filesystem::path &file);

} // namespace raddle

#endif
