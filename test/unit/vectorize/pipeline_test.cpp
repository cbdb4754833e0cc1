#include "vectorize/pipeline.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/Support/SourceMgr.h>
#include <set>

namespace raddle::vectorize {
namespace {

// What the verifier of a property says of a kernel `k` in this module.
std::string contradictionIn(const std::string &text, Property property) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  auto module = llvm::parseAssemblyString(text, error, context);
  EXPECT_TRUE(module) << error.getMessage().str();
  CompileJob job;
  job.module = module.get();
  job.kernel = module->getFunction("k");
  for (const PropertyRow &row : properties())
    if (row.property == property)
      return row.contradiction(job);
  return "no such property";
}

TEST(Pipeline, NamesAreDifferentAndPhasesInOrder) {
  std::set<std::string_view> names;
  Phase phase = Phase::kNormalise;
  for (const Pass &pass : passes()) {
    EXPECT_TRUE(names.insert(pass.name).second) << pass.name;
    EXPECT_FALSE(pass.purpose.empty() || pass.purpose.ends_with('.')) << pass.name;
    EXPECT_LE(phase, pass.phase) << pass.name;
    phase = pass.phase;
  }
  for (const Pass &pass : passes())
    EXPECT_FALSE(names.contains(nameOf(pass.phase)) && nameOf(pass.phase) != "widen") << pass.name;
}

TEST(Pipeline, WhatIsDisturbedCanBeEstablishedAgain) {
  for (const PropertyRow &row : properties())
    for (const Pass &pass : passes())
      EXPECT_TRUE(!(pass.contract.disturbs & row.property) || row.establish) << pass.name;
}

TEST(Pipeline, WhatMayBeLeftOutEstablishesNothing) {
  for (const Pass &pass : passes())
    EXPECT_TRUE(!pass.isOptional() || pass.contract.gives == 0) << pass.name;
}

TEST(Pipeline, OrderThatContradictsContractsIsNamed) {
  const auto noop = [](CompileJob &) { return false; };
  const Pass makes{"makes", "", Phase::kReshape, JobPass(noop), kAlways, gives(kNormalForm)};
  const Pass uses{"uses", "", Phase::kReshape, JobPass(noop), kAlways, needs(kNormalForm)};
  const Pass ends_it{"ends-it", "", Phase::kWiden, JobPass(noop), kAlways, ends(kNormalForm)};
  const Pass *right[] = {&makes, &uses, &ends_it};
  EXPECT_EQ(whatIsWrongInOrder(right, 0), "");
  const Pass *missing[] = {&uses};
  EXPECT_NE(whatIsWrongInOrder(missing, 0).find("the pass 'uses' needs \"normal form\""), std::string::npos);
  EXPECT_EQ(whatIsWrongInOrder(missing, kNormalForm), "");
  const Pass *ended[] = {&makes, &ends_it, &uses};
  EXPECT_NE(whatIsWrongInOrder(ended, 0).find("which 'ends-it' before it has ended"), std::string::npos);
}

TEST(Properties, ContradictionsNameFunctionAndInstruction) {
  EXPECT_EQ(contradictionIn("define void @k(ptr %thread) { ret void }", kThreadsPassed), "");
  EXPECT_EQ(contradictionIn("define void @k(i32 %n) { ret void }", kThreadsPassed),
            "k has no parameter for it");
  EXPECT_NE(contradictionIn("define internal void @f(ptr %thread) { ret void }\n"
                            "define void @k(ptr %thread) { call void @f(ptr poison) ret void }",
                            kThreadsPassed)
                .find("in k:  call void @f(ptr poison)"),
            std::string::npos);
  EXPECT_NE(contradictionIn(
                "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
                "define void @k(ptr %thread) { %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x() ret void }",
                kNoNvvm)
                .find("in k:  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()"),
            std::string::npos);
  EXPECT_NE(
      contradictionIn(
          "define void @k(ptr %thread, ptr addrspace(3) %p) { store i32 1, ptr addrspace(3) %p ret void }",
          kHostPointers)
          .find("store i32 1"),
      std::string::npos);
  EXPECT_NE(
      contradictionIn("define void @k(ptr %thread, i32 %n) {\n switch i32 %n, label %a [ i32 1, label %b ]\n"
                      "a: ret void\nb: br label %a }",
                      kNormalForm)
          .find("a switch in k:"),
      std::string::npos);
  EXPECT_NE(contradictionIn("define void @k(ptr %thread, i1 %c) {\n br i1 %c, label %loop, label %end\n"
                            "loop: br i1 %c, label %loop, label %end\nend: ret void }",
                            kNormalForm)
                .find("a loop without preheader"),
            std::string::npos);
  EXPECT_NE(
      contradictionIn("define void @k(ptr %thread, i1 %c) {\n br i1 %c, label %a, label %b\n"
                      "a: br i1 %c, label %b, label %end\nb: br i1 %c, label %a, label %end\nend: ret void }",
                      kNormalForm)
          .find("entered in two places"),
      std::string::npos);
  EXPECT_NE(contradictionIn("declare i32 @raddle.thread.0()\n"
                            "define void @k(ptr %thread) { %x = call i32 @raddle.thread.0() ret void }",
                            kNoThreadFields)
                .find("raddle.thread.0"),
            std::string::npos);
  EXPECT_EQ(contradictionIn("define void @k(ptr %thread) { ret void }", kHasEntries),
            "the kernel has no entry point");
}

} // namespace
} // namespace raddle::vectorize
