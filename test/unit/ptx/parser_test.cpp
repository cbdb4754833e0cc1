#include "ptx/syntax/parser.h"

#include "ptx/syntax/lexer.h"

#include <bit>
#include <gtest/gtest.h>

using namespace raddle;
using namespace raddle::ptx;

namespace {

const std::string kFirst = std::string(1, kArgumentMark) + "0", kSecond = std::string(1, kArgumentMark) + "1";

Program parsed(const std::string &text) {
  auto program = parse(text);
  EXPECT_TRUE(static_cast<bool>(program)) << (program ? "" : program.error().message);
  return program ? *program : Program{};
}

std::string problem(const std::string &text) {
  auto program = parse(text);
  return program ? "none" : program.error().message;
}

Operand onlyOperand(const std::string &text) {
  Program program = parsed("op " + text + ";");
  EXPECT_EQ(program.statements.size(), 1u);
  return program.statements.at(0).operands.at(0);
}

} // namespace

TEST(Parser, TakesAnOpcodeApartAtItsDots) {
  Program program = parsed("ld.global.L1::evict_last.v2.u32 {a, _}, [b+4];");
  const Statement &load = program.statements.at(0);
  EXPECT_EQ(load.opcode, (std::vector<std::string>{"ld", "global", "L1::evict_last", "v2", "u32"}));
  EXPECT_EQ(load.operands.at(0).kind, Operand::Kind::Vector);
  EXPECT_EQ(load.operands.at(0).parts.at(1).kind, Operand::Kind::Sink);
  EXPECT_EQ(load.operands.at(1).kind, Operand::Kind::Address);
  EXPECT_EQ(load.operands.at(1).value, 4u);
}

TEST(Parser, ReadsConstants) {
  EXPECT_EQ(onlyOperand("42").value, 42u);
  EXPECT_EQ(onlyOperand("0x1fU").value, 31u);
  EXPECT_EQ(onlyOperand("017").value, 15u);
  EXPECT_EQ(onlyOperand("0b101").value, 5u);
  EXPECT_EQ(onlyOperand("-3").value, static_cast<std::uint64_t>(-3));
  EXPECT_EQ(onlyOperand("(1 << 4) + 2 * 3 - ~0").value, 23u);
  EXPECT_EQ(onlyOperand("7 / 2").value, 3u);
  EXPECT_EQ(onlyOperand("--4").value, 4u);
}

TEST(Parser, ReadsFloats) {
  EXPECT_EQ(onlyOperand("1.5").value, std::bit_cast<std::uint64_t>(1.5));
  EXPECT_EQ(onlyOperand("-1.5").value, std::bit_cast<std::uint64_t>(-1.5));
  EXPECT_EQ(onlyOperand("2e3").value, std::bit_cast<std::uint64_t>(2000.0));
  Operand bits = onlyOperand("0f3F800000");
  EXPECT_EQ(bits.float_bits, 32u);
  EXPECT_EQ(bits.value, 0x3f800000u);
  EXPECT_EQ(onlyOperand("0d3FF0000000000000").float_bits, 64u);
  EXPECT_NE(problem("op 0f3F80;"), "none");
}

TEST(Parser, KeepsGuardsLabelsAndScopes) {
  Program program = parsed("{ .reg .pred p; AGAIN: @!p bra AGAIN; { .reg .b32 r<3>, s; } } mov.b32 a, b;");
  ASSERT_EQ(program.statements.size(), 5u);
  EXPECT_EQ(program.statements[0].names, std::vector<std::string>{"p"});
  EXPECT_EQ(program.statements[1].kind, Statement::Kind::Label);
  EXPECT_EQ(program.statements[2].guard, "p");
  EXPECT_TRUE(program.statements[2].guard_negated);
  EXPECT_EQ(program.statements[3].names, (std::vector<std::string>{"r0", "r1", "r2", "s"}));
  EXPECT_EQ(program.statements[3].scope, 2u);
  EXPECT_EQ(program.parent_scopes[2], 1u);
  EXPECT_EQ(program.statements[4].scope, 0u);
}

TEST(Parser, SkipsCommentsAndLines) {
  Program program = parsed("// one\n mov.u32 a, b; /* two\n */ .loc 1 2 3\n\n add.u32 a, a, 1;;");
  EXPECT_EQ(program.statements.size(), 2u);
}

TEST(Parser, ReadsArgumentsAndTheirParts) {
  Program program = parsed("vadd.u32.u32.u32 " + kFirst + ", " + kSecond + ".b3, x.h1;");
  const auto &operands = program.statements.at(0).operands;
  EXPECT_EQ(operands.at(0).argument, 0u);
  EXPECT_EQ(operands.at(1).argument, 1u);
  EXPECT_EQ(operands.at(1).selector, "b3");
  EXPECT_EQ(operands.at(2).name, "x");
  EXPECT_EQ(operands.at(2).selector, "h1");
}

TEST(Parser, ReadsPairsAndNegation) {
  Program program = parsed("setp.lt.and.u32 p|q, %tid.x, 3, !r;");
  const auto &operands = program.statements.at(0).operands;
  EXPECT_EQ(operands.at(0).kind, Operand::Kind::Pair);
  EXPECT_EQ(operands.at(1).name, "%tid.x");
  EXPECT_EQ(operands.at(3).kind, Operand::Kind::Not);
}

TEST(Parser, SaysWhatIsMissing) {
  EXPECT_EQ(problem("add.u32 a, b, c"), "';' is missing, before the end, after \"add.u32 a, b, c\"");
  EXPECT_EQ(problem("{ mov.u32 a, b;"),
            "'}' is missing at the end, before the end, after \"mov.u32 a, b;\"");
  EXPECT_EQ(problem("}"), "there is no '{' for this '}', before '}'");
  EXPECT_EQ(problem("mov.u32 a, ;"), "an operand is missing, before ';', after \"mov.u32 a,\"");
  EXPECT_EQ(problem("ld.u32 a, [b + c];"), "an address is a register and a constant: add registers in an "
                                           "instruction of their own, before 'c', after "
                                           "\"ld.u32 a, [b +\"");
  EXPECT_EQ(problem("op 1 / 0;"), "a constant is divided by zero, before ';', after \"op 1 / 0\"");
  EXPECT_EQ(problem(".shared .b32 x;"),
            "the directive '.shared' is not supported within asm, before '.b32', after \".shared\"");
}

TEST(Parser, SurvivesAnyText) {
  const std::string alphabet = "{}[]();,@!|%.:abrg0f \n" + kFirst + "/*";
  std::uint64_t state = 1;
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (int i = 0; i < 24; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      text += alphabet[(state >> 33) % alphabet.size()];
    }
    (void)parse(text);
  }
}
