// What programs ask for and cannot have.
#ifndef RADDLE_API_SHARED_UNSUPPORTED_H
#define RADDLE_API_SHARED_UNSUPPORTED_H

#include <string_view>

namespace raddle::api {

/// Says on stderr that `what` is not supported, and why, if there is a reason, the first time for each. `answer`: the error's
/// name.
void tellUnsupported(std::string_view what, std::string_view answer, std::string_view reason);

} // namespace raddle::api

#endif
