// wgmma: products of matrices by groups of four warps. D of m64nNkK has N / 8 parts of eight columns, each of which is, in every
// warp, the D of mma.sync.m16n8kK with 16 rows of A. So that is what each warp does, at once where the product is asked for:
// the program may not touch the operands in shared memory before it has waited for it.
// The fragments come from src/device/matrices/warpgroup_operands.cpp.

#include "ptx/instructions/call.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace llvm;

namespace raddle::ptx {

namespace {

constexpr unsigned kColumnsOfPart = 8;

using Values = SmallVector<Value *, 4>;

Values elementsOf(Call &call, Value *vector) {
  Values elements;
  for (unsigned i = 0; i < cast<FixedVectorType>(vector->getType())->getNumElements(); ++i)
    elements.push_back(call.builder.CreateExtractElement(vector, i));
  return elements;
}

// What changes the signs of all elements of a register.
std::uint32_t signsOf(StringRef type) {
  return type == "tf32" ? 0x80000000 : type == "f16" || type == "bf16" ? 0x80008000 : 0x80808080;
}

// The operands behind D, A and B: a predicate that says whether D is added to the product; of floating-point numbers 1 or -1, by
// which A and B are multiplied; of elements of 16 bits, whether A, unless it is in registers, and B are transposed.
struct Settings {
  Value *adds = nullptr;
  bool negates_a = false, negates_b = false, transposes_a = false, transposes_b = false;
};

bool readSettings(Call &call, bool is_a_in_memory, Settings &settings) {
  settings.adds = call.source(3);
  const auto number = [&](unsigned i) { return static_cast<std::int32_t>(call.constant(i)); };
  if (!call.source(4))
    return true;
  if (std::abs(number(4)) != 1 || std::abs(number(5)) != 1) {
    call.fail("the scales of A and B must be 1 or -1");
    return false;
  }
  settings.negates_a = number(4) < 0;
  settings.negates_b = number(5) < 0;
  const bool has_layouts = call.match().pattern->operands.size() > 6;
  const unsigned wanted = has_layouts ? (is_a_in_memory ? 2 : 1) : 0;
  const unsigned given = (call.source(6) ? 1 : 0) + (call.source(7) ? 1 : 0);
  if (given != wanted) {
    call.fail(fmt::format("behind the scales there must be {} number{} here, which say whether {}, not {}",
                          wanted, wanted == 1 ? "" : "s",
                          is_a_in_memory ? "A and B are transposed" : "B is transposed", given));
    return false;
  }
  settings.transposes_a = wanted == 2 && number(6) != 0;
  settings.transposes_b = wanted != 0 && number(wanted == 2 ? 7 : 6) != 0;
  return true;
}

Values signedValues(Call &call, Values values, const std::string &type, bool negates) {
  if (negates)
    for (Value *&value : values)
      value = call.builder.CreateXor(value, call.builder.getInt32(signsOf(type)));
  return values;
}

Value *multiply(Call &call) {
  IRBuilder<> &builder = call.builder;
  const auto words = [&](unsigned count) { return FixedVectorType::get(builder.getInt32Ty(), count); };
  const bool is_a_in_memory = call.sources[1].size() == 1;
  Settings settings;
  if (!readSettings(call, is_a_in_memory, settings))
    return nullptr;
  const std::string shape = call.get("shape");
  const auto [rows_and_columns, k] = StringRef(shape).rsplit('k');
  unsigned columns = 0;
  rows_and_columns.rsplit('n').second.getAsInteger(10, columns);

  Value *b = call.source(2);
  const std::string b_layout = settings.transposes_b ? "trans" : "";
  call.callFunction("__raddle_wgmma_begin", builder.getVoidTy(), {});
  Values a(call.sources[1].begin(), call.sources[1].end());
  if (is_a_in_memory)
    a = elementsOf(
        call, call.callFunction(settings.transposes_a ? "__raddle_wgmma_rows_trans" : "__raddle_wgmma_rows_",
                                words(4), a));
  a = signedValues(call, a, call.get("a"), settings.negates_a);

  std::string name = fmt::format("__raddle_mma_m16n8k{}_{}", k.str(), call.expand("{d}_{a}_{b}"));
  for (const char *modifier : {"satfinite", "and"})
    if (call.has(modifier))
      name += std::string("_") + modifier;
  const auto &d = call.sources[0];
  const unsigned part = static_cast<unsigned>(d.size()) / (columns / kColumnsOfPart);
  for (unsigned i = 0; i < columns / kColumnsOfPart; ++i) {
    Value *column = call.callFunction("__raddle_wgmma_columns_" + b_layout, words(2),
                                      {b, builder.getInt32(i * kColumnsOfPart)});
    SmallVector<Value *, 12> operands(a.begin(), a.end());
    operands.append(signedValues(call, elementsOf(call, column), call.get("b"), settings.negates_b));
    for (unsigned j = 0; j < part; ++j)
      operands.push_back(
          builder.CreateSelect(settings.adds, d[i * part + j], Constant::getNullValue(d[0]->getType())));
    for (Value *sum :
         elementsOf(call, call.callFunction(name, FixedVectorType::get(d[0]->getType(), part), operands)))
      call.results.push_back(sum);
  }
  return nullptr;
}

// All n that a product of `k` has: multiples of 8, of integers beyond 32 only those of 16.
std::string shapes(unsigned k, bool is_of_integers) {
  std::vector<std::string> shapes;
  for (unsigned n = 8; n <= 256; n += n >= 32 && is_of_integers ? 16 : n == 16 && is_of_integers ? 8 : 8)
    shapes.push_back(fmt::format("m64n{}k{}", n, k));
  return fmt::format("{}", fmt::join(shapes, "|"));
}

// Types are "<d:f32> <a:f16> <b:f16>"; D has a register for so many columns.
struct Form {
  unsigned k;
  bool is_of_integers;
  const char *types, *sums, *settings;
};

constexpr const char *kSigns = "#s32 #s32", *kSignsAndLayouts = "#s32 #s32 #u32 #u32?", *kNone = "";
constexpr Form kForms[] = {
    {16, false, "<d:f32> <a:f16> <b:f16>", "f32*n:2", kSignsAndLayouts},
    {16, false, "<d:f16> <a:f16> <b:f16>", "b32*n:4", kSignsAndLayouts},
    {16, false, "<d:f32> <a:bf16> <b:bf16>", "f32*n:2", kSignsAndLayouts},
    {8, false, "<d:f32> <a:tf32> <b:tf32>", "f32*n:2", kSigns},
    {32, false, "<d:f32> <a:e4m3|e5m2> <b:e4m3|e5m2>", "f32*n:2", kSigns},
    {32, false, "<d:f16> <a:e4m3|e5m2> <b:e4m3|e5m2>", "b32*n:4", kSigns},
    {32, true, "{satfinite} <d:s32> <a:s8|u8> <b:s8|u8>", "s32*n:2", kNone},
    {256, true, "<d:s32> <a:b1> <b:b1> <op:and> <popc>", "s32*n:2", kNone},
};

} // namespace

const std::vector<Row> &warpgroupInstructions() {
  static const std::vector<std::pair<std::string, std::string>> texts = [] {
    std::vector<std::pair<std::string, std::string>> texts;
    for (const Form &form : kForms)
      texts.emplace_back(fmt::format("wgmma.mma_async.sync <aligned> <shape:{}> {}",
                                     shapes(form.k, form.is_of_integers), form.types),
                         fmt::format("+{} b64/b32*4 b64 pred {}", form.sums, form.settings));
    return texts;
  }();
  static const std::vector<Row> rows = [] {
    std::vector<Row> rows = {
        {"wgmma.fence.sync <aligned>", "", nothing()},
        {"wgmma.commit_group.sync <aligned>", "", nothing()},
        {"wgmma.wait_group.sync <aligned>", "#u32", nothing()},
    };
    for (const auto &[opcode, operands] : texts)
      rows.push_back({opcode.c_str(), operands.c_str(), multiply});
    return rows;
  }();
  return rows;
}

} // namespace raddle::ptx
