// Writes fat binaries as nvcc does, with entries of PTX as text, in a block of LZ4, or in a frame of zstd.
#ifndef RADDLE_TEST_LIT_DRIVER_NVCC_CONTAINER_H
#define RADDLE_TEST_LIT_DRIVER_NVCC_CONTAINER_H

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace nvcc {

constexpr std::uint32_t kWrapperMagic = 0x466243b1;
struct Wrapper {
  std::uint32_t magic, version;
  const void *data;
  const void *pieces;
};

using FatBinary = std::vector<char>;

template <class T> void append(std::string &bytes, T value) {
  bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
}

// Words of four bytes that were there before become references to them.
inline std::string inLz4(std::string_view text) {
  std::string out, literals;
  const auto length = [&](std::size_t count) {
    for (count -= 15; count >= 255; count -= 255)
      out += '\xff';
    out += static_cast<char>(count);
  };
  const auto flush = [&](std::size_t match) {
    const std::size_t short_match = match == 0 ? 0 : std::min<std::size_t>(match - 4, 15);
    out += static_cast<char>(std::min<std::size_t>(literals.size(), 15) << 4 | short_match);
    if (literals.size() >= 15)
      length(literals.size());
    out += literals;
    literals.clear();
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t before = at == 0 ? std::string_view::npos : text.rfind(text.substr(at, 8), at - 1);
    if (before == std::string_view::npos || at + 32 > text.size() || at - before > 65535) {
      literals += text[at++];
      continue;
    }
    std::size_t match = 8;
    while (at + match + 16 < text.size() && text[before + match] == text[at + match])
      ++match;
    flush(match);
    append(out, static_cast<std::uint16_t>(at - before));
    if (match - 4 >= 15)
      length(match - 4);
    at += match;
  }
  flush(0);
  return out;
}

// One block that is not compressed: what a decompressor of zstd takes as well.
inline std::string inZstd(std::string_view text) {
  std::string out("\x28\xb5\x2f\xfd\xa0", 5);
  append(out, static_cast<std::uint32_t>(text.size()));
  const std::uint32_t block = 1 | static_cast<std::uint32_t>(text.size()) << 3;
  out.append(reinterpret_cast<const char *>(&block), 3);
  return out.append(text);
}

inline FatBinary pack(std::uint16_t kind, std::uint64_t flags, std::string contents, std::size_t whole) {
  const bool is_compressed = (flags & 0xa000) != 0;
  const auto compressed = static_cast<std::uint32_t>(is_compressed ? contents.size() : 0);
  contents.resize((contents.size() + 7) / 8 * 8 + 8);
  std::string entry;
  append(entry, kind);
  append(entry, std::uint16_t{0x101});
  append(entry, std::uint32_t{64});
  append(entry, static_cast<std::uint64_t>(contents.size()));
  append(entry, compressed);
  append(entry, std::uint32_t{0});
  append(entry, std::uint16_t{0});
  append(entry, std::uint16_t{9});
  append(entry, std::uint32_t{90});
  append(entry, std::uint64_t{0});
  append(entry, flags);
  append(entry, std::uint64_t{0});
  append(entry, static_cast<std::uint64_t>(is_compressed ? whole : 0));
  std::string all;
  append(all, std::uint32_t{0xba55ed50});
  append(all, std::uint16_t{1});
  append(all, std::uint16_t{16});
  append(all, static_cast<std::uint64_t>(entry.size() + contents.size()));
  all += entry + contents;
  return {all.begin(), all.end()};
}

/// `how`: plain, lz4, zstd; damaged is what says that it is zstd and is not.
inline FatBinary withText(const std::string &text, std::string_view how) {
  constexpr std::uint16_t kPtx = 1;
  if (how == "lz4")
    return pack(kPtx, 0x2011, inLz4(text), text.size());
  if (how == "zstd")
    return pack(kPtx, 0x8011, inZstd(text), text.size());
  return pack(kPtx, how == "damaged" ? 0x8011 : 0x11, text, text.size());
}

inline FatBinary withMachineCode() { return pack(2, 0x11, "\x7f" "ELF and what follows", 0); }

} // namespace nvcc

#endif
