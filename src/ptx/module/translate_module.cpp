#include "ptx/module/translate_module.h"

#include "ptx/module/debug_places.h"
#include "ptx/module/function_translator.h"
#include "ptx/module/module_parser.h"
#include "ptx/module/pointers.h"
#include "ptx/module/reconvergence.h"

#include "nvvm/intrinsics.h"
#include "nvvm/markers.h"

#include <fmt/format.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Scalar/SROA.h>

using namespace llvm;

namespace raddle::ptx {

namespace {

constexpr const char *kTriple = "nvptx64-nvidia-cuda";
constexpr const char *kLayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64";

// The runtime's functions have the calling thread first, which a later pass adds.
FunctionType *typeOfRuntimeFunction(StringRef name, LLVMContext &context) {
  const nvvm::Intrinsic *row = nvvm::findIntrinsic(name.str());
  llvm::Type *pointer = PointerType::getUnqual(context), *number = llvm::Type::getInt64Ty(context);
  if (row && row->special == nvvm::Special::SharedOffset)
    return FunctionType::get(number, {pointer}, false);
  if (row && row->special == nvvm::Special::SharedPointer)
    return FunctionType::get(pointer, {number}, false);
  if (!row || !row->function)
    return nullptr;
  FunctionType *type = row->function->type(context);
  const ArrayRef<llvm::Type *> parameters = type->params();
  return FunctionType::get(type->getReturnType(), parameters.drop_front(row->function->takes_thread), false);
}

// Registers and parameters become values, and what is computed from addresses pointers.
void settle(Module &module) {
  FunctionAnalysisManager analyses;
  PassBuilder().registerFunctionAnalyses(analyses);
  SROAPass promote(SROAOptions::PreserveCFG);
  for (Function &function : module)
    if (!function.isDeclaration()) {
      promote.run(function, analyses);
      recoverPointers(function);
      meetBehindUpdates(function);
    }
}

std::string lineOf(const std::string &file, const Problem &problem) {
  return problem.line == 0 ? fmt::format("{}: error: {}", file, problem.message)
                           : fmt::format("{}:{}: error: {}", file, problem.line, problem.message);
}

} // namespace

std::unique_ptr<Module> translateModule(std::string_view text, const std::string &file, LLVMContext &context,
                                        const KnownFunctions &known, std::vector<std::string> &errors) {
  std::variant<ModuleText, Problem> parsed = parseModule(text);
  if (const auto *problem = std::get_if<Problem>(&parsed)) {
    errors.push_back(lineOf(file, *problem));
    return nullptr;
  }
  const ModuleText &read = std::get<ModuleText>(parsed);
  auto module = std::make_unique<Module>(file, context);
  module->setTargetTriple(kTriple);
  module->setDataLayout(kLayout);
  module->getOrInsertNamedMetadata(marker::kFromPtx);
  const KnownFunctions all_known = [&](StringRef name) {
    FunctionType *type = typeOfRuntimeFunction(name, context);
    return type ? type : known(name);
  };
  Declarations declarations(*module, read, all_known);
  std::vector<Problem> problems = declarations.problems();
  DebugPlaces places(*module, read);
  for (const FunctionText &function : read.functions)
    if (function.has_body && declarations.functionText(function.name) == &function) {
      const std::vector<Problem> found = translateFunction(function, declarations, places);
      problems.insert(problems.end(), found.begin(), found.end());
    }
  places.finish();
  for (const Problem &problem : problems)
    errors.push_back(lineOf(file, problem));
  if (!errors.empty())
    return nullptr;
  settle(*module);
  std::string broken;
  raw_string_ostream stream(broken);
  if (verifyModule(*module, &stream)) {
    errors.push_back(fmt::format("{}: error: internal error of the translation of PTX: {}", file, broken));
    return nullptr;
  }
  return module;
}

} // namespace raddle::ptx
