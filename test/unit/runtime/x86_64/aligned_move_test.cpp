#include "machine/x86_64/aligned_move.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <vector>

using namespace raddle;

namespace {

// rax = 0x1000, rcx = 0x10, rbp = 0x2000, rsp = 0x3000, r9 = 0x4000, r12 = 0x5000, r13 = 0x6000
std::optional<AlignedMove> decode(std::initializer_list<unsigned char> code) {
  gregset_t registers = {};
  registers[REG_RAX] = 0x1000;
  registers[REG_RCX] = 0x10;
  registers[REG_RBP] = 0x2000;
  registers[REG_RSP] = 0x3000;
  registers[REG_R9] = 0x4000;
  registers[REG_R12] = 0x5000;
  registers[REG_R13] = 0x6000;
  static std::vector<unsigned char> bytes;
  bytes.assign(code);
  bytes.resize(32);
  return alignedMoveAt(bytes.data(), registers);
}

void expectMove(std::initializer_list<unsigned char> code, std::uintptr_t address, unsigned bytes,
                bool write) {
  const auto move = decode(code);
  ASSERT_TRUE(move);
  EXPECT_EQ(move->address, address);
  EXPECT_EQ(move->bytes, bytes);
  EXPECT_EQ(move->write, write);
}

TEST(AlignedMove, KnowsLegacyInstructions) {
  expectMove({0x0f, 0x28, 0x00}, 0x1000, 16, false);                        // movaps (%rax), %xmm0
  expectMove({0x0f, 0x29, 0x44, 0x08, 0xfc}, 0x100c, 16, true);             // movaps %xmm0, -4(%rax,%rcx)
  expectMove({0x66, 0x41, 0x0f, 0x6f, 0x01}, 0x4000, 16, false);            // movdqa (%r9), %xmm0
  expectMove({0x66, 0x43, 0x0f, 0x7f, 0x44, 0x0d, 0x00}, 0xa000, 16, true); // movdqa %xmm0, (%r13,%r9)
  expectMove({0x0f, 0x28, 0x04, 0xcd, 0x20, 0, 0, 0}, 0xa0, 16, false);     // movaps 32(,%rcx,8), %xmm0
  expectMove({0x0f, 0x28, 0x04, 0x24}, 0x3000, 16, false);                  // movaps (%rsp), %xmm0
  expectMove({0x41, 0x0f, 0x28, 0x04, 0x24}, 0x5000, 16, false);            // movaps (%r12), %xmm0
  expectMove({0x0f, 0x28, 0x45, 0x08}, 0x2008, 16, false);                  // movaps 8(%rbp), %xmm0
}

TEST(AlignedMove, KnowsVexAndEvex) {
  expectMove({0xc5, 0xf8, 0x28, 0x40, 0x04}, 0x1004, 16, false);             // vmovaps 4(%rax), %xmm0
  expectMove({0xc5, 0xfc, 0x29, 0x80, 0, 1, 0, 0}, 0x1100, 32, true);        // vmovaps %ymm0, 256(%rax)
  expectMove({0xc4, 0xc1, 0x7d, 0x6f, 0x01}, 0x4000, 32, false);             // vmovdqa (%r9), %ymm0
  expectMove({0x62, 0xf1, 0x7c, 0x48, 0x28, 0x40, 0x02}, 0x1080, 64, false); // vmovaps 128(%rax), %zmm0
  expectMove({0x62, 0xd1, 0x7d, 0x48, 0x7f, 0x45, 0xff}, 0x5fc0, 64, true);  // vmovdqa32 %zmm0, -64(%r13)
}

TEST(AlignedMove, FindsWhatLiesBesideTheCode) {
  const unsigned char code[16] = {0x0f, 0x28, 0x05, 0x11, 0, 0, 0}; // movaps 17(%rip), %xmm0
  const auto move = alignedMoveAt(code, gregset_t{});
  ASSERT_TRUE(move);
  EXPECT_EQ(move->address, reinterpret_cast<std::uintptr_t>(code) + 7 + 17);
}

TEST(AlignedMove, LeavesOtherInstructionsAlone) {
  EXPECT_FALSE(decode({0x0f, 0x10, 0x00}));             // movups (%rax), %xmm0
  EXPECT_FALSE(decode({0x0f, 0x28, 0xc1}));             // movaps %xmm1, %xmm0
  EXPECT_FALSE(decode({0xc5, 0xfa, 0x6f, 0x00}));       // vmovdqu (%rax), %xmm0
  EXPECT_FALSE(decode({0xf3, 0x0f, 0x6f, 0x00}));       // movdqu (%rax), %xmm0
  EXPECT_FALSE(decode({0x8b, 0x00}));                   // movl (%rax), %eax
  EXPECT_FALSE(decode({0xc4, 0xe2, 0x7d, 0x28, 0x00})); // vpmuldq (%rax), %ymm0, %ymm0
}

TEST(AlignedMove, TellsMisalignedAddressesFromThoseThatCannotExist) {
  EXPECT_TRUE((AlignedMove{0x1004, 16, false}.isMisaligned()));
  EXPECT_FALSE((AlignedMove{0x1010, 16, false}.isMisaligned()));
  EXPECT_TRUE((AlignedMove{0x1010, 32, false}.isMisaligned()));
  EXPECT_FALSE((AlignedMove{0x8000'0000'0000'0004, 16, false}.isMisaligned()));
}

} // namespace
