// Finding one's way in the text of a source file, without parsing it.
#ifndef RADDLE_DRIVER_MENDS_SOURCE_TEXT_H
#define RADDLE_DRIVER_MENDS_SOURCE_TEXT_H

#include <cstddef>
#include <string_view>

namespace raddle::driver {

inline constexpr std::size_t npos = std::string_view::npos;

/// The offset of a place that a diagnostic names; lines and columns count from 1. npos when there is no such
/// place.
std::size_t offsetOf(std::string_view text, std::size_t line, std::size_t column);

/// Whether it is a letter, a digit or an underscore.
bool isWordCharacter(char c);

std::size_t skipBlanks(std::string_view text, std::size_t at);

/// The place after the word, the literal or the comment at `at`; otherwise after the character.
std::size_t afterToken(std::string_view text, std::size_t at);

/// After the bracket that closes the one at `open`; npos when none does. Brackets within literals and comments
/// do not count.
std::size_t afterClosing(std::string_view text, std::size_t open, char opening, char closing);

/// Where the line of `at` begins, and where its newline stands (or the text ends).
std::size_t lineBegin(std::string_view text, std::size_t at);
std::size_t lineEnd(std::string_view text, std::size_t at);

} // namespace raddle::driver

#endif
