// Compiled objects on disk.
//
// A cache file is a shared object with a trailer after it, which the dynamic loader ignores:
//
//   | ELF shared object | Trailer: magic, key, size and hash of the object |
//
// The trailer is checked before the loader sees the file, because the loader trusts what it maps: a truncated
// file would end the process with SIGBUS.
#ifndef RADDLE_BACKEND_CPU_LOADER_CACHE_FILE_H
#define RADDLE_BACKEND_CPU_LOADER_CACHE_FILE_H

#include <array>
#include <cstdint>
#include <filesystem>

namespace raddle::jit {

using CacheKey = std::array<std::uint64_t, 2>;

/// Whether the file exists, is whole, and belongs to `key`. Anything else is to be rebuilt.
bool isValidCacheFile(const std::filesystem::path &file, const CacheKey &key);

/// Whether the file is a shared object that is as long as its header says. The end is missing where the compiler was killed
/// or the disk was full.
bool isWholeObject(const std::filesystem::path &file);

/// Appends the trailer to a freshly linked object; false when the file cannot be written.
bool sealCacheFile(const std::filesystem::path &file, const CacheKey &key);

} // namespace raddle::jit

#endif
