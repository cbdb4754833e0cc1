#include "vectorize/instrument/counters/counter_table.h"

#include "abi/kernel_abi.h"
#include "nvvm/markers.h"

#include <llvm/IR/Constants.h>
#include <llvm/Support/FormatVariadic.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr unsigned kCountersOfAccess = 8;   // see profile/access_counts.h
constexpr unsigned kCountersOfBarrier = 40; // see profile/barrier_waits.h

StructType *tableType(LLVMContext &context) {
  Type *pointer = PointerType::get(context, 0), *number = Type::getInt32Ty(context);
  return StructType::get(context, {pointer, number});
}

json::Object jsonOf(const ChainMix &mix) {
  json::Object object;
  for (const auto &[kind, instructions] : mix)
    object[kind] = instructions;
  return object;
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
  branches_.push_back(
      json::Object{{"counter", counter}, {"block", block}, {"place", places_.numberOf(place)}});
  return counter;
}

unsigned CounterTable::addBarrier(unsigned block, const DILocation *place) {
  const unsigned counter = reserve(kCountersOfBarrier, kCountersOfAccess);
  barriers_.push_back(
      json::Object{{"counter", counter}, {"block", block}, {"place", places_.numberOf(place)}});
  return counter;
}

unsigned CounterTable::addAccess(unsigned block, const DILocation *place, StringRef kind, unsigned space,
                                 std::uint64_t bytes, unsigned reused) {
  const unsigned counter = reserve(kCountersOfAccess * (space == 0 ? 2 : 1), kCountersOfAccess);
  accesses_.push_back(json::Object{{"counter", counter},
                                   {"block", block},
                                   {"place", places_.numberOf(place)},
                                   {"kind", kind},
                                   {"space", space},
                                   {"bytes", static_cast<std::int64_t>(bytes)},
                                   {"reused", reused}});
  return counter;
}

void CounterTable::count(unsigned block, const DILocation *place, StringRef kind) {
  ++mixes_[block][{places_.numberOf(place), kind}];
}

unsigned CounterTable::instructionsOf(unsigned block) const {
  unsigned sum = 0;
  if (const auto mix = mixes_.find(block); mix != mixes_.end())
    for (const auto &[what, instructions] : mix->second)
      sum += instructions;
  return sum;
}

void CounterTable::addChains(unsigned block, const BlockChains &chains) {
  for (const auto &[kind, instructions] : chains.serial)
    chains_[block].serial[kind] += instructions;
  for (const auto &[kind, instructions] : chains.overlapped)
    chains_[block].overlapped[kind] += instructions;
  for (const auto &[kind, instructions] : chains.steps)
    chains_[block].steps[kind] += instructions;
  for (const auto &[kind, instructions] : chains.fused)
    chains_[block].fused[kind] += instructions;
}

void CounterTable::write(GlobalVariable &table) const {
  json::Array blocks;
  for (const auto &[counter, mix] : mixes_) {
    json::Array lines;
    for (const auto &[what, instructions] : mix)
      lines.push_back(json::Array{what.first, what.second, instructions});
    json::Object block{{"counter", counter}, {"mix", std::move(lines)}};
    if (const auto chains = chains_.find(counter); chains != chains_.end()) {
      block["chain"] = jsonOf(chains->second.serial);
      block["overlapped"] = jsonOf(chains->second.overlapped);
      block["steps"] = jsonOf(chains->second.steps);
      block["fused"] = jsonOf(chains->second.fused);
    }
    blocks.push_back(std::move(block));
  }
  const std::string text = formatv("{0}", json::Value(json::Object{{"places", places_.list()},
                                                                   {"blocks", std::move(blocks)},
                                                                   {"branches", json::Array(branches_)},
                                                                   {"barriers", json::Array(barriers_)},
                                                                   {"accesses", json::Array(accesses_)}}));
  Module &module = *table.getParent();
  LLVMContext &context = module.getContext();
  Constant *characters = ConstantDataArray::getString(context, text);
  auto *variable = new GlobalVariable(module, characters->getType(), true, GlobalValue::PrivateLinkage,
                                      characters, marker::kCounterText);
  Constant *counters = ConstantInt::get(Type::getInt32Ty(context), counters_);
  table.setInitializer(ConstantStruct::get(tableType(context), {variable, counters}));
}

GlobalVariable *declareCounterTable(Module &module) {
  return new GlobalVariable(module, tableType(module.getContext()), true, GlobalValue::InternalLinkage,
                            nullptr, marker::kCounterTable);
}

} // namespace raddle::vectorize
