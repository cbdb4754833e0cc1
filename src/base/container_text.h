// Device code as lines of text, for those who expect PTX: comments in base64.
#ifndef RADDLE_BASE_CONTAINER_TEXT_H
#define RADDLE_BASE_CONTAINER_TEXT_H

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace raddle {

/// What the first line of such text begins with.
inline constexpr std::string_view kContainerTextMark = "//raddle-container ";

/// Ends with a line end.
std::string containerAsText(std::span<const std::byte> container);

/// The container in text that begins with the mark, up to the first line that is none of it. Empty where the text is damaged.
std::vector<std::byte> containerFromText(std::string_view text);

} // namespace raddle

#endif
