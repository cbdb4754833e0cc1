// Textures and surfaces, by their objects and by references: tex, tld4, suld, sust. The functions are in src/device/ptx/textures.cpp.

#include "ptx/instructions/call.h"

#include "nvvm/markers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::ptx {

namespace {

// A reference is named, and its variable holds the handle.
Value *object(Call &call) {
  Value *given = call.source(0), *number = given;
  match(given, m_Add(m_Value(number), m_Zero()));
  auto *address = dyn_cast<PtrToIntOperator>(number);
  auto *variable = address ? dyn_cast<GlobalVariable>(address->getPointerOperand()->stripPointerCasts()) : nullptr;
  return variable && variable->hasAttribute(marker::kReference)
             ? call.builder.CreateLoad(given->getType(), address->getPointerOperand())
             : given;
}

// The object, and all that follows, one by one.
SmallVector<Value *, 16> allSources(Call &call) {
  SmallVector<Value *, 16> values{object(call)};
  for (const auto &source : drop_begin(call.sources))
    values.append(source.begin(), source.end());
  return values;
}

// Integers with and without sign are read alike.
std::string valueOf(const Call &call) { return call.get("t") == "f32" ? "f32" : "s32"; }

Value *giveFour(Call &call, const std::string &function, ArrayRef<Value *> arguments) {
  llvm::Type *element = call.type("t").inIr(call.builder.getContext());
  Value *vector = call.callFunction(function, FixedVectorType::get(element, 4), arguments);
  for (unsigned i = 0; i < 4; ++i)
    call.results.push_back(call.builder.CreateExtractElement(vector, i));
  return nullptr;
}

Value *fetch(Call &call) {
  const std::vector<std::string> &mnemonic = call.match().pattern->mnemonic; // tex, or tex.level
  return giveFour(call, fmt::format("__raddle_ptx_{}_{}_{}", fmt::join(mnemonic, "_"), call.get("geometry"), valueOf(call)),
                  allSources(call));
}

Value *fetchTexel(Call &call) {
  return giveFour(call, "__raddle_ptx_texel_" + valueOf(call), allSources(call));
}

Value *gather(Call &call) {
  SmallVector<Value *, 16> arguments = allSources(call);
  arguments.push_back(
      call.builder.getInt32(static_cast<unsigned>(std::string_view("rgba").find(call.get("component")))));
  return giveFour(call, "__raddle_ptx_gather_" + valueOf(call), arguments);
}

// The object, x, y, z and what is done outside, from the object and the coordinates, of which a layer comes first.
SmallVector<Value *, 16> elementOf(Call &call) {
  const std::string geometry = call.get("geometry");
  const auto &given = call.sources[1];
  Value *zero = call.builder.getInt32(0);
  SmallVector<Value *, 16> element{object(call)};
  if (geometry[0] == 'a')
    element.append({given[1], geometry == "a2d" ? given[2] : zero, given[0]});
  else
    element.append({given[0], given.size() > 1 ? given[1] : zero, given.size() > 2 ? given[2] : zero});
  const std::string outside = call.get("outside");
  element.push_back(call.builder.getInt32(outside == "clamp" ? 1 : outside == "zero" ? 2 : 0));
  return element;
}

std::string withVector(const Call &call, std::string_view name) {
  return fmt::format("__raddle_ptx_{}_{}{}", name, call.get("vec").empty() ? "" : call.get("vec") + "_",
                     call.get("t"));
}

Value *loadElement(Call &call) {
  const std::string vec = call.get("vec"), function = withVector(call, "suld");
  llvm::Type *type = call.ir("t");
  if (vec.empty()) {
    call.results.push_back(call.callFunction(function, type, elementOf(call)));
    return nullptr;
  }
  const unsigned count = vec == "v2" ? 2 : 4;
  Value *vector = call.callFunction(function, FixedVectorType::get(type, count), elementOf(call));
  for (unsigned i = 0; i < count; ++i)
    call.results.push_back(call.builder.CreateExtractElement(vector, i));
  return nullptr;
}

Value *storeElement(Call &call) {
  SmallVector<Value *, 16> arguments = elementOf(call);
  arguments.append(call.sources[2].begin(), call.sources[2].end());
  call.callFunction(withVector(call, "sust"), call.builder.getVoidTy(), arguments);
  return nullptr;
}

} // namespace

const std::vector<Row> &textureInstructions() {
  static const std::vector<Row> rows = {
      {"tex <geometry:1d> <v4> <t:f32|s32|u32> <c:f32>", "=t*4 u64 b32*1", fetch},
      {"tex <geometry:2d|a1d> <v4> <t:f32|s32|u32> <c:f32>", "=t*4 u64 b32*2", fetch},
      {"tex <geometry:3d|a2d|cube|acube> <v4> <t:f32|s32|u32> <c:f32>", "=t*4 u64 b32*4", fetch},
      {"tex <geometry:1d> <v4> <t:f32|s32|u32> <c:s32>", "=t*4 u64 s32*1", fetchTexel},
      {"tex.level <geometry:1d> <v4> <t:f32|s32|u32> <c:f32>", "=t*4 u64 b32*1 f32", fetch},
      {"tex.level <geometry:2d|a1d> <v4> <t:f32|s32|u32> <c:f32>", "=t*4 u64 b32*2 f32", fetch},
      {"tex.level <geometry:3d|a2d|cube|acube> <v4> <t:f32|s32|u32> <c:f32>", "=t*4 u64 b32*4 f32", fetch},
      {"tex.grad <geometry:1d> <v4> <t:f32|s32|u32> <c:f32>", "=t*4 u64 b32*1 f32*1 f32*1", fetch},
      {"tex.grad <geometry:2d> <v4> <t:f32|s32|u32> <c:f32>", "=t*4 u64 b32*2 f32*2 f32*2", fetch},
      {"tex.grad <geometry:3d> <v4> <t:f32|s32|u32> <c:f32>", "=t*4 u64 b32*4 f32*4 f32*4", fetch},
      {"tex.grad <geometry:a1d> <v4> <t:f32|s32|u32> <c:f32>", "=t*4 u64 b32*2 f32*1 f32*1", fetch},
      {"tex.grad <geometry:a2d> <v4> <t:f32|s32|u32> <c:f32>", "=t*4 u64 b32*4 f32*2 f32*2", fetch},
      {"tld4 <component:r|g|b|a> <2d> <v4> <t:f32|s32|u32> <c:f32>", "=t*4 u64 b32*2", gather},
      {"suld.b <geometry:1d> {vec:v2|v4} {@cache} <t:b8|b16|b32|b64> <outside:trap|clamp|zero>",
       "=~t* u64 s32*1", loadElement},
      {"suld.b <geometry:2d|a1d> {vec:v2|v4} {@cache} <t:b8|b16|b32|b64> <outside:trap|clamp|zero>",
       "=~t* u64 s32*2", loadElement},
      {"suld.b <geometry:3d|a2d> {vec:v2|v4} {@cache} <t:b8|b16|b32|b64> <outside:trap|clamp|zero>",
       "=~t* u64 s32*4", loadElement},
      {"sust.b <geometry:1d> {vec:v2|v4} {@cache} <t:b8|b16|b32|b64> <outside:trap|clamp|zero>",
       "u64 s32*1 ~t*", storeElement},
      {"sust.b <geometry:2d|a1d> {vec:v2|v4} {@cache} <t:b8|b16|b32|b64> <outside:trap|clamp|zero>",
       "u64 s32*2 ~t*", storeElement},
      {"sust.b <geometry:3d|a2d> {vec:v2|v4} {@cache} <t:b8|b16|b32|b64> <outside:trap|clamp|zero>",
       "u64 s32*4 ~t*", storeElement},
  };
  return rows;
}

} // namespace raddle::ptx
