#include "base/container.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <xxhash.h>

namespace raddle {

std::vector<char> makeFatBinary(std::span<const Payload> payloads, std::uint32_t arch, std::uint32_t flags) {
  auto aligned = [](std::uint64_t offset) { return (offset + 15) / 16 * 16; };
  std::vector<abi::FatBinaryEntry> entries;
  std::uint64_t end = sizeof(abi::FatBinaryHeader) + payloads.size() * sizeof(abi::FatBinaryEntry);
  for (const Payload &payload : payloads) {
    std::uint64_t offset = aligned(end);
    entries.push_back({payload.kind, arch, offset, payload.bytes.size()});
    end = offset + payload.bytes.size();
  }

  std::vector<char> bytes(end);
  std::memcpy(bytes.data() + sizeof(abi::FatBinaryHeader), entries.data(),
              entries.size() * sizeof(abi::FatBinaryEntry));
  for (size_t i = 0; i < payloads.size(); ++i)
    std::ranges::copy(payloads[i].bytes, bytes.begin() + static_cast<std::ptrdiff_t>(entries[i].offset));

  abi::FatBinaryHeader header{};
  std::memcpy(header.magic, abi::kFatBinaryMagic, sizeof header.magic);
  header.version = abi::kFatBinaryVersion;
  header.flags = flags;
  header.total_bytes = end;
  header.arch = arch;
  header.entry_count = static_cast<std::uint32_t>(entries.size());
  XXH128_hash_t hash = XXH3_128bits(bytes.data() + sizeof header, bytes.size() - sizeof header);
  header.content_hash[0] = hash.low64;
  header.content_hash[1] = hash.high64;
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes;
}

std::string_view payloadOf(std::string_view container, abi::PayloadKind kind) {
  abi::FatBinaryHeader header;
  if (container.size() < sizeof header)
    return {};
  std::memcpy(&header, container.data(), sizeof header);
  if (header.entry_count > (container.size() - sizeof header) / sizeof(abi::FatBinaryEntry))
    return {};
  for (std::uint32_t i = 0; i < header.entry_count; ++i) {
    abi::FatBinaryEntry entry;
    std::memcpy(&entry, container.data() + sizeof header + i * sizeof entry, sizeof entry);
    if (entry.kind == kind && entry.offset <= container.size() &&
        entry.bytes <= container.size() - entry.offset)
      return container.substr(entry.offset, entry.bytes);
  }
  return {};
}

std::vector<std::string_view> containersIn(std::string_view file) {
  constexpr std::string_view kMagic(abi::kFatBinaryMagic, sizeof abi::kFatBinaryMagic);
  std::vector<std::string_view> found;
  for (std::size_t at = file.find(kMagic); at != std::string_view::npos; at = file.find(kMagic, at + 1)) {
    const std::string_view rest = file.substr(at);
    abi::FatBinaryHeader header;
    if (rest.size() < sizeof header)
      break;
    std::memcpy(&header, rest.data(), sizeof header);
    if (header.version == abi::kFatBinaryVersion && header.total_bytes >= sizeof header &&
        header.total_bytes <= rest.size())
      found.push_back(rest.substr(0, header.total_bytes));
  }
  return found;
}

} // namespace raddle
