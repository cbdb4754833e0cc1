// Records as bytes, in base64:
//
//   site (4 bytes), lanes (4), flags, warp, how many vectors of values
//   of each vector a kind: 0: all have the same value (8 bytes); 1: lane 0's and the distance from lane to lane (8 and 8);
//   2 to 5: the least of them (8), then what each active lane has more, in 1, 2, 4 or 8 bytes
#include "tools/view/page.h"

#include <llvm/Support/Base64.h>

#include <algorithm>
#include <bit>

namespace raddle::tools::view {

namespace {

class Encoder {
public:
  void add(const Record &record) {
    number(record.site, 4);
    number(record.lanes, 4);
    number(record.flags, 1);
    number(record.warp, 1);
    number(record.values.size(), 1);
    for (const std::vector<std::uint64_t> &values : record.values)
      add(values, record.lanes);
  }

  std::string take() const { return llvm::encodeBase64(bytes_); }

private:
  void number(std::uint64_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i)
      bytes_ += static_cast<char>(value >> (8 * i));
  }

  // From lane to lane, where that is the same for all.
  static std::optional<std::uint64_t> strideOf(const std::vector<std::uint64_t> &values,
                                               std::uint32_t lanes) {
    const unsigned first = static_cast<unsigned>(std::countr_zero(lanes));
    if (values.size() < 2)
      return 0;
    const unsigned second = static_cast<unsigned>(std::countr_zero(lanes & (lanes - 1)));
    const auto distance = static_cast<std::int64_t>(values[1] - values[0]);
    if (distance % static_cast<std::int64_t>(second - first) != 0)
      return std::nullopt;
    const auto stride = static_cast<std::uint64_t>(distance / static_cast<std::int64_t>(second - first));
    std::size_t next = 0;
    for (std::uint32_t left = lanes; left; left &= left - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(left));
      if (values[next++] != values[0] + stride * (lane - first))
        return std::nullopt;
    }
    return stride;
  }

  void add(const std::vector<std::uint64_t> &values, std::uint32_t lanes) {
    const auto stride = strideOf(values, lanes);
    if (stride == 0) {
      number(0, 1);
      return number(values[0], 8);
    }
    if (stride) {
      number(1, 1);
      number(values[0] - *stride * static_cast<unsigned>(std::countr_zero(lanes)), 8);
      return number(*stride, 8);
    }
    const auto [least, most] = std::ranges::minmax(values);
    const unsigned kind = most - least < 1u << 8      ? 2
                          : most - least < 1u << 16   ? 3
                          : most - least < 1ull << 32 ? 4
                                                      : 5;
    number(kind, 1);
    number(least, 8);
    for (const std::uint64_t value : values)
      number(value - least, 1u << (kind - 2));
  }

  std::string bytes_;
};

} // namespace

std::string encodedSteps(const Trace &trace) {
  Encoder encoder;
  for (const Record &record : trace.records)
    encoder.add(record);
  return encoder.take();
}

} // namespace raddle::tools::view
