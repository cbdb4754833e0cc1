#include "ptx/instructions/instruction_table.h"
#include "ptx/type.h"

#include <gtest/gtest.h>
#include <set>

using namespace raddle;
using namespace raddle::ptx;

TEST(InstructionTable, EveryRowCanBeRead) {
  EXPECT_GT(patterns().size(), 200u);
  for (const Pattern &pattern : patterns()) {
    SCOPED_TRACE(pattern.row->opcode);
    EXPECT_FALSE(pattern.mnemonic.empty());
    std::set<std::string> names;
    for (const ModifierGroup &group : pattern.groups) {
      EXPECT_FALSE(group.alternatives.empty());
      EXPECT_TRUE(names.insert(group.name).second) << "two groups are called " << group.name;
    }
    bool optional = false;
    for (const OperandSpec &operand : pattern.operands) {
      EXPECT_TRUE(operand.is_optional || !optional) << "a required operand follows an optional one";
      optional |= operand.is_optional;
      const std::string type = operand.type.substr(0, operand.type.find('/'));
      EXPECT_TRUE(operand.is_address || names.contains(type) || parseType(type)) << "no type: " << type;
    }
    EXPECT_TRUE(pattern.row->emit);
  }
}

TEST(InstructionTable, ModifiersComeInAnyOrder) {
  auto first = findRow({"ld", "acquire", "sys", "global", "u8"}),
       second = findRow({"ld", "global", "acquire", "sys", "u8"});
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->pattern, second->pattern);
  EXPECT_EQ(second->get("sem"), "acquire");
  EXPECT_EQ(second->get("t"), "u8");
  EXPECT_FALSE(second->has("nc"));
}

TEST(InstructionTable, TypesComeInTheirOrder) {
  auto conversion = findRow({"cvt", "rn", "f32", "u64"});
  ASSERT_TRUE(conversion);
  EXPECT_EQ(conversion->get("d"), "f32");
  EXPECT_EQ(conversion->get("s"), "u64");
}

TEST(InstructionTable, SaysWhyThereIsNoRow) {
  auto message = [](const std::vector<std::string> &opcode) {
    auto match = findRow(opcode);
    return match ? std::string("found") : match.error().message;
  };
  EXPECT_NE(message({"frobnicate", "b32"}).find("unknown PTX instruction 'frobnicate.b32'"),
            std::string::npos);
  EXPECT_NE(message({"add", "fast", "u32"}).find("has the modifier '.fast', which 'add' does not have here"),
            std::string::npos);
  EXPECT_NE(message({"fma", "f32"}).find("needs one of .rn .rz .rm .rp"), std::string::npos);
  EXPECT_NE(message({"mma", "sync"}).find("needs one of .aligned"), std::string::npos);
}

TEST(Types, AreReadFromTheirNames) {
  EXPECT_EQ(parseType("s16x2")->bits, 32u);
  EXPECT_EQ(parseType("s16x2")->elements, 2u);
  EXPECT_EQ(parseType("bf16")->kind, Type::Kind::Bfloat);
  EXPECT_EQ(parseType("b128")->bits, 128u);
  EXPECT_EQ(parseType("pred")->bits, 1u);
  for (const char *wrong : {"", "u", "u31", "x32", "f32x", "u32 "})
    EXPECT_FALSE(parseType(wrong)) << wrong;
}
