#include "base/container_text.h"

#include <algorithm>
#include <cstdint>

namespace raddle {

namespace {

constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view kLineBegin = "//";
constexpr std::size_t kBytesInLine = 90;

std::uint32_t byteAt(std::span<const std::byte> bytes, std::size_t index) {
  return index < bytes.size() ? std::to_integer<std::uint32_t>(bytes[index]) : 0;
}

void appendLine(std::string &text, std::span<const std::byte> bytes) {
  text += kLineBegin;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::uint32_t group = byteAt(bytes, i) << 16 | byteAt(bytes, i + 1) << 8 | byteAt(bytes, i + 2);
    for (unsigned digit = 0; digit < 4; ++digit)
      text += kDigits[group >> (18 - 6 * digit) & 63];
  }
  text += '\n';
}

// False where the line has something else.
bool readLine(std::string_view line, std::vector<std::byte> &bytes) {
  std::uint32_t group = 0;
  unsigned digits = 0;
  for (const char c : line) {
    const std::size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos)
      return false;
    group = group << 6 | static_cast<std::uint32_t>(digit);
    if (++digits % 4 == 0)
      for (int shift = 16; shift >= 0; shift -= 8)
        bytes.push_back(static_cast<std::byte>(group >> shift & 255));
  }
  return digits % 4 == 0;
}

std::string_view takeLine(std::string_view &text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

} // namespace

std::string containerAsText(std::span<const std::byte> container) {
  std::string text(kContainerTextMark);
  text += std::to_string(container.size()) + '\n';
  for (std::size_t begin = 0; begin < container.size(); begin += kBytesInLine)
    appendLine(text, container.subspan(begin, std::min(kBytesInLine, container.size() - begin)));
  return text;
}

std::vector<std::byte> containerFromText(std::string_view text) {
  const std::string_view first = takeLine(text).substr(kContainerTextMark.size());
  std::size_t size = 0;
  for (const char c : first) {
    if (c < '0' || c > '9' || size > (std::size_t{1} << 40))
      return {};
    size = size * 10 + static_cast<std::size_t>(c - '0');
  }
  std::vector<std::byte> bytes;
  while (bytes.size() < size) {
    const std::string_view line = takeLine(text);
    if (!line.starts_with(kLineBegin) || line.size() == kLineBegin.size() ||
        !readLine(line.substr(kLineBegin.size()), bytes))
      return {};
  }
  bytes.resize(size);
  return bytes;
}

} // namespace raddle
