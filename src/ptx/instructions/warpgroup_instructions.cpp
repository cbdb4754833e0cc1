// wgmma: products of matrices by groups of four warps. D of m64nNkK has N / 8 parts of eight columns, each of which is, in every
// warp, the D of mma.sync.m16n8kK with 16 rows of A. So that is what each warp does, at once where the product is asked for:
// the program may not touch the operands in shared memory before it has waited for it. The warps of a group meet before their products, at
// the fence, and after them, at the wait.
// The fragments come from src/device/matrices/warpgroup_operands.cpp.
//
// A product of many columns is a function of its own, which loops over the parts: programs have dozens of them in a row, with sums that all
// are live, and in one function LLVM would take minutes to find registers for them.

#include "ptx/instructions/call.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace llvm;

namespace raddle::ptx {

namespace {

constexpr unsigned kColumnsOfPart = 8;
constexpr unsigned kMostPartsInPlace = 4;

using Values = SmallVector<Value *, 4>;

// The mask that flips the sign bit of every element in a register when XORed with it.
std::uint32_t signsOf(StringRef type) {
  return type == "tf32" ? 0x80000000 : type == "f16" || type == "bf16" ? 0x80008000 : 0x80808080;
}

// D, A, B, where A is sparse its metadata and the selector, then a predicate that says whether D is added to the product; of
// floating-point numbers 1 or -1, by which A and B are multiplied; of elements of 16 bits, whether A, unless it is in registers,
// and B are transposed.
class Product {
public:
  explicit Product(Call &call)
      : call_(call), is_sparse_(call.match().pattern->mnemonic.size() == 4),
        is_a_in_memory_(call.sources[1].size() == 1), scales_((is_sparse_ ? 5 : 3) + 1),
        shape_(call.get("shape")), operands_{call.sources[0], call.sources[1], call.source(2),
                                             is_sparse_ ? call.source(3) : nullptr,
                                             call.source(scales_ - 1)} {}

  // False if the call has failed.
  bool readSettings() {
    if (is_sparse_ && call_.constant(4) >= selectors())
      return call_.fail(fmt::format("the sparsity selector must be less than {} here", selectors()));
    if (!call_.source(scales_))
      return true;
    if (std::abs(number(scales_)) != 1 || std::abs(number(scales_ + 1)) != 1)
      return call_.fail("the scales of A and B must be 1 or -1");
    const bool has_layouts = call_.match().pattern->operands.size() > scales_ + 2;
    const unsigned wanted = has_layouts ? (is_a_in_memory_ ? 2 : 1) : 0;
    const unsigned given = (call_.source(scales_ + 2) ? 1 : 0) + (call_.source(scales_ + 3) ? 1 : 0);
    if (given != wanted)
      return call_.fail(fmt::format(
          "behind the scales there must be {} number{} here, which say whether {}, not {}", wanted,
          wanted == 1 ? "" : "s", is_a_in_memory_ ? "A and B are transposed" : "B is transposed", given));
    negates_a_ = number(scales_) < 0;
    negates_b_ = number(scales_ + 1) < 0;
    transposes_a_ = wanted == 2 && number(scales_ + 2) != 0;
    transposes_b_ = wanted != 0 && number(scales_ + 1 + wanted) != 0;
    return true;
  }

  // What a program could have wrong is looked at here, which has a line.
  void multiply() {
    call_.callFunction("__raddle_wgmma_begin", call_.builder.getVoidTy(), {});
    for (Value *descriptor : is_a_in_memory_ ? Values{operands_.a[0], operands_.b} : Values{operands_.b})
      call_.callFunction("__raddle_wgmma_check_descriptor", call_.builder.getVoidTy(), {descriptor});
    if (parts() > kMostPartsInPlace)
      append_range(call_.results, callOwnFunction());
    else
      append_range(call_.results, partByPart());
  }

private:
  struct Operands {
    Values d, a;
    Value *b, *metadata, *adds; // no metadata where A is dense
  };

  unsigned parts() const { return call_.columns() / kColumnsOfPart; }
  unsigned sumsOfPart() const { return static_cast<unsigned>(operands_.d.size()) / parts(); }
  llvm::Type *typeOfSum() const { return operands_.d[0]->getType(); }
  std::int32_t number(unsigned i) const { return static_cast<std::int32_t>(call_.constant(i)); }
  // Lanes of a group whose metadata count in turn; of elements of 8 bits, all do.
  unsigned selectors() const { return StringRef(shape_).ends_with("k64") ? 1 : 2; }

  Values negated(Values values, StringRef matrix) {
    for (Value *&value : values)
      value = call_.builder.CreateXor(value, call_.builder.getInt32(signsOf(call_.get(matrix.str()))));
    return values;
  }

  Values rows() {
    Values a = operands_.a;
    if (is_a_in_memory_)
      a = call_.callForElements(transposes_a_ ? "__raddle_wgmma_rows_trans" : "__raddle_wgmma_rows_",
                                call_.builder.getInt32Ty(), 4, a);
    return negates_a_ ? negated(a, "a") : a;
  }
  Values columns(Value *part) {
    Value *first = call_.builder.CreateMul(part, call_.builder.getInt32(kColumnsOfPart));
    const unsigned words = is_sparse_ ? 4 : 2;
    const std::string function =
        fmt::format("__raddle_wgmma_columns_{}_{}", words, transposes_b_ ? "trans" : "");
    const Values b = call_.callForElements(function, call_.builder.getInt32Ty(), words, {operands_.b, first});
    return negates_b_ ? negated(b, "b") : b;
  }

  std::string nameOfPart() const {
    std::string name = fmt::format("__raddle_mma_{}m16n8k{}_{}", is_sparse_ ? "sp_" : "",
                                   StringRef(shape_).rsplit('k').second.str(), call_.expand("{d}_{a}_{b}"));
    // An H100 makes sums of elements of 8 bits otherwise than by mma.sync.
    if (StringRef(call_.get("a")).starts_with("e"))
      name += "_wgmma";
    for (const char *modifier : {"satfinite", "and"})
      if (call_.has(modifier))
        name += std::string("_") + modifier;
    return name;
  }

  // D of one part, which is `c` before.
  Values multiplyPart(const Values &a, Value *part, ArrayRef<Value *> c) {
    SmallVector<Value *, 12> arguments(a.begin(), a.end());
    arguments.append(columns(part));
    for (Value *sum : c)
      arguments.push_back(
          call_.builder.CreateSelect(operands_.adds, sum, Constant::getNullValue(typeOfSum())));
    if (is_sparse_)
      arguments.append({operands_.metadata, call_.source(4)});
    return call_.callForElements(nameOfPart(), typeOfSum(), sumsOfPart(), arguments);
  }

  Values partByPart() {
    const Values a = rows();
    Values d;
    for (unsigned part = 0; part < parts(); ++part)
      append_range(d, multiplyPart(a, call_.builder.getInt32(part),
                                   ArrayRef(operands_.d).slice(part * sumsOfPart(), sumsOfPart())));
    return d;
  }

  Values callOwnFunction() {
    IRBuilder<> &builder = call_.builder;
    Values arguments = operands_.d;
    append_range(arguments, operands_.a);
    arguments.append({operands_.b, operands_.adds});
    if (is_sparse_)
      arguments.push_back(operands_.metadata);
    SmallVector<llvm::Type *, 8> types, sums(operands_.d.size(), typeOfSum());
    for (Value *argument : arguments)
      types.push_back(argument->getType());
    auto *type = FunctionType::get(StructType::get(builder.getContext(), sums), types, false);
    auto *function = cast<Function>(call_.module().getOrInsertFunction(nameOfWhole(), type).getCallee());
    if (function->isDeclaration())
      define(*function);
    CallInst *result = builder.CreateCall(function, arguments);
    Values d;
    for (unsigned i = 0; i < sums.size(); ++i)
      d.push_back(builder.CreateExtractValue(result, i));
    return d;
  }

  // All that the code depends on.
  std::string nameOfWhole() const {
    std::string settings;
    for (unsigned i = scales_; call_.source(i); ++i)
      settings += fmt::format(".{}", number(i));
    return fmt::format("wgmma.{}.{}.{}{}{}", shape_, nameOfPart(),
                       is_sparse_ ? fmt::format("selector{}.", call_.constant(4)) : "",
                       is_a_in_memory_ ? "shared" : "registers", settings);
  }

  void define(Function &function) {
    IRBuilder<> &builder = call_.builder;
    IRBuilder<>::InsertPointGuard guard(builder);
    function.setLinkage(Function::InternalLinkage);
    for (Attribute::AttrKind attribute : {Attribute::NoInline, Attribute::Convergent, Attribute::NoUnwind})
      function.addFnAttr(attribute);
    builder.SetInsertPoint(BasicBlock::Create(builder.getContext(), "entry", &function));
    builder.SetCurrentDebugLocation(DebugLoc());

    const Operands outside = std::exchange(operands_, parametersOf(function));
    Value *memory = builder.CreateAlloca(ArrayType::get(typeOfSum(), operands_.d.size()));
    const auto place = [&](Value *i) { return builder.CreateInBoundsGEP(typeOfSum(), memory, i); };
    for (auto [i, sum] : enumerate(operands_.d))
      builder.CreateStore(sum, place(builder.getInt32(static_cast<unsigned>(i))));
    loopOverParts(function, place);
    Value *result = PoisonValue::get(function.getReturnType());
    for (unsigned i = 0; i < operands_.d.size(); ++i)
      result =
          builder.CreateInsertValue(result, builder.CreateLoad(typeOfSum(), place(builder.getInt32(i))), i);
    builder.CreateRet(result);
    operands_ = outside;
  }

  // As callOwnFunction() orders them.
  Operands parametersOf(Function &function) const {
    Argument *next = function.arg_begin();
    Operands parameters{};
    const auto take = [&](std::size_t count, Values &values) {
      for (std::size_t i = 0; i < count; ++i)
        values.push_back(next++);
    };
    take(operands_.d.size(), parameters.d);
    take(operands_.a.size(), parameters.a);
    parameters.b = next++;
    parameters.adds = next++;
    parameters.metadata = is_sparse_ ? next++ : nullptr;
    return parameters;
  }

  // `place` is where a sum lies in memory.
  void loopOverParts(Function &function, function_ref<Value *(Value *)> place) {
    IRBuilder<> &builder = call_.builder;
    const Values a = rows();
    BasicBlock *before = builder.GetInsertBlock();
    BasicBlock *loop = BasicBlock::Create(builder.getContext(), "parts", &function);
    BasicBlock *after = BasicBlock::Create(builder.getContext(), "done", &function);
    builder.CreateBr(loop);
    builder.SetInsertPoint(loop);
    PHINode *part = builder.CreatePHI(builder.getInt32Ty(), 2);
    part->addIncoming(builder.getInt32(0), before);
    Values places, c;
    Value *first = builder.CreateMul(part, builder.getInt32(sumsOfPart()));
    for (unsigned i = 0; i < sumsOfPart(); ++i) {
      places.push_back(place(builder.CreateAdd(first, builder.getInt32(i))));
      c.push_back(builder.CreateLoad(typeOfSum(), places.back()));
    }
    for (auto [sum, at] : zip_equal(multiplyPart(a, part, c), places))
      builder.CreateStore(sum, at);
    Value *next = builder.CreateAdd(part, builder.getInt32(1));
    part->addIncoming(next, builder.GetInsertBlock());
    builder.CreateCondBr(builder.CreateICmpULT(next, builder.getInt32(parts())), loop, after);
    builder.SetInsertPoint(after);
  }

  Call &call_;
  const bool is_sparse_, is_a_in_memory_;
  const unsigned scales_; // the number of the first setting, behind the predicate
  const std::string shape_;
  Operands operands_;
  bool negates_a_ = false, negates_b_ = false, transposes_a_ = false, transposes_b_ = false;
};

Value *multiply(Call &call) {
  if (Product product(call); product.readSettings())
    product.multiply();
  return nullptr;
}

// All have been made, but the other warps may still read what they multiply.
Value *waitForGroups(Call &call) {
  call.callFunction("__raddle_wgmma_meet", call.builder.getVoidTy(), {});
  return nullptr;
}

// N is a multiple of 8, of integers beyond 32 only of 16.
std::string shapes(unsigned k, bool is_of_integers) {
  std::vector<std::string> shapes;
  for (unsigned n = 8; n <= 256; n += is_of_integers && n >= 32 ? 16 : 8)
    shapes.push_back(fmt::format("m64n{}k{}", n, k));
  return fmt::format("{}", fmt::join(shapes, "|"));
}

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
};
constexpr Form kBits = {256, true, "<d:s32> <a:b1> <b:b1> <op:and> <popc>", "s32*n:2", kNone};

struct Text {
  std::string opcode, operands;
};

std::vector<Text> textsOfProducts() {
  std::vector<Text> texts;
  const auto add = [&](const char *mnemonic, const Form &form, unsigned k, const char *metadata) {
    texts.push_back(
        {fmt::format("{} <aligned> <shape:{}> {}", mnemonic, shapes(k, form.is_of_integers), form.types),
         fmt::format("+{} b64/b32*4 b64 {}pred {}", form.sums, metadata, form.settings)});
  };
  for (const Form &form : kForms) {
    add("wgmma.mma_async.sync", form, form.k, "");
    add("wgmma.mma_async.sp.sync", form, 2 * form.k, "b32 #u32 ");
  }
  add("wgmma.mma_async.sync", kBits, kBits.k, "");
  return texts;
}

} // namespace

const std::vector<Row> &warpgroupInstructions() {
  static const std::vector<Text> texts = textsOfProducts();
  static const std::vector<Row> rows = [] {
    std::vector<Row> rows = {
        {"wgmma.fence.sync <aligned>", "", libraryEffect("__raddle_wgmma_meet")},
        {"wgmma.commit_group.sync <aligned>", "", nothing()},
        {"wgmma.wait_group.sync <aligned>", "#u32", waitForGroups},
    };
    for (const Text &text : texts)
      rows.push_back({text.opcode.c_str(), text.operands.c_str(), multiply});
    return rows;
  }();
  return rows;
}

} // namespace raddle::ptx
