// A value or the reason why there is none. Used wherever a failure is an expected outcome.
#ifndef RADDLE_BASE_RESULT_H
#define RADDLE_BASE_RESULT_H

#include <string>
#include <utility>
#include <variant>

namespace raddle {

struct Error {
  std::string message; // what was seen and what to do, one or more lines without a final newline
};

template <typename T> class [[nodiscard]] Result {
public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return state_.index() == 0; }
  T &operator*() { return std::get<0>(state_); }
  const T &operator*() const { return std::get<0>(state_); }
  T *operator->() { return &std::get<0>(state_); }
  const T *operator->() const { return &std::get<0>(state_); }
  const Error &error() const { return std::get<1>(state_); }

private:
  std::variant<T, Error> state_;
};

} // namespace raddle

#endif
