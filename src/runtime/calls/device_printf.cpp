#include "runtime/calls/device_printf.h"

#include "runtime/worker/guarded_copy.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>

namespace raddle::runtime {

namespace {

// Longer ones are cut; a kernel that loses the terminating zero must not print all of memory.
constexpr std::size_t kLongestString = 1 << 20;

// Reads the packed arguments, one after the other.
class Arguments {
public:
  // CUDA's limit. What else a format asks for is printed as it stands.
  static constexpr int kMost = 32;

  explicit Arguments(const void *packed) : next_(static_cast<const unsigned char *>(packed)) {}

  bool exhausted() const { return count_ == kMost; }

  template <typename T> T take() {
    auto address = reinterpret_cast<std::uintptr_t>(next_);
    next_ += (alignof(T) - address % alignof(T)) % alignof(T);
    T value;
    std::memcpy(&value, next_, sizeof value);
    next_ += sizeof value;
    ++count_;
    return value;
  }
  int count() const { return count_; }

private:
  const unsigned char *next_;
  int count_ = 0;
};

// One conversion specification, "%-08.3lld" and the like.
struct Conversion {
  std::string flags;
  int width = -1;
  int precision = -1;
  std::string length; // "h", "ll" and the like
  bool wide = false;  // the argument has 8 bytes, not 4
  int bytes = 4;      // of an integer argument that counts: 1 for hh, 2 for h
  char letter = 0;
};

// Parses after the '%'. Null when the format ends in the middle, or there is no argument left for a '*'.
const char *parse(const char *at, Arguments &arguments, Conversion &conversion) {
  auto number = [&](int &value) {
    if (*at == '*') {
      if (arguments.exhausted())
        return false;
      value = arguments.take<int>();
      ++at;
      return true;
    }
    value = 0;
    for (; *at >= '0' && *at <= '9'; ++at)
      value = std::min(value * 10 + (*at - '0'), 1 << 20);
    return true;
  };
  while (*at && std::strchr("-+ #0", *at))
    conversion.flags += *at++;
  if (*at == '*' || (*at >= '1' && *at <= '9')) {
    if (!number(conversion.width))
      return nullptr;
    if (conversion.width < 0) { // from '*': means left-justified
      conversion.flags += '-';
      conversion.width = -std::max(conversion.width, -(1 << 20));
    }
  }
  if (*at == '.') {
    ++at;
    if (!number(conversion.precision))
      return nullptr;
  }
  for (; *at && std::strchr("hlLqjzt", *at); ++at) {
    conversion.length += *at;
    if (*at == 'h')
      conversion.bytes /= 2;
    else
      conversion.wide = true;
  }
  conversion.letter = *at;
  return *at ? at + 1 : nullptr;
}

// The specification again, for the C library, with `length` as length modifier.
std::string specification(const Conversion &conversion, const char *length) {
  std::string text = "%" + conversion.flags;
  if (conversion.width >= 0)
    text += std::to_string(conversion.width);
  if (conversion.precision >= 0)
    text += '.' + std::to_string(conversion.precision);
  return text + length + conversion.letter;
}

template <typename T> void append(std::string &output, const std::string &specification, T value) {
  char buffer[256];
  int length = std::snprintf(buffer, sizeof buffer, specification.c_str(), value);
  if (length < 0)
    return;
  std::size_t bytes = static_cast<std::size_t>(length);
  if (bytes < sizeof buffer) {
    output.append(buffer, bytes);
    return;
  }
  const std::size_t before = output.size();
  output.resize(before + bytes + 1);
  std::snprintf(&output[before], bytes + 1, specification.c_str(), value);
  output.resize(before + bytes);
}

void appendString(std::string &output, const Conversion &conversion, const char *pointer) {
  std::string text;
  const std::size_t limit =
      conversion.precision >= 0 ? static_cast<std::size_t>(conversion.precision) : kLongestString;
  if (!pointer)
    text = "(null)";
  else if (!guardedString(pointer, limit, text))
    text = fmt::format("(bad pointer {})", static_cast<const void *>(pointer));
  Conversion plain = conversion;
  plain.precision = -1;
  append(output, specification(plain, ""), text.c_str());
}

void convert(std::string &output, const Conversion &conversion, Arguments &arguments) {
  if (conversion.letter == '%') {
    output += '%';
    return;
  }
  if (arguments.exhausted()) {
    output += specification(conversion, conversion.length.c_str());
    return;
  }
  switch (conversion.letter) {
  case 'd':
  case 'i': {
    long long value = conversion.wide ? arguments.take<long long>() : arguments.take<int>();
    if (conversion.bytes == 2)
      value = static_cast<short>(value);
    else if (conversion.bytes < 2)
      value = static_cast<signed char>(value);
    append(output, specification(conversion, "ll"), value);
    return;
  }
  case 'u':
  case 'o':
  case 'x':
  case 'X': {
    unsigned long long value =
        conversion.wide ? arguments.take<unsigned long long>() : arguments.take<unsigned>();
    if (conversion.bytes < 4)
      value &= conversion.bytes == 2 ? 0xffff : 0xff;
    append(output, specification(conversion, "ll"), value);
    return;
  }
  case 'c':
    append(output, specification(conversion, ""), arguments.take<int>());
    return;
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
  case 'a':
  case 'A':
    append(output, specification(conversion, ""), arguments.take<double>());
    return;
  case 'p':
    append(output, specification(conversion, ""), arguments.take<const void *>());
    return;
  case 's':
    appendString(output, conversion, arguments.take<const char *>());
    return;
  default:
    // Not a conversion of CUDA (%n is none): printed as it stands.
    output += specification(conversion, conversion.length.c_str());
  }
}

} // namespace

int formatDevicePrintf(std::string &output, const char *format, const void *packed) {
  Arguments arguments(packed);
  for (const char *at = format; *at;) {
    const char *percent = std::strchr(at, '%');
    if (!percent) {
      output += at;
      break;
    }
    output.append(at, percent);
    Conversion conversion;
    at = parse(percent + 1, arguments, conversion);
    if (!at) {
      output += percent;
      break;
    }
    convert(output, conversion, arguments);
  }
  return arguments.count();
}

} // namespace raddle::runtime
