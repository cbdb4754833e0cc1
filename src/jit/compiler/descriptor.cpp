#include "jit/compiler/descriptor.h"

#include "jit/compiler/compile.h"
#include "nvvm/markers.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>

using namespace llvm;

namespace raddle::jit {

namespace {

// Writes C structs as constants. Fields are given in declaration order; LLVM's natural alignment is C's.
class Builder {
public:
  Builder(LLVMContext &context, Module &module) : context_(context), module_(module) {}

  Constant *u32(uint32_t value) { return ConstantInt::get(Type::getInt32Ty(context_), value); }
  Constant *u64(uint64_t value) { return ConstantInt::get(Type::getInt64Ty(context_), value); }
  Constant *null() { return ConstantPointerNull::get(PointerType::get(context_, 0)); }

  Constant *text(const std::string &value) { return data(ConstantDataArray::getString(context_, value)); }

  Constant *bytes(const std::vector<uint8_t> &value) {
    return value.empty() ? null() : data(ConstantDataArray::get(context_, ArrayRef(value)));
  }

  Constant *record(ArrayRef<Constant *> fields) { return ConstantStruct::getAnon(context_, fields); }

  Constant *table(ArrayRef<Constant *> rows) {
    if (rows.empty())
      return null();
    return data(ConstantArray::get(ArrayType::get(rows[0]->getType(), rows.size()), rows));
  }

  // A hidden symbol of the code module.
  Constant *function(StringRef name) {
    auto *type = FunctionType::get(Type::getVoidTy(context_), false);
    auto *symbol = cast<Function>(module_.getOrInsertFunction(name, type).getCallee());
    symbol->setVisibility(GlobalValue::HiddenVisibility);
    return symbol;
  }
  Constant *variable(StringRef name) {
    auto *symbol = cast<GlobalVariable>(module_.getOrInsertGlobal(name, PointerType::get(context_, 0)));
    symbol->setVisibility(GlobalValue::HiddenVisibility);
    return symbol;
  }

private:
  Constant *data(Constant *value) {
    return new GlobalVariable(module_, value->getType(), true, GlobalValue::PrivateLinkage, value);
  }

  LLVMContext &context_;
  Module &module_;
};

Constant *kernelTable(Builder &build, const DescriptorInput &input) {
  const vectorize::CompileJob &job = input.job;
  if (input.kernel_name.empty())
    return build.null();
  std::vector<Constant *> parameters;
  for (const RaddleParameter &parameter : job.outputs.parameters)
    parameters.push_back(build.record({build.u32(parameter.offset), build.u32(parameter.size)}));
  std::vector<Constant *> multiples;
  for (const auto &multiple : job.outputs.multiples)
    multiples.push_back(build.record({build.u32(job.outputs.parameters[multiple.argument - 1].offset +
                                                static_cast<uint32_t>(multiple.offset)),
                                      build.u32(static_cast<uint32_t>(multiple.factor))}));
  Constant *kernel = build.record({
      build.text(input.kernel_name),
      build.text(job.outputs.source_file),
      build.u32(job.outputs.source_line),
      build.u32(job.outputs.flags),
      build.u32(static_cast<uint32_t>(job.outputs.parameters.size())),
      build.u32(job.outputs.parameter_bytes),
      build.table(parameters),
      build.u32(job.outputs.static_shared_bytes),
      build.u32(job.outputs.bounds.max_threads),
      build.u32(job.outputs.bounds.min_blocks),
      build.u32(job.outputs.bounds.max_registers),
      build.u32(input.stack_bytes),
      build.u32(job.outputs.local_bytes),
      build.u32(job.outputs.constant_bytes),
      build.record({build.u32(job.outputs.cluster_dim.x), build.u32(job.outputs.cluster_dim.y),
                    build.u32(job.outputs.cluster_dim.z)}),
      build.u32(job.threadsAtATime()),
      job.report.thread_engine_reason.empty() ? build.null() : build.text(job.report.thread_engine_reason),
      job.outputs.thread_entry ? build.function(linkName(job.outputs.thread_entry->getName())) : build.null(),
      job.outputs.block_entry ? build.function(linkName(job.outputs.block_entry->getName())) : build.null(),
      job.outputs.batch_entry ? build.function(linkName(job.outputs.batch_entry->getName())) : build.null(),
      build.u32(job.outputs.batch_threads),
      build.u32(job.outputs.shared_align),
      build.u32(static_cast<uint32_t>(job.outputs.multiples.size())),
      build.table(multiples),
  });
  return build.table({kernel});
}

Constant *importTable(Builder &build, const DescriptorInput &input) {
  std::vector<Constant *> rows;
  for (const auto &import : input.job.outputs.imports)
    rows.push_back(build.record({build.text(import.name), build.variable(import.slot->getName())}));
  return build.table(rows);
}

Constant *variableTable(Builder &build, const DescriptorInput &input) {
  std::vector<Constant *> rows;
  for (const VariableImage &variable : input.variables) {
    std::vector<Constant *> relocations;
    for (const auto &relocation : variable.relocations)
      relocations.push_back(build.record({build.u64(relocation.offset), build.text(relocation.target),
                                          build.u64(static_cast<uint64_t>(relocation.addend))}));
    rows.push_back(build.record({
        build.text(variable.name),
        build.u64(variable.size),
        build.u64(variable.align),
        build.u32(variable.flags),
        build.u32(static_cast<uint32_t>(relocations.size())),
        build.bytes(variable.bytes),
        build.table(relocations),
    }));
  }
  return build.table(rows);
}

Constant *functionTable(Builder &build, const DescriptorInput &input) {
  std::vector<Constant *> rows;
  for (const std::string &name : input.functions)
    rows.push_back(build.record({build.text(name), build.function(linkName(name))}));
  return build.table(rows);
}

} // namespace

std::string linkName(StringRef function) {
  auto [name, unit] = function.rsplit('@');
  return unit.empty() ? name.str() : (name + ".unit" + unit).str();
}

std::unique_ptr<Module> buildDescriptor(LLVMContext &context, const DescriptorInput &input) {
  auto module = std::make_unique<Module>(marker::kDescriptor, context);
  module->setTargetTriple(input.job.target->getTargetTriple().str());
  module->setDataLayout(input.job.target->createDataLayout());
  module->setPICLevel(PICLevel::BigPIC);
  Builder build(context, *module);
  Constant *object = build.record({
      build.u32(kRaddleKernelAbi),
      build.u32(input.kernel_name.empty() ? 0 : input.job.threadsAtATime()),
      build.text(compilerIdentity()),
      build.u32(static_cast<uint32_t>(input.job.outputs.imports.size())),
      build.u32(static_cast<uint32_t>(input.variables.size())),
      build.u32(static_cast<uint32_t>(input.functions.size())),
      build.u32(input.kernel_name.empty() ? 0 : 1),
      importTable(build, input),
      variableTable(build, input),
      functionTable(build, input),
      kernelTable(build, input),
  });
  new GlobalVariable(*module, object->getType(), true, GlobalValue::ExternalLinkage, object, marker::kObject);
  return module;
}

} // namespace raddle::jit
