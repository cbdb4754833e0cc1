#include "vectorize/instrument/counters/counter_table.h"

#include "abi/kernel_abi.h"
#include "nvvm/markers.h"

#include <llvm/IR/Constants.h>
#include <llvm/Support/FormatVariadic.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr unsigned kCountersOfAccess = 8; // see profile/access_counts.h

StructType *tableType(LLVMContext &context) {
  return StructType::get(context, {PointerType::get(context, 0), Type::getInt32Ty(context)});
}

} // namespace

unsigned CounterTable::reserve(unsigned counters, unsigned alignment) {
  const unsigned first = (counters_ + alignment - 1) / alignment * alignment;
  counters_ = first + counters;
  return first;
}

unsigned CounterTable::addBlock() {
  const unsigned counter = reserve(2, 2);
  mixes_[counter];
  return counter;
}

unsigned CounterTable::addBranch(unsigned block, const DILocation *place) {
  const unsigned counter = reserve(1, 1);
  branches_.push_back(json::Object{{"counter", counter}, {"block", block}, {"place", places_.numberOf(place)}});
  return counter;
}

unsigned CounterTable::addAccess(unsigned block, const DILocation *place, StringRef kind, unsigned space,
                                 std::uint64_t bytes) {
  const unsigned counter = reserve(kCountersOfAccess * (space == 0 ? 2 : 1), kCountersOfAccess);
  accesses_.push_back(json::Object{{"counter", counter},
                                   {"block", block},
                                   {"place", places_.numberOf(place)},
                                   {"kind", kind},
                                   {"space", space},
                                   {"bytes", static_cast<std::int64_t>(bytes)}});
  return counter;
}

void CounterTable::count(unsigned block, const DILocation *place, StringRef kind) {
  ++mixes_[block][{places_.numberOf(place), kind}];
}

void CounterTable::write(GlobalVariable &table) const {
  json::Array blocks;
  for (const auto &[counter, mix] : mixes_) {
    json::Array lines;
    for (const auto &[what, instructions] : mix)
      lines.push_back(json::Array{what.first, what.second, instructions});
    blocks.push_back(json::Object{{"counter", counter}, {"mix", std::move(lines)}});
  }
  const std::string text = formatv("{0}", json::Value(json::Object{{"places", places_.list()},
                                                                   {"blocks", std::move(blocks)},
                                                                   {"branches", json::Array(branches_)},
                                                                   {"accesses", json::Array(accesses_)}}));
  Module &module = *table.getParent();
  LLVMContext &context = module.getContext();
  Constant *characters = ConstantDataArray::getString(context, text);
  auto *variable = new GlobalVariable(module, characters->getType(), true, GlobalValue::PrivateLinkage,
                                      characters, marker::kCounterText);
  table.setInitializer(ConstantStruct::get(
      tableType(context), {variable, ConstantInt::get(Type::getInt32Ty(context), counters_)}));
}

GlobalVariable *declareCounterTable(Module &module) {
  return new GlobalVariable(module, tableType(module.getContext()), true, GlobalValue::InternalLinkage,
                            nullptr, marker::kCounterTable);
}

} // namespace raddle::vectorize
