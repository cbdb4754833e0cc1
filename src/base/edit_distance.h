// How alike two words are, for "did you mean".
#ifndef RADDLE_BASE_EDIT_DISTANCE_H
#define RADDLE_BASE_EDIT_DISTANCE_H

#include <cstddef>
#include <string_view>

namespace raddle {

/// Levenshtein's distance: insertions, deletions and replacements that turn one word into the other.
size_t editDistance(std::string_view a, std::string_view b);

} // namespace raddle

#endif
