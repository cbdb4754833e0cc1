// What is said if the process dies of a signal, when nothing can be composed any more.
#ifndef RADDLE_API_CUDART_ERRORS_LAST_WORDS_H
#define RADDLE_API_CUDART_ERRORS_LAST_WORDS_H

#include <string_view>

namespace raddle::cudart {

/// Replaces the text, which goes to stderr if a fault of the host or abort() ends the process, as far as it fits. Callers
/// take turns.
void setLastWords(std::string_view text);

} // namespace raddle::cudart

#endif
