// Rewritten source text: what is changed, and what is left alone.
#include "driver/text_mends.h"

#include <gtest/gtest.h>

namespace raddle::driver {
namespace {

TEST(TextMends, AlignasMovesInFrontOfWhatItFollows) {
  EXPECT_EQ(withAlignasInFront("__shared__ alignas(16) float a[4];", 11),
            "alignas(16) __shared__ float a[4];");
  const std::string_view hidden = "{ TILE alignas(sizeof(T)) T a[4]; }",
                         type = "; __shared__ T alignas(8) a[4];";
  EXPECT_EQ(withAlignasInFront(hidden, hidden.find("alignas")), "{ alignas(sizeof(T)) TILE T a[4]; }");
  EXPECT_EQ(withAlignasInFront(type, type.find("alignas")), "; alignas(8) __shared__ T a[4];");
  EXPECT_EQ(withAlignasInFront(type, 0), type);
}

TEST(TextMends, OffsetsCountFromOne) {
  EXPECT_EQ(offsetOf("ab\ncd\n", 1, 1), 0u);
  EXPECT_EQ(offsetOf("ab\ncd\n", 2, 2), 4u);
  EXPECT_EQ(offsetOf("ab\n", 7, 1), std::string_view::npos);
  EXPECT_EQ(offsetOf("ab\n", 1, 0), std::string_view::npos);
}

TEST(TextMends, ChevronsAreClosedUp) {
  EXPECT_EQ(withWholeChevrons("k << <1, 2 >> >(3);"), "k <<< 1, 2 >>> (3);");
  EXPECT_EQ(withWholeChevrons("k<<< 1, 2 >> > (3);"), "k<<< 1, 2 >>>  (3);");
  EXPECT_EQ(withWholeChevrons("k << < f(a >> 1), 2>> >();"), "k <<<  f(a >> 1), 2>>> ();");
  for (const char *text :
       {"k<<<1, 2>>>(3);", "a << (b > c) >> d;", "map<int, vector<vector<int>> > m;", "x << y; z >> w;"})
    EXPECT_EQ(withWholeChevrons(text), text);
}

TEST(TextMends, AsmOperandsGetTheirCommas) {
  EXPECT_EQ(withAsmCommas(R"(asm volatile("x %0;" : "=r"(a) : "r"(f(b)) "r"(c));)"),
            R"(asm volatile("x %0;" : "=r"(a) : "r"(f(b)), "r"(c));)");
  for (const char *text :
       {R"(asm("x" "y" : "=r"(a) : "r"(b), "r"(c));)", R"(call(a) "r"(b);)", R"(asm("unclosed)"})
    EXPECT_EQ(withAsmCommas(text), text);
}

TEST(TextMends, UnrollBeforeNoLoopVanishes) {
  std::string_view text = "  #pragma unroll 4\n\n  x = 1;\n";
  EXPECT_EQ(withoutUnrollAbove(text, text.find('x')), "                  \n\n  x = 1;\n");
  std::string_view other = "#pragma unroll\nfor (;;) {}\n#define A\nx = 1;\n";
  EXPECT_EQ(withoutUnrollAbove(other, other.find("x =")), other);
}

TEST(TextMends, HostDeviceStandsBeforeTheDeclaration) {
  auto mended = [](std::string_view text, std::string_view name) {
    return withHostDevice(text, text.find(name));
  };
  EXPECT_EQ(mended("int a;\n// f\nint f(int);", "f(int)"), "int a;\n// f\n__host__ __device__ int f(int);");
  EXPECT_EQ(mended("struct S { public: int m(); };", "m()"),
            "struct S { public: __host__ __device__ int m(); };");
  EXPECT_EQ(mended("template <class T> T S<T>::m() {}", "m()"),
            "template <class T> __host__ __device__ T S<T>::m() {}");
  EXPECT_EQ(mended("__host__ __device__ int f();", "f()"), "__host__ __device__ int f();");
}

TEST(TextMends, TheTemplateKeywordStandsBeforeTheLastName) {
  EXPECT_EQ(withTemplateKeyword("A<T, 3>::f<4>(x)", 0), "A<T, 3>::template f<4>(x)");
  EXPECT_EQ(withTemplateKeyword("f<4>(x)", 0), "template f<4>(x)");
  EXPECT_EQ(withTemplateKeyword("A<T>::f < b", 0), "A<T>::f < b");
}

} // namespace
} // namespace raddle::driver
