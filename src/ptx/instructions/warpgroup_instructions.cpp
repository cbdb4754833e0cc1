// wgmma: products of matrices by groups of four warps. D of m64nNkK has N / 8 parts of eight columns, each of which is, in every
// warp, the D of mma.sync.m16n8kK with 16 rows of A. So that is what each warp does, at once where the product is asked for:
// the program may not touch the operands in shared memory before it has waited for it. The warps of a group meet before their products, at
// the fence, and after them, at the wait.
// The fragments come from src/device/matrices/warpgroup_operands.cpp.

#include "ptx/instructions/call.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace llvm;

namespace raddle::ptx {

namespace {

constexpr unsigned kColumnsOfPart = 8;
// Further ones are a loop. 32 of them in a row are so much code that compiling a kernel would take a minute.
constexpr unsigned kMostPartsInARow = 4;

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
        is_a_in_memory_(call.sources[1].size() == 1), adds_(is_sparse_ ? 5 : 3), shape_(call.get("shape")) {}

  // False if the call has failed.
  bool readSettings() {
    if (is_sparse_ && call_.constant(4) >= selectors())
      return call_.fail(fmt::format("the sparsity selector must be less than {} here", selectors()));
    if (!call_.source(adds_ + 1))
      return true;
    if (std::abs(number(adds_ + 1)) != 1 || std::abs(number(adds_ + 2)) != 1)
      return call_.fail("the scales of A and B must be 1 or -1");
    const bool has_layouts = call_.match().pattern->operands.size() > adds_ + 3;
    const unsigned wanted = has_layouts ? (is_a_in_memory_ ? 2 : 1) : 0;
    const unsigned given = (call_.source(adds_ + 3) ? 1 : 0) + (call_.source(adds_ + 4) ? 1 : 0);
    if (given != wanted)
      return call_.fail(fmt::format(
          "behind the scales there must be {} number{} here, which say whether {}, not {}", wanted,
          wanted == 1 ? "" : "s", is_a_in_memory_ ? "A and B are transposed" : "B is transposed", given));
    transposes_a_ = wanted == 2 && number(adds_ + 3) != 0;
    transposes_b_ = wanted != 0 && number(adds_ + 2 + wanted) != 0;
    return true;
  }

  void multiply() {
    call_.callFunction("__raddle_wgmma_begin", call_.builder.getVoidTy(), {});
    const Values a = rows();
    if (parts() > kMostPartsInARow)
      return multiplyInLoop(a);
    const ArrayRef<Value *> d(call_.sources[0]);
    for (unsigned part = 0; part < parts(); ++part)
      append_range(call_.results,
                   multiplyPart(a, call_.builder.getInt32(part), d.slice(part * sumsOfPart(), sumsOfPart())));
  }

private:
  unsigned parts() const { return call_.columns() / kColumnsOfPart; }
  unsigned sumsOfPart() const { return static_cast<unsigned>(call_.sources[0].size()) / parts(); }
  std::int32_t number(unsigned i) const { return static_cast<std::int32_t>(call_.constant(i)); }
  // Lanes of a group whose metadata count in turn; of elements of 8 bits, all do.
  unsigned selectors() const { return StringRef(shape_).ends_with("k64") ? 1 : 2; }

  Values scaled(Values values, StringRef matrix, unsigned scale) {
    if (call_.source(scale) && number(scale) < 0)
      for (Value *&value : values)
        value = call_.builder.CreateXor(value, call_.builder.getInt32(signsOf(call_.get(matrix.str()))));
    return values;
  }

  Values rows() {
    Values a(call_.sources[1].begin(), call_.sources[1].end());
    if (is_a_in_memory_)
      a = call_.callForElements(transposes_a_ ? "__raddle_wgmma_rows_trans" : "__raddle_wgmma_rows_",
                                call_.builder.getInt32Ty(), 4, a);
    return scaled(a, "a", adds_ + 1);
  }
  Values columns(Value *part) {
    Value *first = call_.builder.CreateMul(part, call_.builder.getInt32(kColumnsOfPart));
    const unsigned words = is_sparse_ ? 4 : 2;
    const std::string function =
        fmt::format("__raddle_wgmma_columns_{}_{}", words, transposes_b_ ? "trans" : "");
    return scaled(
        call_.callForElements(function, call_.builder.getInt32Ty(), words, {call_.source(2), first}), "b",
        adds_ + 2);
  }

  std::string functionName() const {
    std::string name = fmt::format("__raddle_mma_{}m16n8k{}_{}", is_sparse_ ? "sp_" : "",
                                   StringRef(shape_).rsplit('k').second.str(), call_.expand("{d}_{a}_{b}"));
    if (StringRef(call_.get("a"))
            .starts_with("e")) // elements of 8 bits, whose sums an H100 makes otherwise than by mma.sync
      name += "_wgmma";
    for (const char *modifier : {"satfinite", "and"})
      if (call_.has(modifier))
        name += std::string("_") + modifier;
    return name;
  }

  // D of one part, which is `c` before.
  Values multiplyPart(const Values &a, Value *part, ArrayRef<Value *> c) {
    llvm::Type *type = c[0]->getType();
    SmallVector<Value *, 12> operands(a.begin(), a.end());
    operands.append(columns(part));
    for (Value *sum : c)
      operands.push_back(call_.builder.CreateSelect(call_.source(adds_), sum, Constant::getNullValue(type)));
    if (is_sparse_)
      operands.append({call_.source(3), call_.source(4)});
    return call_.callForElements(functionName(), type, sumsOfPart(), operands);
  }

  // A block of its own for what follows. The present one goes on without a terminator.
  BasicBlock *restOfBlock() {
    IRBuilder<> &builder = call_.builder;
    BasicBlock *block = builder.GetInsertBlock();
    if (builder.GetInsertPoint() == block->end())
      return BasicBlock::Create(builder.getContext(), "wgmma.done", block->getParent(), block->getNextNode());
    BasicBlock *rest = block->splitBasicBlock(builder.GetInsertPoint(), "wgmma.done");
    block->getTerminator()->eraseFromParent();
    builder.SetInsertPoint(block);
    return rest;
  }

  // D is in memory meanwhile.
  void multiplyInLoop(const Values &a) {
    IRBuilder<> &builder = call_.builder;
    const auto &d = call_.sources[0];
    const auto count = static_cast<unsigned>(d.size());
    llvm::Type *type = d[0]->getType();
    BasicBlock *before = builder.GetInsertBlock();
    Function *function = before->getParent();
    BasicBlock &entry = function->getEntryBlock();
    Value *memory =
        IRBuilder<>(&entry, entry.begin()).CreateAlloca(type, builder.getInt32(count), "wgmma.sums");
    const auto place = [&](Value *i) { return builder.CreateInBoundsGEP(type, memory, i); };
    for (unsigned i = 0; i < count; ++i)
      builder.CreateStore(d[i], place(builder.getInt32(i)));

    BasicBlock *after = restOfBlock();
    BasicBlock *loop = BasicBlock::Create(builder.getContext(), "wgmma.parts", function, after);
    builder.CreateBr(loop);
    builder.SetInsertPoint(loop);
    PHINode *part = builder.CreatePHI(builder.getInt32Ty(), 2);
    part->addIncoming(builder.getInt32(0), before);
    Values places, c;
    for (unsigned i = 0; i < sumsOfPart(); ++i) {
      Value *first = builder.CreateMul(part, builder.getInt32(sumsOfPart()));
      places.push_back(place(builder.CreateAdd(first, builder.getInt32(i))));
      c.push_back(builder.CreateLoad(type, places.back()));
    }
    for (auto [sum, at] : zip_equal(multiplyPart(a, part, c), places))
      builder.CreateStore(sum, at);
    Value *next = builder.CreateAdd(part, builder.getInt32(1));
    part->addIncoming(next, builder.GetInsertBlock());
    builder.CreateCondBr(builder.CreateICmpULT(next, builder.getInt32(parts())), loop, after);

    builder.SetInsertPoint(after, after->begin());
    for (unsigned i = 0; i < count; ++i)
      call_.results.push_back(builder.CreateLoad(type, place(builder.getInt32(i))));
  }

  Call &call_;
  const bool is_sparse_, is_a_in_memory_;
  const unsigned adds_; // the number of the predicate
  const std::string shape_;
  bool transposes_a_ = false, transposes_b_ = false;
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
