#include "base/run_time_cache.h"

#include "base/cache_contents.h"
#include "base/cache_folder.h"
#include "base/paths.h"

#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <xxhash.h>

namespace raddle {

namespace fs = std::filesystem;

fs::path raddleccPath() { return installPrefix() / "bin" / "raddlecc"; }

std::string raddleccStamp() {
  const fs::path compiler = raddleccPath();
  std::error_code failed;
  return fmt::format("{} {} {}", compiler.string(),
                     fs::last_write_time(compiler, failed).time_since_epoch().count(),
                     fs::file_size(compiler, failed));
}

fs::path placeInCache(const char *part, std::string_view key, std::string_view extension) {
  const fs::path folder = cacheFolder(part);
  if (folder.empty())
    return {};
  const XXH128_hash_t hash = XXH3_128bits(key.data(), key.size());
  return folder / fmt::format("{:016x}{:016x}{}", hash.high64, hash.low64, extension);
}

void moveToCache(const fs::path &made, const fs::path &place) {
  std::error_code failed;
  fs::rename(made, place, failed);
  if (!failed)
    makeRoom(place.parent_path().parent_path(), place);
}

fs::path stagingParent() {
  const fs::path folder = cacheFolder(kStagingFolder);
  return folder.empty() ? fs::path("/tmp") : folder;
}

std::string contentsOf(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace raddle
