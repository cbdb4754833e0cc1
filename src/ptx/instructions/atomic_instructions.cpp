// atom and red.

#include "ptx/instructions/call.h"
#include "ptx/instructions/memory.h"

#include <llvm/ADT/StringSwitch.h>

using namespace llvm;

namespace raddle::ptx {

namespace {

AtomicRMWInst::BinOp operation(Call &call) {
  const Type type = call.type("t");
  const bool is_signed = type.isSigned();
  return StringSwitch<AtomicRMWInst::BinOp>(call.get("op"))
      .Case("and", AtomicRMWInst::And)
      .Case("or", AtomicRMWInst::Or)
      .Case("xor", AtomicRMWInst::Xor)
      .Case("exch", AtomicRMWInst::Xchg)
      .Case("add", type.isFloat() ? AtomicRMWInst::FAdd : AtomicRMWInst::Add)
      .Case("inc", AtomicRMWInst::UIncWrap)
      .Case("dec", AtomicRMWInst::UDecWrap)
      .Case("min", is_signed ? AtomicRMWInst::Min : AtomicRMWInst::UMin)
      .Case("max", is_signed ? AtomicRMWInst::Max : AtomicRMWInst::UMax)
      .Default(AtomicRMWInst::BAD_BINOP);
}

// The scope and order as the device library takes them: see src/device/atomics/scoped_atomics.ll.in.
Value *mode(Call &call) {
  const std::string scope = call.get("scope"), semantics = call.get("sem");
  const unsigned scope_number = scope == "sys" ? 0 : scope == "cta" || scope == "cluster" ? 2 : 1;
  const unsigned order = semantics == "acquire"   ? 2
                         : semantics == "release" ? 3
                         : semantics == "acq_rel" ? 4
                                                  : 0;
  return call.builder.getInt32(8 * scope_number + order);
}

// Vectors are atomic element by element.
Value *modify(Call &call) {
  const Type type = call.type("t");
  Value *base = pointer(call, 0);
  for (unsigned i = 0; i < call.sources[1].size(); ++i) {
    Value *value = call.sources[1][i];
    Value *address =
        i == 0 ? base : call.builder.CreatePtrAdd(base, call.builder.getInt64(i * type.bits / 8));
    if (type.isFloat() && !type.isNativeFloat()) {
      // f16 and bf16: a loop around compare-and-swap.
      Value *generic = call.builder.CreateAddrSpaceCast(address, call.builder.getPtrTy());
      call.results.push_back(call.callFunction(call.expand("__raddle_ptx_atomic_{op}_{t}"), call.ir("t"),
                                               {generic, value, mode(call)}));
      continue;
    }
    call.results.push_back(call.builder.CreateAtomicRMW(operation(call), address, value, Align(type.bits / 8),
                                                        atomicOrdering(call.get("sem")), syncScope(call)));
  }
  return nullptr;
}

Value *compareAndSwap(Call &call) {
  const AtomicOrdering success = atomicOrdering(call.get("sem"));
  AtomicCmpXchgInst *pair = call.builder.CreateAtomicCmpXchg(
      pointer(call, 0), call.source(1), call.source(2), Align(call.type("t").bits / 8), success,
      AtomicCmpXchgInst::getStrongestFailureOrdering(success), syncScope(call));
  return call.builder.CreateExtractValue(pair, 0);
}

#define ORDER "{sem:relaxed|acquire|release|acq_rel} {scope:@scope} {space:@space} {@hint} "

} // namespace

const std::vector<Row> &atomicInstructions() {
  static const std::vector<Row> rows = {
      {"atom " ORDER "<op:and|or|xor|exch> <t:b32|b64>", "=t* [] t* b64?", modify},
      {"atom " ORDER "<op:exch> <t:b128>", "=t* [] t* b64?", modify},
      {"atom " ORDER "<op:add> <t:u32|s32|u64|s64|f32|f64>", "=t* [] t* b64?", modify},
      {"atom " ORDER "<op:min|max> <t:u32|s32|u64|s64>", "=t* [] t* b64?", modify},
      {"atom " ORDER "<op:inc|dec> <t:u32>", "=t* [] t* b64?", modify},
      {"atom " ORDER "<cas> <t:b16|b32|b64|b128>", "=t [] t t b64?", compareAndSwap},
      {"atom " ORDER "<op:add> <vec:v2|v4> <t:f32>", "=t* [] t* b64?", modify},
      {"atom " ORDER "<op:add> <noftz> <t:@half>", "=t* [] t* b64?", modify},
      {"atom " ORDER "<op:add|min|max> <noftz> <vec:v2|v4|v8> <t:@half>", "=t* [] t* b64?", modify},

      {"red " ORDER "<op:and|or|xor> <t:b32|b64>", "[] t* b64?", modify},
      {"red " ORDER "<op:add> <t:u32|s32|u64|s64|f32|f64>", "[] t* b64?", modify},
      {"red " ORDER "<op:min|max> <t:u32|s32|u64|s64>", "[] t* b64?", modify},
      {"red " ORDER "<op:inc|dec> <t:u32>", "[] t* b64?", modify},
      {"red " ORDER "<op:add> <vec:v2|v4> <t:f32>", "[] t* b64?", modify},
      {"red " ORDER "<op:add> <noftz> <t:@half>", "[] t* b64?", modify},
      {"red " ORDER "<op:add|min|max> <noftz> <vec:v2|v4|v8> <t:@half>", "[] t* b64?", modify},
  };
  return rows;
}

} // namespace raddle::ptx
