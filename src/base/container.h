// Writes containers of src/abi/fat_binary.h, and finds those in a file.
#ifndef RADDLE_BASE_CONTAINER_H
#define RADDLE_BASE_CONTAINER_H

#include "abi/fat_binary.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace raddle {

struct Payload {
  abi::PayloadKind kind;
  std::span<const char> bytes;
};

/// The container's bytes: header, entries, payloads at multiples of 16 bytes. `flags` are FatBinaryFlags;
/// `arch` is a compute capability, e.g. 90.
std::vector<char> makeFatBinary(std::span<const Payload> payloads, std::uint32_t arch, std::uint32_t flags);

/// What a container has of a kind; "" where it has none of it, or is damaged.
std::string_view payloadOf(std::string_view container, abi::PayloadKind kind);

/// The containers that raddlecc has put into an object, a library of objects or a program, at any address.
std::vector<std::string_view> containersIn(std::string_view file);

} // namespace raddle

#endif
