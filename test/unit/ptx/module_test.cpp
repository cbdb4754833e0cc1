#include "ptx/module/translate_module.h"

#include <gtest/gtest.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>

using namespace llvm;

namespace {

const std::string kHeading = ".version 7.0\n.target sm_70\n.address_size 64\n";

class ModuleTranslation : public testing::Test {
protected:
  // "" where the text is sound; else all that is wrong with it.
  std::string translate(const std::string &text) {
    std::vector<std::string> errors;
    const auto known = [this](StringRef name) -> FunctionType * {
      auto *number = llvm::Type::getFloatTy(context_);
      return name == "__nv_sinf" ? FunctionType::get(number, {number}, false) : nullptr;
    };
    module_ = raddle::ptx::translateModule(kHeading + text, "k.ptx", context_, known, errors);
    std::string all;
    for (const std::string &error : errors)
      all += (all.empty() ? "" : "\n") + error;
    return all;
  }
  std::string translateBody(const std::string &body) {
    return translate(".entry k(.param .u64 p)\n{\n" + body + "\n}\n");
  }

  template <class Kind> unsigned count(StringRef function) {
    unsigned found = 0;
    for (Instruction &instruction : instructions(*module_->getFunction(function)))
      found += isa<Kind>(instruction);
    return found;
  }
  bool calls(StringRef name) {
    return module_->getFunction(name) && !module_->getFunction(name)->use_empty();
  }

  LLVMContext context_;
  std::unique_ptr<Module> module_;
};

} // namespace

TEST_F(ModuleTranslation, AParameterThatIsAnAddressIsAPointer) {
  ASSERT_EQ(translate(R"(.visible .entry k(.param .u64 out, .param .u64 count, .param .align 8 .b8 pair[16]) {
    .reg .b64 %rd<5>;
    ld.param.u64 %rd1, [out];
    ld.param.u64 %rd2, [count];
    cvta.to.global.u64 %rd3, %rd1;
    add.s64 %rd4, %rd3, %rd2;
    st.global.u8 [%rd4+4], 1;
    ret; })"),
            "");
  Function *kernel = module_->getFunction("k");
  ASSERT_TRUE(kernel);
  EXPECT_TRUE(kernel->getArg(0)->getType()->isPointerTy());
  EXPECT_TRUE(kernel->getArg(1)->getType()->isIntegerTy(64));
  EXPECT_EQ(kernel->getArg(2)->getParamByValType(), ArrayType::get(llvm::Type::getInt8Ty(context_), 16));
  EXPECT_EQ(count<IntToPtrInst>("k"), 0u);
  EXPECT_EQ(count<AllocaInst>("k"), 0u);
}

TEST_F(ModuleTranslation, AnAddressInALoopStaysAPointer) {
  ASSERT_EQ(translateBody(R"(.reg .b64 %rd<5>; .reg .b32 %r<5>; .reg .pred %q;
    ld.param.u64 %rd1, [p];
    cvta.to.global.u64 %rd2, %rd1;
    mov.u32 %r1, 8;
  AGAIN:
    st.global.u32 [%rd2], %r1;
    add.s64 %rd2, %rd2, 4;
    sub.u32 %r1, %r1, 1;
    setp.ne.u32 %q, %r1, 0;
    @%q bra AGAIN;
    ret;)"),
            "");
  EXPECT_EQ(count<IntToPtrInst>("k"), 0u);
}

TEST_F(ModuleTranslation, SharedVariablesAreKnownByTheirAddresses) {
  ASSERT_EQ(translateBody(R"(.reg .b32 %r<5>;
    .shared .align 4 .b8 tile[128];
    mov.u32 %r1, %tid.x;
    shl.b32 %r2, %r1, 2;
    mov.u32 %r3, tile;
    add.s32 %r4, %r3, %r2;
    st.shared.u32 [%r4+4], %r1;
    ret;)"),
            "");
  EXPECT_FALSE(calls("__raddle_shared_pointer"));
  EXPECT_TRUE(module_->getGlobalVariable("tile", true));
}

TEST_F(ModuleTranslation, VariablesHaveTheirFirstValues) {
  ASSERT_EQ(translate(R"(.visible .global .align 8 .u64 addresses[3] = {generic(x), x + 4};
.global .u32 x[2] = {1};
.const .align 8 .b8 bytes[9] = {0xFF(x), 0xFF00(x), 0xFF0000(x), 0xFF000000(x), 0xFF00000000(x),
  0xFF0000000000(x), 0xFF000000000000(x), 0xFF00000000000000(x), 3};
.visible .global .f32 f = 0f3F800000;
.extern .shared .align 16 .b8 dynamic[];)"),
            "");
  auto initializer = [this](StringRef name) {
    return module_->getGlobalVariable(name, true)->getInitializer();
  };
  EXPECT_TRUE(isa<ConstantArray>(initializer("addresses")));
  EXPECT_EQ(module_->getDataLayout().getTypeAllocSize(initializer("bytes")->getType()), 9u);
  EXPECT_TRUE(cast<ConstantFP>(initializer("f"))->isExactlyValue(1.0));
  EXPECT_TRUE(module_->getGlobalVariable("dynamic")->isDeclaration());
}

TEST_F(ModuleTranslation, FunctionsThatRaddleHasKeepTheirTypes) {
  ASSERT_EQ(translate(R"(.extern .func (.param .b32 r) __nv_sinf (.param .b32 x);
.extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 a);
.entry k() {
  .reg .b32 %r<3>;
  .param .b32 a; st.param.b32 [a], 0; .param .b32 r;
  call.uni (r), __nv_sinf, (a);
  .param .b64 f; .param .b64 v; st.param.b64 [f], 0; st.param.b64 [v], 0; .param .b32 s;
  call (s), vprintf, (f, v);
  ret; })"),
            "");
  EXPECT_TRUE(module_->getFunction("__nv_sinf")->getReturnType()->isFloatTy());
  EXPECT_TRUE(module_->getFunction("vprintf")->getArg(0)->getType()->isPointerTy());
}

TEST_F(ModuleTranslation, BoundsAreAnnotations) {
  ASSERT_EQ(translate(".entry k() .maxntid 8, 8, 2 .minnctapersm 3 .maxnreg 40 { ret; }"), "");
  EXPECT_EQ(module_->getNamedMetadata("nvvm.annotations")->getNumOperands(), 5u);
}

TEST_F(ModuleTranslation, LinesOfTheSourceArePlaces) {
  ASSERT_EQ(translate(".file 1 \"/src/k.cu\"\n.entry k() {\n.loc 1 7 3\ntrap;\n.loc 1 9 1, function_name s, "
                      "inlined_at 1 7 3\nret; }"),
            "");
  bool seen = false;
  for (Instruction &instruction : instructions(*module_->getFunction("k")))
    seen |= instruction.getDebugLoc() && instruction.getDebugLoc().getLine() == 7;
  EXPECT_TRUE(seen);
}

TEST_F(ModuleTranslation, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(translateBody("frobnicate.u32 %r1, 2;").substr(0, 58),
            "k.ptx:6: error: unknown PTX instruction 'frobnicate.u32': ");
  EXPECT_EQ(translateBody("mov.u32 %r1, 2;\nmov.u32 %r2, 2;"),
            "k.ptx:6: error: there is no register '%r1': declare it with .reg, in \"mov.u32 %r1, 2;\"\n"
            "k.ptx:7: error: there is no register '%r2': declare it with .reg, in \"mov.u32 %r2, 2;\"");
  EXPECT_EQ(translateBody("bra NOWHERE;"),
            "k.ptx:6: error: there is no label 'NOWHERE' in this function, in \"bra NOWHERE;\"");
  // Only addresses of variables have something added to them.
  EXPECT_EQ(translateBody(".reg .b32 %a;\nmov.u32 %a, %tid.x;\nmov.u32 %a, %a + 4;"),
            "k.ptx:8: error: '%a' is a register: add to it in an instruction of its own, in \"mov.u32 %a, %a + 4;\"");
  EXPECT_NE(translateBody("L: bra L + 4;").find("a branch is 'bra label'"), std::string::npos);
  EXPECT_EQ(translateBody("call nothing;"),
            "k.ptx:6: error: there is no function 'nothing', in \"call nothing;\"");
  EXPECT_EQ(translate(".global .pred x;"), "k.ptx:4: error: 'x' cannot be a variable of type '.pred'");
  EXPECT_EQ(translate(".global .u32 x;\n.global .u32 x;"), "k.ptx:5: error: 'x' is defined twice");
  EXPECT_EQ(translate(".global .u64 x = y;"), "k.ptx:4: error: there is no variable or function 'y'");
  EXPECT_NE(translate(".entry k() {").find("'}' is missing at the end of a function"), std::string::npos);
  EXPECT_NE(translate(".global .u32 x[2] = {1, 2, 3};").find("more values than elements"), std::string::npos);
  EXPECT_NE(translate(".address_size 32").find("64 bits"), std::string::npos);
  EXPECT_NE(translate(".func f(.param .b32 a) { ret; }\n.entry k() { call f; }").find("takes 1 and gives 0"),
            std::string::npos);
}

TEST_F(ModuleTranslation, SurvivesAnyText) {
  const char *words[] = {".entry", ".func", "k",   "(",       ")",      "{",       "}", ";",       ",",
                         ".param", ".u32",  ".b8", "[",       "]",      "4",       "=", "+",       "generic",
                         ".reg",   "%r<3>", "%r1", "mov.u32", "ret",    "call",    ":", ".align",  ".loc",
                         "1",      "@",     "!",   "bra",     "ld.u32", ".global", "L", ".shared", "-"};
  std::uint64_t state = 1;
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (int i = 0; i < 24; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      text += words[(state >> 33) % std::size(words)] + std::string(" ");
    }
    (void)translate(text);
  }
}

TEST_F(ModuleTranslation, LanesMeetAgainBehindAnAtomicUpdate) {
  const std::string begin = R"(.reg .b64 %rd<3>; .reg .b32 %r<3>; .reg .pred %q;
    ld.param.u64 %rd1, [p];
    mov.u32 %r1, %laneid;
    setp.ne.u32 %q, %r1, 0;
    bar.warp.sync 255;
    @%q bra BEHIND;
)",
                    end = "BEHIND: ld.u32 %r2, [%rd1]; st.u32 [%rd1+4], %r2; ret;";
  const auto barriers = [this] {
    return static_cast<int>(module_->getFunction("llvm.nvvm.bar.warp.sync")->getNumUses());
  };
  ASSERT_EQ(translateBody(begin + "red.and.release.cta.b32 [%rd1], 7; " + end), "");
  EXPECT_EQ(barriers(), 2);
  // Only around updates, and not where a lane may take another way.
  ASSERT_EQ(translateBody(begin + "st.u32 [%rd1], 7; " + end), "");
  EXPECT_EQ(barriers(), 1);
  ASSERT_EQ(translateBody(begin + "red.and.release.cta.b32 [%rd1], 7; ret; " + end), "");
  EXPECT_EQ(barriers(), 1);
}

TEST_F(ModuleTranslation, PiecesShareTheReservedSharedMemory) {
  ASSERT_EQ(translateBody(".reg .b32 %r1; mov.u32 %r1, %reserved_smem_offset_1; st.shared.u32 [%r1], 0; ret;"), "");
  const GlobalVariable *reserved = module_->getNamedGlobal("__raddle_reserved_shared");
  ASSERT_TRUE(reserved);
  EXPECT_TRUE(reserved->hasLinkOnceODRLinkage());
  EXPECT_EQ(reserved->getAddressSpace(), 3u);
}

TEST_F(ModuleTranslation, AKernelsParameterIsThereOnceForAllThreads) {
  ASSERT_EQ(translate(".entry k(.param .align 8 .b8 pair[16]) { ret; }\n"
                      ".func f(.param .align 8 .b8 pair[16]) { ret; }"),
            "");
  EXPECT_TRUE(module_->getFunction("k")->getAttributes().hasParamAttr(0, "raddle-grid-constant"));
  EXPECT_FALSE(module_->getFunction("f")->getAttributes().hasParamAttr(0, "raddle-grid-constant"));
}

TEST_F(ModuleTranslation, ATextureReferenceIsReadForItsHandle) {
  ASSERT_EQ(translate(R"(.global .texref image;
    .entry k(.param .u64 p) {
    .reg .b64 %rd<2>; .reg .f32 %f<6>;
    ld.param.u64 %rd1, [p];
    mov.f32 %f1, 0f00000000;
    tex.2d.v4.f32.f32 {%f2, %f3, %f4, %f5}, [image, {%f1, %f1}];
    st.global.f32 [%rd1], %f2;
    ret; })"),
            "");
  EXPECT_EQ(count<LoadInst>("k"), 1u);
  EXPECT_TRUE(module_->getNamedGlobal("image")->hasExternalLinkage());
  EXPECT_TRUE(calls("__raddle_ptx_tex_2d_f32"));
}
