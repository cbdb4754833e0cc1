#include "vectorize/verify_pass.h"

#include "vectorize/function_passes.h"
#include "vectorize/slices.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Support/SourceMgr.h>

#include <memory>

namespace raddle::vectorize {
namespace {

struct Code {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  CompileJob job;

  Code() {
    llvm::SMDiagnostic error;
    module =
        llvm::parseAssemblyString("define void @k(ptr %p) { store i32 1, ptr %p ret void }", error, context);
    job.module = module.get();
    job.kernel = module->getFunction("k");
  }
  llvm::Instruction &store() { return job.kernel->getEntryBlock().front(); }
};

llvm::PreservedAnalyses changesNothing(llvm::Function &, llvm::FunctionAnalysisManager &, const Input &) {
  return llvm::PreservedAnalyses::all();
}
llvm::PreservedAnalyses lies(llvm::Function &function, llvm::FunctionAnalysisManager &, const Input &) {
  function.getEntryBlock().front().eraseFromParent();
  return llvm::PreservedAnalyses::all();
}
llvm::PreservedAnalyses saysSo(llvm::Function &function, llvm::FunctionAnalysisManager &, const Input &) {
  function.getEntryBlock().front().eraseFromParent();
  return llvm::PreservedAnalyses::none();
}

template <auto pass> void runVerified(Code &code) {
  llvm::PassInstrumentationCallbacks callbacks;
  const UnchangedFunctions unchanged(callbacks);
  llvm::FunctionAnalysisManager analyses;
  analyses.registerPass([&] { return llvm::PassInstrumentationAnalysis(&callbacks); });
  llvm::FunctionPassManager passes;
  onEach<pass>(code.job, passes);
  passes.run(*code.job.kernel, analyses);
}

TEST(VerifyPass, HashKnowsMetadataAndAttributes) {
  Code code;
  const std::uint64_t hash = textHash(code.job);
  EXPECT_EQ(textHash(code.job), hash);
  code.store().setMetadata("mark", llvm::MDNode::get(code.context, {}));
  const std::uint64_t with_metadata = textHash(code.job);
  EXPECT_NE(with_metadata, hash);
  code.job.kernel->setDoesNotThrow();
  EXPECT_NE(textHash(code.job), with_metadata);
}

TEST(VerifyPass, PassThatHasChangedSomethingMustSaySo) {
  Code code;
  const std::uint64_t hash = textHash(code.job);
  verifyUnchanged(code.job, "honest", hash);
  code.store().eraseFromParent();
  EXPECT_DEATH(verifyUnchanged(code.job, "liar", hash),
               "the pass liar says that it has changed nothing, but it has");
}

TEST(VerifyPass, PassOverFunctionsMustSaySoToo) {
  Code code;
  runVerified<changesNothing>(code);
  EXPECT_DEATH(runVerified<lies>(code), "lies.* says that it has changed nothing, but it has");
  runVerified<saysSo>(code);
}

} // namespace
} // namespace raddle::vectorize
