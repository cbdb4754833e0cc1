// Where expressions begin in the text of a source file, without parsing it.
#ifndef RADDLE_DRIVER_MENDS_EXPRESSIONS_H
#define RADDLE_DRIVER_MENDS_EXPRESSIONS_H

#include <cstddef>
#include <string_view>

namespace raddle::driver {

/// After the last character before `at` that is neither a blank nor of a comment.
std::size_t afterPrevious(std::string_view text, std::size_t at);

/// Where the name, the call or the subscript begins that ends at `end`: `f(x)[i]`, `A<T>`. npos for what else ends there.
std::size_t operandBegin(std::string_view text, std::size_t end);

/// Where the expression begins whose last name stands at `name`: `a::b<c>::name`, `object.name`, `f(x)->name`.
std::size_t calleeBegin(std::string_view text, std::size_t name);

/// What is called with the arguments among which `at` stands: `f` in f(a, (b)). Empty where braces or a subscript hold it.
std::string_view calleeAround(std::string_view text, std::size_t at);

/// Whether an expression begins at `at`, and not what a declaration declares: `Type name(x)`.
bool beginsExpression(std::string_view text, std::size_t at);

} // namespace raddle::driver

#endif
