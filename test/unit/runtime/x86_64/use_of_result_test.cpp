// Code as compilers write it after calls.
#include "machine/use_of_result.h"

#include <gtest/gtest.h>
#include <string_view>

namespace raddle::runtime {
namespace {

using namespace std::literals;

// What follows is never run; without this the zeros of a string's end would be.
ResultUse useIn(std::string_view code) {
  const std::string ended = std::string(code) + "\xcc";
  return useOfResult(reinterpret_cast<const unsigned char *>(ended.data()));
}

TEST(UseOfResult, IsToBeComparedAtOnce) {
  EXPECT_EQ(useIn("\x85\xc0\x75\x05"sv), ResultUse::kLookedAt) << "test eax, eax";
  EXPECT_EQ(useIn("\x83\xf8\x02"sv), ResultUse::kLookedAt) << "cmp eax, 2";
  EXPECT_EQ(useIn("\x3d\xc4\x02\x00\x00"sv), ResultUse::kLookedAt) << "cmp eax, 708";
  EXPECT_EQ(useIn("\x48\xd1\xeb\x83\xf8\x02"sv), ResultUse::kLookedAt) << "shr rbx; cmp eax, 2";
}

TEST(UseOfResult, IsToBeComparedLater) {
  EXPECT_EQ(useIn("\x89\xc3\x85\xdb"sv), ResultUse::kLookedAt) << "mov ebx, eax; test ebx, ebx";
  EXPECT_EQ(useIn("\x41\x89\xc6\x31\xc0\x41\x83\xfe\x02"sv), ResultUse::kLookedAt)
      << "mov r14d, eax; xor eax, eax; cmp r14d, 2";
  EXPECT_EQ(useIn("\x89\x45\xec\x83\x7d\xec\x00"sv), ResultUse::kLookedAt)
      << "mov [rbp-20], eax; cmp [rbp-20], 0";
  EXPECT_EQ(useIn("\x89\x44\x24\x0c\x8b\x4c\x24\x0c\x85\xc9"sv), ResultUse::kLookedAt)
      << "by way of [rsp+12] and ecx";
}

TEST(UseOfResult, IsToBeGivenAway) {
  EXPECT_EQ(useIn("\x89\xc7\xbe\x07\x00\x00\x00\xe8\x00\x00\x00\x00"sv), ResultUse::kLookedAt)
      << "mov edi, eax; mov esi, 7; call";
  EXPECT_EQ(useIn("\x89\xc6\xb0\x00\xe8\x00\x00\x00\x00"sv), ResultUse::kLookedAt)
      << "mov esi, eax; mov al, 0; call";
}

TEST(UseOfResult, IsToReturnIt) {
  EXPECT_EQ(useIn("\xc3"sv), ResultUse::kReturned);
  EXPECT_EQ(useIn("\x48\x83\xc4\x10\x5d\xc3"sv), ResultUse::kReturned) << "add rsp, 16; pop rbp; ret";
  EXPECT_EQ(useIn("\x5b\x41\x5e\xc3"sv), ResultUse::kReturned) << "pop rbx; pop r14; ret";
  EXPECT_EQ(useIn("\x89\x45\xfc\x8b\x45\xfc\xc9\xc3"sv), ResultUse::kReturned)
      << "mov [rbp-4], eax; mov eax, [rbp-4]; leave; ret";
}

TEST(UseOfResult, IsToDropIt) {
  EXPECT_EQ(useIn("\x48\x8b\x7d\xf8\xe8\x00\x00\x00\x00"sv), ResultUse::kUnknown) << "mov rdi, [rbp-8]; call";
  EXPECT_EQ(useIn("\x31\xc0\x5d\xc3"sv), ResultUse::kUnknown) << "xor eax, eax; pop rbp; ret";
  EXPECT_EQ(useIn("\x8b\x45\xec\x85\xc0"sv), ResultUse::kUnknown) << "mov eax, [rbp-20]; test eax, eax";
  EXPECT_EQ(useIn("\x89\x45\xec\x83\x7d\xe8\x00"sv), ResultUse::kUnknown)
      << "mov [rbp-20], eax; cmp [rbp-24], 0";
  EXPECT_EQ(useIn("\x89\xc3\x31\xdb\x85\xdb"sv), ResultUse::kUnknown)
      << "mov ebx, eax; xor ebx, ebx; test ebx, ebx";
  EXPECT_EQ(useIn("\x48\x83\x3c\x24\x00"sv), ResultUse::kUnknown) << "cmp [rsp], 0";
  EXPECT_EQ(useIn("\xeb\x05"sv), ResultUse::kUnknown) << "jmp";
}

} // namespace
} // namespace raddle::runtime
