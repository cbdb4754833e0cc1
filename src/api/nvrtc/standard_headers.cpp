#include "api/nvrtc/standard_headers.h"

#include <algorithm>
#include <iterator>

namespace raddle::nvrtc {

namespace {

// In the order of their characters.
constexpr std::string_view kNames[] = {"algorithm",     "any",
                                       "array",         "assert.h",
                                       "atomic",        "barrier",
                                       "bit",           "bitset",
                                       "cassert",       "ccomplex",
                                       "cctype",        "cerrno",
                                       "cfenv",         "cfloat",
                                       "charconv",      "chrono",
                                       "cinttypes",     "climits",
                                       "clocale",       "cmath",
                                       "codecvt",       "compare",
                                       "complex",       "complex.h",
                                       "concepts",      "condition_variable",
                                       "coroutine",     "csetjmp",
                                       "csignal",       "cstdarg",
                                       "cstdbool",      "cstddef",
                                       "cstdint",       "cstdio",
                                       "cstdlib",       "cstring",
                                       "ctime",         "ctype.h",
                                       "cuchar",        "cwchar",
                                       "cwctype",       "deque",
                                       "errno.h",       "exception",
                                       "execution",     "fenv.h",
                                       "filesystem",    "float.h",
                                       "format",        "forward_list",
                                       "fstream",       "functional",
                                       "future",        "initializer_list",
                                       "inttypes.h",    "iomanip",
                                       "ios",           "iosfwd",
                                       "iostream",      "istream",
                                       "iterator",      "latch",
                                       "limits",        "limits.h",
                                       "list",          "locale",
                                       "locale.h",      "map",
                                       "math.h",        "memory",
                                       "memory.h",      "memory_resource",
                                       "mutex",         "new",
                                       "numbers",       "numeric",
                                       "optional",      "ostream",
                                       "queue",         "random",
                                       "ranges",        "ratio",
                                       "regex",         "scoped_allocator",
                                       "semaphore",     "set",
                                       "setjmp.h",      "shared_mutex",
                                       "signal.h",      "source_location",
                                       "span",          "sstream",
                                       "stack",         "stdarg.h",
                                       "stdbool.h",     "stddef.h",
                                       "stdexcept",     "stdint.h",
                                       "stdio.h",       "stdlib.h",
                                       "stop_token",    "streambuf",
                                       "string",        "string.h",
                                       "string_view",   "strstream",
                                       "syncstream",    "system_error",
                                       "tgmath.h",      "thread",
                                       "time.h",        "tuple",
                                       "type_traits",   "typeindex",
                                       "typeinfo",      "uchar.h",
                                       "unordered_map", "unordered_set",
                                       "utility",       "valarray",
                                       "variant",       "vector",
                                       "version",       "wchar.h",
                                       "wctype.h"};
static_assert(std::ranges::is_sorted(kNames));

} // namespace

bool isStandardHeader(std::string_view name) { return std::ranges::binary_search(kNames, name); }

} // namespace raddle::nvrtc
