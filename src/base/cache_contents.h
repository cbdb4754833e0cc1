// What the cache on disk holds, and how it stays small.
#ifndef RADDLE_BASE_CACHE_CONTENTS_H
#define RADDLE_BASE_CACHE_CONTENTS_H

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace raddle {

struct CacheContents {
  std::size_t kernels = 0;
  std::size_t headers = 0;
  std::size_t programs = 0;
  std::uintmax_t bytes = 0;
};

/// What the cache with this root holds. Files that Raddle has not made do not count, and are never removed.
CacheContents cacheContents(const std::filesystem::path &root);

/// How many bytes the cache may hold: $RADDLE_CACHE_MAXSIZE, else $CUDA_CACHE_MAXSIZE, else 1 GiB.
std::uintmax_t cacheLimit();

/// Removes what was not used for longest until the cache holds `limit` bytes at most; returns how many bytes that were.
/// Nothing is removed while another process does the same.
std::uintmax_t trimCache(const std::filesystem::path &root, std::uintmax_t limit);

/// To be called when `added` has come into the cache: trims it to its limit. Counting takes as long as there are files, so
/// small ones have that done only now and then, and the limit may be passed by a few of them.
void makeRoom(const std::filesystem::path &root, const std::filesystem::path &added);

/// "500M" as bytes: a number, and K, M or G (of 1024). Nothing for anything else.
std::optional<std::uintmax_t> parseSize(std::string_view text);

/// "1.5 GiB", "120 KiB", "12 bytes"
std::string formatSize(std::uintmax_t bytes);

} // namespace raddle

#endif
