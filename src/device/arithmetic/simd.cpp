// SIMD within a word (include/raddle/device/simd.h): each function is one operation on a signed or unsigned
// element, done for two halfwords or four bytes.

#define DEVICE extern "C"

namespace {

template <int bits, bool is_signed> int element(unsigned int word, int i) {
  unsigned int shifted = word << (32 - bits * (i + 1));
  return is_signed ? static_cast<int>(shifted) >> (32 - bits) : static_cast<int>(shifted >> (32 - bits));
}

template <int bits, bool is_signed, class Operation>
unsigned int map(unsigned int x, unsigned int y, Operation operation) {
  unsigned int result = 0;
  for (int i = 0; i < 32 / bits; ++i) {
    int value = operation(element<bits, is_signed>(x, i), element<bits, is_signed>(y, i));
    result |= (static_cast<unsigned int>(value) & ((1u << bits) - 1)) << (bits * i);
  }
  return result;
}

template <int bits, bool is_signed, class Operation>
unsigned int sum(unsigned int x, unsigned int y, Operation operation) {
  unsigned int result = 0;
  for (int i = 0; i < 32 / bits; ++i)
    result += operation(element<bits, is_signed>(x, i), element<bits, is_signed>(y, i));
  return result;
}

template <int bits, bool is_signed> int saturate(int x) {
  constexpr int low = is_signed ? -(1 << (bits - 1)) : 0;
  constexpr int high = is_signed ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
  return x < low ? low : x > high ? high : x;
}

int distance(int x, int y) { return x < y ? y - x : x - y; }

} // namespace

#define UNARY_OF(name, count, bits, expression)                                                              \
  DEVICE unsigned int name##count(unsigned int a) {                                                          \
    return map<bits, true>(a, 0, [](int x, int) { return expression; });                                     \
  }
#define BINARY_OF(name, count, bits, is_signed, expression)                                                  \
  DEVICE unsigned int name##count(unsigned int a, unsigned int b) {                                          \
    return map<bits, is_signed>(a, b, [](int x, int y) -> int { return expression; });                       \
  }
#define SUM_OF(name, count, bits, is_signed, expression)                                                     \
  DEVICE unsigned int name##count(unsigned int a, unsigned int b) {                                          \
    return sum<bits, is_signed>(a, b, [](int x, int y) -> int { return expression; });                       \
  }
#define UNARY(name, expression) UNARY_OF(name, 2, 16, expression) UNARY_OF(name, 4, 8, expression)
#define BINARY(name, is_signed, expression)                                                                  \
  BINARY_OF(name, 2, 16, is_signed, expression)                                                              \
  BINARY_OF(name, 4, 8, is_signed, expression)
#define SATURATING(name, is_signed, expression)                                                              \
  BINARY_OF(name, 2, 16, is_signed, (saturate<16, is_signed>(expression)))                                   \
  BINARY_OF(name, 4, 8, is_signed, (saturate<8, is_signed>(expression)))
#define COMPARE(relation, is_signed, operator)                                                               \
  BINARY(__vcmp##relation, is_signed, x operator y ? -1 : 0)                                                 \
  BINARY(__vset##relation, is_signed, x operator y)

UNARY(__vabs, x < 0 ? -x : x)
UNARY(__vneg, -x)
UNARY_OF(__vabsss, 2, 16, (saturate<16, true>(x < 0 ? -x : x)))
UNARY_OF(__vabsss, 4, 8, (saturate<8, true>(x < 0 ? -x : x)))
UNARY_OF(__vnegss, 2, 16, (saturate<16, true>(-x)))
UNARY_OF(__vnegss, 4, 8, (saturate<8, true>(-x)))

BINARY(__vadd, true, x + y)
BINARY(__vsub, true, x - y)
SATURATING(__vaddss, true, x + y)
SATURATING(__vaddus, false, x + y)
SATURATING(__vsubss, true, x - y)
SATURATING(__vsubus, false, x - y)

BINARY(__vabsdiffs, true, distance(x, y))
BINARY(__vabsdiffu, false, distance(x, y))
SUM_OF(__vsads, 2, 16, true, distance(x, y))
SUM_OF(__vsads, 4, 8, true, distance(x, y))
SUM_OF(__vsadu, 2, 16, false, distance(x, y))
SUM_OF(__vsadu, 4, 8, false, distance(x, y))

BINARY(__vavgs, true, (x + y + (x + y >= 0)) >> 1)
BINARY(__vavgu, false, (x + y + 1) >> 1)
BINARY(__vhaddu, false, (x + y) >> 1)

BINARY(__vmaxs, true, x < y ? y : x)
BINARY(__vmaxu, false, x < y ? y : x)
BINARY(__vmins, true, y < x ? y : x)
BINARY(__vminu, false, y < x ? y : x)

COMPARE(eq, false, ==)
COMPARE(ne, false, !=)
COMPARE(ges, true, >=)
COMPARE(geu, false, >=)
COMPARE(gts, true, >)
COMPARE(gtu, false, >)
COMPARE(les, true, <=)
COMPARE(leu, false, <=)
COMPARE(lts, true, <)
COMPARE(ltu, false, <)
