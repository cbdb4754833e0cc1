#include "host/module/nvcc_fat_binary.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <zstd.h>

namespace raddle::host {

namespace {

constexpr std::uint16_t kPtx = 1, kMachineCode = 2;
constexpr std::uint64_t kIsLz4 = 0x2000;
constexpr std::uint64_t kIsZstd = 0x8000;
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 31; // of one text; more is damage

struct Header {
  std::uint32_t magic;
  std::uint16_t version;
  std::uint16_t header_bytes;
  std::uint64_t bytes; // of the entries
};

struct Entry {
  std::uint16_t kind;
  std::uint16_t version;
  std::uint32_t header_bytes;
  std::uint64_t bytes; // of what follows the entry's header
  std::uint32_t compressed_bytes;
  std::uint32_t unknown;
  std::uint16_t minor, major; // of the code's format
  std::uint32_t arch;         // compute capability, e.g. 80
  std::uint32_t name_offset, name_bytes;
  std::uint64_t flags;
  std::uint64_t zero;
  std::uint64_t whole_bytes; // uncompressed
};
static_assert(sizeof(Entry) == 64);

// A length of the format LZ4: 15 in four bits, and bytes until one is not 255.
bool readLength(std::span<const std::byte> &input, std::size_t &length) {
  if (length != 15)
    return true;
  for (std::uint8_t next = 255; next == 255;) {
    if (input.empty())
      return false;
    next = std::to_integer<std::uint8_t>(input[0]);
    input = input.subspan(1);
    length += next;
  }
  return true;
}

// A block of the format LZ4; nothing where it is damaged.
std::optional<std::string> uncompressLz4(std::span<const std::byte> input, std::size_t bytes) {
  std::string out;
  out.reserve(bytes);
  while (!input.empty()) {
    const auto token = std::to_integer<unsigned>(input[0]);
    input = input.subspan(1);
    std::size_t literals = token >> 4;
    if (!readLength(input, literals) || literals > input.size())
      return std::nullopt;
    out.append(reinterpret_cast<const char *>(input.data()), literals);
    input = input.subspan(literals);
    if (input.empty())
      break;
    if (input.size() < 2)
      return std::nullopt;
    const std::size_t distance =
        std::to_integer<std::size_t>(input[0]) | std::to_integer<std::size_t>(input[1]) << 8;
    input = input.subspan(2);
    std::size_t length = token & 15;
    if (!readLength(input, length) || distance == 0 || distance > out.size() || out.size() > bytes)
      return std::nullopt;
    for (std::size_t left = length + 4; left != 0; --left)
      out += out[out.size() - distance];
  }
  return out.size() == bytes ? std::optional(out) : std::nullopt;
}

std::optional<std::string> uncompressZstd(std::span<const std::byte> input, std::size_t bytes) {
  std::string out(bytes, '\0');
  const std::size_t made = ZSTD_decompress(out.data(), out.size(), input.data(), input.size());
  return !ZSTD_isError(made) && made == bytes ? std::optional(out) : std::nullopt;
}

std::optional<std::string> textOf(const Entry &entry) {
  const auto *begin = reinterpret_cast<const std::byte *>(&entry) + entry.header_bytes;
  const bool is_compressed = (entry.flags & (kIsLz4 | kIsZstd)) != 0;
  if (is_compressed && (entry.compressed_bytes > entry.bytes || entry.whole_bytes > kMostBytes))
    return std::nullopt;
  std::optional<std::string> text;
  if (entry.flags & kIsZstd)
    text = uncompressZstd({begin, entry.compressed_bytes}, entry.whole_bytes);
  else if (entry.flags & kIsLz4)
    text = uncompressLz4({begin, entry.compressed_bytes}, entry.whole_bytes);
  else
    text = std::string(reinterpret_cast<const char *>(begin), entry.bytes);
  if (text)
    text->resize(std::strlen(text->c_str())); // zeros fill it up
  return text;
}

} // namespace

std::string makeNvccFatBinary(std::span<const FatBinaryCode> codes) {
  constexpr std::uint64_t kIs64Bits = 0x1, kIsForLinux = 0x10;
  std::string entries;
  for (const FatBinaryCode &code : codes) {
    std::string bytes = code.code;
    if (code.is_text)
      bytes += '\0';
    bytes.resize((bytes.size() + 7) / 8 * 8); // entries are aligned
    Entry entry = {};
    entry.kind = code.is_text ? kPtx : kMachineCode;
    entry.version = 0x101;
    entry.header_bytes = sizeof entry;
    entry.bytes = bytes.size();
    entry.arch = code.arch;
    entry.flags = kIs64Bits | kIsForLinux;
    entries.append(reinterpret_cast<const char *>(&entry), sizeof entry);
    entries += bytes;
  }
  const Header header = {kNvccMagic, 1, sizeof header, entries.size()};
  return std::string(reinterpret_cast<const char *>(&header), sizeof header) + entries;
}

bool findPtx(const void *image, unsigned arch, std::string *text) {
  const auto *header = static_cast<const Header *>(image);
  const auto *at = static_cast<const std::byte *>(image) + header->header_bytes;
  const auto *const end = at + header->bytes;
  const auto rank = [arch](const Entry &entry) {
    return entry.arch <= arch ? 1000 + static_cast<int>(entry.arch) : 1000 - static_cast<int>(entry.arch);
  };
  const Entry *best = nullptr;
  while (at + sizeof(Entry) <= end) {
    const auto *entry = reinterpret_cast<const Entry *>(at);
    const auto left = static_cast<std::uint64_t>(end - at);
    if (entry->header_bytes < sizeof(Entry) || entry->header_bytes > left ||
        entry->bytes > left - entry->header_bytes)
      return false;
    if (entry->kind == kPtx && (!best || rank(*entry) > rank(*best)))
      best = entry;
    at += entry->header_bytes + entry->bytes;
  }
  std::optional<std::string> found = best ? textOf(*best) : std::nullopt;
  if (found)
    *text = *found;
  return found.has_value();
}

} // namespace raddle::host
