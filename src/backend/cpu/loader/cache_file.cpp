#include "backend/cpu/loader/cache_file.h"

#include <cstring>
#include <elf.h>
#include <fstream>
#include <optional>
#include <string>
#include <xxhash.h>

namespace raddle::jit {

namespace {

struct Trailer {
  char magic[8];
  std::uint64_t key[2];
  std::uint64_t object_bytes;
  std::uint64_t object_hash; // XXH3-64
};
constexpr char kMagic[8] = {'R', 'A', 'D', 'D', 'L', 'E', 'K', '1'};

std::optional<std::string> readWhole(const std::filesystem::path &file) {
  std::ifstream stream(file, std::ios::binary | std::ios::ate);
  if (!stream)
    return std::nullopt;
  std::string contents(static_cast<size_t>(stream.tellg()), '\0');
  stream.seekg(0);
  if (!stream.read(contents.data(), static_cast<std::streamsize>(contents.size())))
    return std::nullopt;
  return contents;
}

} // namespace

bool isValidCacheFile(const std::filesystem::path &file, const CacheKey &key) {
  auto contents = readWhole(file);
  if (!contents || contents->size() <= sizeof(Trailer))
    return false;
  Trailer trailer;
  const size_t object_bytes = contents->size() - sizeof(Trailer);
  std::memcpy(&trailer, contents->data() + object_bytes, sizeof(Trailer));
  return std::memcmp(trailer.magic, kMagic, sizeof(kMagic)) == 0 && trailer.key[0] == key[0] &&
         trailer.key[1] == key[1] && trailer.object_bytes == object_bytes &&
         trailer.object_hash == XXH3_64bits(contents->data(), object_bytes);
}

bool isWholeObject(const std::filesystem::path &file) {
  std::error_code failed;
  const std::uintmax_t bytes = std::filesystem::file_size(file, failed);
  std::ifstream stream(file, std::ios::binary);
  Elf64_Ehdr header;
  if (failed || !stream.read(reinterpret_cast<char *>(&header), sizeof header))
    return false;
  // The table of sections stands at the end.
  return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_shoff <= bytes &&
         std::uintmax_t{header.e_shnum} * header.e_shentsize <= bytes - header.e_shoff;
}

bool sealCacheFile(const std::filesystem::path &file, const CacheKey &key) {
  auto contents = readWhole(file);
  if (!contents)
    return false;
  Trailer trailer{};
  std::memcpy(trailer.magic, kMagic, sizeof(kMagic));
  trailer.key[0] = key[0];
  trailer.key[1] = key[1];
  trailer.object_bytes = contents->size();
  trailer.object_hash = XXH3_64bits(contents->data(), contents->size());
  std::ofstream stream(file, std::ios::binary | std::ios::app);
  stream.write(reinterpret_cast<const char *>(&trailer), sizeof(trailer));
  stream.flush();
  return stream.good();
}

} // namespace raddle::jit
