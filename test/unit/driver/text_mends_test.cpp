// Rewritten source text: what is changed, and what is left alone.
#include "driver/mends/text_mends.h"

#include "driver/mends/column_map.h"
#include "driver/mends/source_text.h"

#include <gtest/gtest.h>

namespace raddle::driver {
namespace {

using Mend = std::string (*)(std::string_view text, std::size_t offset);

// At the first place of `word`.
std::string mendedAt(Mend mend, std::string_view text, std::string_view word) {
  return mend(text, text.find(word));
}

TEST(TextMends, AttributesBecomeThoseThatMayStandAnywhere) {
  auto mended = [](std::string_view text, std::string_view word) {
    return mendedAt(withGnuAttribute, text, word);
  };
  EXPECT_EQ(mended("__shared__ alignas(16) float a[4];", "alignas"), "__shared__ _Alignas(16)float a[4];");
  EXPECT_EQ(mended("__device__ [[nodiscard]] int f();", "[["),
            "__device__ __attribute__((warn_unused_result)) int f();");
  EXPECT_EQ(mended("void [[maybe_unused]] k();", "maybe"), "void __attribute__((unused)) k();");
  EXPECT_EQ(mended("HD [[deprecated(\"a]]b\"), gnu::cold]] int f();", "[["),
            "HD __attribute__((deprecated(\"a]]b\"), cold)) int f();");
  EXPECT_EQ(mended("HD [[using gnu: hot, cold]] int f();", "[["), "HD __attribute__((hot, cold)) int f();");
  EXPECT_EQ(mended("HD [[vendor::unknown(3),\nlikely]] int f();", "[["), "HD \n int f();");
  EXPECT_EQ(mended("int a[b[1]]; HD f();", "HD"), "int a[b[1]]; HD f();");
}

TEST(TextMends, DynamicSharedMemoryThatIsNoArrayIsMarked) {
  EXPECT_EQ(mendedAt(withExternShared, "extern __shared__ S s;", "__shared__"),
            "extern __raddle_extern_shared__ S s;");
  EXPECT_EQ(mendedAt(withExternShared, "#define D extern __shared__\nD S s;", "__shared__"),
            "#define D extern __raddle_extern_shared__\nD S s;");
  EXPECT_EQ(mendedAt(withExternShared, "#define TILE __shared__\nextern TILE S s;", "__shared__"),
            "#define TILE __shared__\nextern TILE S s;");
}

TEST(TextMends, LiteralsEndWithASpace) {
  EXPECT_EQ(mendedAt(withSpaceBehindLiteral, "extern \"C\"__global__ void k();", "__global__"),
            "extern \"C\" __global__ void k();");
}

TEST(TextMends, BracesInLaunchesGetTheirTypes) {
  auto mended = [](std::string_view text) { return mendedAt(withTypedBraces, text, "{"); };
  EXPECT_EQ(mended("k<<<g, {4, 4}>>>();"), "k<<<g, ::dim3{4, 4}>>>();");
  EXPECT_EQ(mended("k<1, 2><<<{f<3, 4>({1, 2}), /*,*/ 2}, {b}, {n}, {s}>>>({1});"),
            "k<1, 2><<<::dim3{f<3, 4>({1, 2}), /*,*/ 2}, ::dim3{b}, ::size_t{n}, ::cudaStream_t{s}>>>({1});");
  EXPECT_EQ(mended("k<<<f<1, 2>(3), {4}>>>();"), "k<<<f<1, 2>(3), ::dim3{4}>>>();");
  EXPECT_EQ(mended("#define L(k, ...) k<<<__VA_ARGS__>>>()\nL(k, {1, 2});"),
            "#define L(k, ...) k<<<__VA_ARGS__>>>()\nL(k, ::dim3{1, 2});");
  for (const char *text : {"puts(\"<<<{1}>>>\");", "// k<<<{1}>>>\n", "a = {1};", "k<<<dim3{1}, f({2})>>>();",
                           "x = a < b ? f({1}) : c;"})
    EXPECT_EQ(mended(text), text);
}

TEST(TextMends, LaunchesInDeviceCodeAreMarked) {
  auto mended = [](std::string_view text, std::string_view word = "child") {
    return mendedAt(withDeviceLaunch, text, word);
  };
  EXPECT_EQ(mended("{ child<<<g, b>>>(x); }"), "{ __raddle_launch(child<<<g, b>>>(x)); }");
  EXPECT_EQ(mended("{ child<T, (3 > 2)><<<f(1), {2}, (a >>> b)>>>(g(x, \")\")); }"),
            "{ __raddle_launch(child<T, (3 > 2)><<<f(1), {2}, (a >>> b)>>>(g(x, \")\"))); }");
  EXPECT_EQ(mended("{ a::B<C>::template child<int><<<1, 1>>>(x); }"),
            "{ __raddle_launch(a::B<C>::template child<int><<<1, 1>>>(x)); }");
  EXPECT_EQ(mended("{ A<B>::template child<int><<<1, 1>>>(x); }", "A<"),
            "{ __raddle_launch(A<B>::template child<int><<<1, 1>>>(x)); }");
  EXPECT_EQ(mended("p = &child;"), "p = __raddle_kernel(&child);");
  EXPECT_EQ(mended("p = (void *)child<int>;"), "p = (void *)__raddle_kernel(child<int>);");
  EXPECT_EQ(mended("(child)<<<1, 1>>>();"), "(__raddle_kernel(child))<<<1, 1>>>();");
  EXPECT_EQ(mended("{ CHILD(p, 3); }", "CHILD"), "{ __raddle_launch(CHILD(p, 3)); }");
  // A macro that lacks the arguments stays; so does what is marked already.
  EXPECT_EQ(mended("#define CHILD child<<<1, 1>>>\n"), "#define CHILD child<<<1, 1>>>\n");
  EXPECT_EQ(mended("{ __raddle_launch(child<<<g, b>>>(x)); }"), "{ __raddle_launch(child<<<g, b>>>(x)); }");
}

TEST(TextMends, LaunchesThatBeginTheirLineKeepTheirColumns) {
  auto mended = [](std::string_view text) { return mendedAt(withDeviceLaunch, text, "child<<<"); };
  EXPECT_EQ(mended("f();\n  child<<<1, 1>>>(x);\n"), "f();__raddle_launch(\n  child<<<1, 1>>>(x));\n");
  EXPECT_EQ(mended("f(); // why\n  child<<<1, 1>>>(x);\n"),
            "f(); __raddle_launch(// why\n  child<<<1, 1>>>(x));\n");
  EXPECT_EQ(mended("#define L(x) \\\n  child<<<1, 1>>>(x)\n"),
            "#define L(x) __raddle_launch(\\\n  child<<<1, 1>>>(x))\n");
  EXPECT_EQ(mended("#endif\n  child<<<1, 1>>>(x);\n"), "#endif\n  __raddle_launch(child<<<1, 1>>>(x));\n");
}

TEST(TextMends, PragmasInMacrosBecomeOperators) {
  EXPECT_EQ(mendedAt(withPragmaOperator, "#define U #pragma unroll 4 // x\nU", "#pragma"),
            "#define U __raddle_pragma( unroll 4 )// x\nU");
  EXPECT_EQ(mendedAt(withPragmaOperator, "F(\n#pragma unroll\nfor)", "pragma"),
            "F(\n__raddle_pragma( unroll)\nfor)");
  EXPECT_EQ(mendedAt(withPragmaOperator, "#define U #x", "#x"), "#define U #x");
}

TEST(TextMends, RegistersOfAsmAreEscaped) {
  auto mended = [](std::string_view text) { return mendedAt(withEscapedRegisters, text, "%p"); };
  EXPECT_EQ(
      mended(
          R"(asm("{.reg .pred %p<2>; setp %p1, %1, %c0;" "mov %0, %p0, %laneid;}" : "=r"(a) : "r"(b % pb));)"),
      R"(asm("{.reg .pred %%p<2>; setp %%p1, %1, %c0;" "mov %0, %%p0, %%laneid;}" : "=r"(a) : "r"(b % pb));)");
  EXPECT_EQ(mended(R"(asm volatile("{.reg .b32 %p3, %%q; mov %p3, %[x]; mov %p1, %=;}" : : [x] "r"(b));)"),
            R"(asm volatile("{.reg .b32 %%p3, %%q; mov %%p3, %[x]; mov %p1, %=;}" : : [x] "r"(b));)");
  EXPECT_EQ(mended("#define BODY \"{.reg .pred %p<2>;}\""), "#define BODY \"{.reg .pred %%p<2>;}\"");
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

TEST(TextMends, TemplatesOfKernelsEndWhatForcesHostDevice) {
  EXPECT_EQ(
      withUnforcedKernels("int a;\ntemplate <int n> __global__ void f(int *p) { if (n) { *p = n; } } int b;"),
      "int a;\n_Pragma(\"clang force_cuda_host_device end\") template <int n> __global__ void f(int *p) "
      "{ if (n) { *p = n; } } _Pragma(\"clang force_cuda_host_device begin\") int b;");
  const std::string once = withUnforcedKernels("template <class T> __global__ void f(T *);");
  EXPECT_EQ(withUnforcedKernels(once), once);
  for (std::string_view other :
       {"__global__ void f(int *);", "template __global__ void f<3>(int *);", "// __global__"})
    EXPECT_EQ(withUnforcedKernels(other), other);
}

TEST(TextMends, TheTemplateKeywordStandsBeforeTheLastName) {
  EXPECT_EQ(withTemplateKeyword("A<T, 3>::f<4>(x)", 0), "A<T, 3>::template f<4>(x)");
  EXPECT_EQ(withTemplateKeyword("f<4>(x)", 0), "template f<4>(x)");
  EXPECT_EQ(withTemplateKeyword("A<T>::f < b", 0), "A<T>::f < b");
}

TEST(TextMends, DeductionGuidesAreForHostAndDevice) {
  EXPECT_EQ(withHostDeviceGuides(
                "template <class T> Box(T, int (*)(T)) -> Box<T>;\nexplicit Box(char) -> Box<int>;"),
            "template <class T> __host__ __device__ Box(T, int (*)(T)) -> Box<T>;\n"
            "explicit __host__ __device__ Box(char) -> Box<int>;");
  EXPECT_EQ(withHostDeviceGuides("GUIDE Row(T) // of T\n    -> Row\n<T>;"),
            "GUIDE __host__ __device__ Row(T) // of T\n    -> Row\n<T>;");
  for (const char *text : {"auto make(int) -> Box<int>;", "__host__ __device__ Box(T) -> Box<T>;",
                           "Box(a)->boxes<3>();", "// Box(T) -> Box<T>", "auto f(int) -> f;"})
    EXPECT_EQ(withHostDeviceGuides(text), text);
}

TEST(TextMends, CallsOfHostFunctionsAreMarked) {
  auto mended = [](std::string_view text, std::string_view word) {
    return mendedAt(withHostCall, text, word);
  };
  EXPECT_EQ(mended("{ f(g(1), \")\"); }", "f("), "{ __raddle_host_call(f(g(1), \")\")); }");
  EXPECT_EQ(mended("x = ::a::b<int, 2>::f<3>(y) + 1;", "f<"),
            "x = __raddle_host_call(::a::b<int, 2>::f<3>(y)) + 1;");
  EXPECT_EQ(mended("return (table[i].rows()->f (x));", "f "),
            "return (__raddle_host_call(table[i].rows()->f (x)));");
  EXPECT_EQ(mended("if (x)\n  f(x);", "f(x)"), "if (x)\n  __raddle_host_call(f(x));");
  EXPECT_EQ(mended("EITHER((x = f(x);), (y = 1;))", "f("),
            "EITHER((x = __raddle_host_call(f(x));), (y = 1;))");
  EXPECT_EQ(mended("CALL(x, (a::f), (y));", "f"), "CALL(x, (__raddle_host_callee(a::f)), (y));");
  EXPECT_EQ(mended("CALL(x, a::f<int>, (y));", "f"), "CALL(x, __raddle_host_callee(a::f<int>), (y));");
  EXPECT_EQ(mended("if (x) // so\n  /* and */ f(x);", "f(x)"),
            "if (x) // so\n  /* and */ __raddle_host_call(f(x));");
  // Declarations of objects, what is no call, and what is marked already.
  for (const char *text : {"Type f(x);", "Box<int> f(x);", "{ f{x}; }", "p = f;",
                           "{ __raddle_host_call(f(x)); }", "void g(int a, int b = f(1));"})
    EXPECT_EQ(mended(text, "f"), text);
}

TEST(TextMends, ConditionsOfMacrosAreConstant) {
  const auto mended = [](std::string_view text) { return withConstexprIf(text, text.find("host()")); };
  EXPECT_EQ(mended("if (HAS_A) { x(); host(); }"), "if constexpr (HAS_A) { x(); host(); }");
  EXPECT_EQ(mended("if (!__HAS_A__ && (B == 2)) return f(a, host());"),
            "if constexpr (!__HAS_A__ && (B == 2)) return f(a, host());");
  EXPECT_EQ(mended("if (A) { if (B) { host(); } }"), "if (A) { if constexpr (B) { host(); } }");
  EXPECT_EQ(mended("if (A) { if (b) { host(); } }"), "if constexpr (A) { if (b) { host(); } }");
  for (std::string_view other :
       {"if (a) host();", "if (A) x(); host();", "if (A) { x(); } else { host(); }",
        "#if (A)\nhost();\n#endif", "if constexpr (A) host();", "// if (A)\nhost();", "if (host()) x();"})
    EXPECT_EQ(mended(other), other);
}

TEST(TextMends, ColumnsOfMendedLinesAreThoseOfTheOriginal) {
  const std::string_view original = "  if (x) child<<<1, 1>>>(out, 1.5); f(2);";
  const std::string_view mended = "  if (x) __raddle_launch(child<<<1, 1>>>(out, 1.5)); f(2);";
  const ColumnMap map(mended, original);
  for (std::string_view text : {"if", "child", "1.5", "out", "; f", "f(2)", ");"})
    EXPECT_EQ(map.original(mended.rfind(text)), original.rfind(text)) << text;
  EXPECT_TRUE(map.isAdded(mended.find("__raddle")));
  EXPECT_FALSE(map.isAdded(mended.find("child")));
  EXPECT_EQ(map.original(mended.find("raddle")), original.find("child"));
  EXPECT_EQ(map.original(mended.size() + 3), original.size());
}

} // namespace
} // namespace raddle::driver
