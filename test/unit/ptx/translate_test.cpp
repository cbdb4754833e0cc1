#include "ptx/translate.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>

using namespace llvm;

namespace {

class Translation : public testing::Test {
protected:
  // A function with one asm statement; `inputs` are its IR operands.
  std::string translate(const std::string &type, const std::string &text, const std::string &constraints,
                        const std::string &inputs, const std::string &prefix = "") {
    const std::string call = (type == "void" ? "" : "%r = ") + std::string("call ") + type +
                             " asm sideeffect \"" + text + "\", \"" + constraints + "\"(" + inputs + ")";
    const std::string ir = "define " + type + " @f(i32 %a, i32 %b, i64 %c, float %x, ptr %p) {\n" + prefix +
                           call + "\nret " + (type == "void" ? "void" : type + " %r") + "\n}\n";
    SMDiagnostic problem;
    module_ = parseAssemblyString(ir, problem, context_);
    EXPECT_TRUE(module_) << problem.getMessage().str();
    auto errors = raddle::ptx::translate(*module_);
    if (!errors.empty())
      return errors.front();
    EXPECT_FALSE(verifyModule(*module_, &errs()));
    for (Instruction &instruction : instructions(*module_->getFunction("f")))
      if (auto *statement = dyn_cast<CallInst>(&instruction))
        EXPECT_FALSE(statement->isInlineAsm());
    return {};
  }
  template <class Kind> unsigned count() {
    unsigned found = 0;
    for (Instruction &instruction : instructions(*module_->getFunction("f")))
      found += isa<Kind>(instruction);
    return found;
  }
  bool calls(StringRef name) { return module_->getFunction(name) != nullptr; }

  LLVMContext context_;
  std::unique_ptr<Module> module_;
};

} // namespace

TEST_F(Translation, ASumIsAnInstruction) {
  EXPECT_EQ(translate("i32", "add.u32 $0, $1, $2;", "=r,r,r", "i32 %a, i32 %b"), "");
  EXPECT_EQ(count<BinaryOperator>(), 1u);
}

TEST_F(Translation, ProductsMayBeFusedWhereNoRoundingIsNamed) {
  for (const char *rounding : {"", ".rn"}) {
    const std::string statement = std::string("mul") + rounding + ".f32 $0, $1, $1;";
    ASSERT_EQ(translate("float", statement, "=f,f", "float %x"), "");
    for (Instruction &instruction : instructions(*module_->getFunction("f")))
      if (auto *product = dyn_cast<BinaryOperator>(&instruction))
        EXPECT_EQ(product->hasAllowContract(), *rounding == 0) << statement;
    EXPECT_EQ(count<BinaryOperator>(), 1u);
  }
}

TEST_F(Translation, TiedOperandsShareARegister) {
  EXPECT_EQ(translate("i32", "add.u32 $0, $0, $1;", "=r,r,0", "i32 %a, i32 %b"), "");
}

TEST_F(Translation, SeveralOutputsComeAsAStructure) {
  EXPECT_EQ(translate("{i32, i32}", "mov.b64 {$0, $1}, $2;", "=r,=r,l", "i64 %c"), "");
}

TEST_F(Translation, ConstantsAreText) {
  EXPECT_EQ(translate("void", "cp.async.wait_group $0;", "n", "i32 3"), "");
  EXPECT_EQ(translate("i32", "mul.lo.u32 $0, $1, $2 * 4;", "=r,r,n", "i32 %a, i32 5"), "");
}

TEST_F(Translation, APredicateIsABranch) {
  EXPECT_EQ(translate("i32", "{ .reg .pred p; setp.ne.u32 p, $1, 0; @p mov.u32 $0, 7; }", "=r,r", "i32 %a"),
            "");
  EXPECT_GE(count<BranchInst>(), 2u);
}

TEST_F(Translation, LoopsAndUniqueLabels) {
  EXPECT_EQ(translate("i32",
                      "{ .reg .pred p; mov.u32 $0, $1; L${:uid}: sub.u32 $0, $0, 3; setp.gt.s32 p, $0, 3; @p "
                      "bra L${:uid}; }",
                      "=r,r", "i32 %a"),
            "");
}

TEST_F(Translation, WarpOperationsAreTheIntrinsics) {
  EXPECT_EQ(translate("i32", "shfl.sync.bfly.b32 $0, $1, 1, 31, -1;", "=r,r", "i32 %a"), "");
  EXPECT_TRUE(calls("llvm.nvvm.shfl.sync.bfly.i32"));
}

TEST_F(Translation, PointersStayPointers) {
  EXPECT_EQ(translate("i32", "ld.global.u32 $0, [$1+4];", "=r,l", "ptr %p"), "");
  EXPECT_EQ(count<GetElementPtrInst>(), 1u);
  EXPECT_EQ(count<IntToPtrInst>(), 0u);
}

TEST_F(Translation, AnEmptyBarrierStays) {
  SMDiagnostic problem;
  module_ = parseAssemblyString(
      "define void @f() {\n call void asm sideeffect \"\", \"~{memory}\"()\n ret void\n}", problem, context_);
  EXPECT_TRUE(raddle::ptx::translate(*module_).empty());
  EXPECT_EQ(count<CallInst>(), 1u);
}

TEST_F(Translation, AnEmptyStatementHandsItsOperandsOn) {
  EXPECT_EQ(translate("i32", "", "=r,0", "i32 %a"), "");
  EXPECT_EQ(count<CallInst>(), 0u);
}

TEST_F(Translation, ErrorsNameTheInstruction) {
  EXPECT_EQ(
      translate("i32", "add.u64 $0, $1, 1;", "=r,l", "i64 %c"),
      "asm statement: error: asm: '%0' is of 32 bits, but the result is of 64, in \"add.u64 %0, %1, 1;\"");
  EXPECT_EQ(translate("i32", "mov.b32 $0, $1;", "=r,r", "i64 %c"),
            "asm statement: error: asm: operand %1 is of 64 bits, but its constraint 'r' means 32: cast it");
  EXPECT_NE(translate("i32", "mov.b32 $0, $1;", "=r,m", "ptr %p").find("constraint"), std::string::npos);
  EXPECT_NE(translate("i32", "mov.b32 $0, $4;", "=r,r", "i32 %a").find("there is no operand %4"),
            std::string::npos);
  EXPECT_NE(translate("i32", "mov.b32 7, $0;", "=r,r", "i32 %a").find("the destination must be a register"),
            std::string::npos);
}
