#include "vectorize/instrument/trace/trace_table.h"

#include "nvvm/markers.h"

#include <llvm/IR/Constants.h>
#include <llvm/Support/FormatVariadic.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

StructType *tableType(LLVMContext &context) {
  return StructType::get(context, {PointerType::get(context, 0), Type::getInt32Ty(context)});
}

} // namespace

unsigned TraceTable::add(json::Object site, const DILocation *place) {
  site["place"] = places_.numberOf(place);
  sites_.push_back(std::move(site));
  return static_cast<unsigned>(sites_.size()) - 1;
}

void TraceTable::write(GlobalVariable &table) const {
  const std::string text =
      formatv("{0}", json::Value(json::Object{{"places", places_.list()}, {"sites", json::Array(sites_)}}));
  Module &module = *table.getParent();
  LLVMContext &context = module.getContext();
  Constant *characters = ConstantDataArray::getString(context, text);
  auto *variable = new GlobalVariable(module, characters->getType(), true, GlobalValue::PrivateLinkage,
                                      characters, marker::kTraceText);
  table.setInitializer(ConstantStruct::get(
      tableType(context), {variable, ConstantInt::get(Type::getInt32Ty(context), sites_.size())}));
}

GlobalVariable *declareTraceTable(Module &module) {
  return new GlobalVariable(module, tableType(module.getContext()), true, GlobalValue::InternalLinkage,
                            nullptr, marker::kTraceTable);
}

} // namespace raddle::vectorize
