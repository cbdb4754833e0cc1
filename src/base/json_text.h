// Text as JSON has it. libraddle.so writes records with this; tools use a library.
#ifndef RADDLE_BASE_JSON_TEXT_H
#define RADDLE_BASE_JSON_TEXT_H

#include <string>
#include <string_view>

namespace raddle {

/// The text, which is UTF-8, in quotes and escaped.
std::string jsonText(std::string_view text);

} // namespace raddle

#endif
