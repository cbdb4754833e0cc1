// What the analysis says about the values of small kernels. In the texts, `@x()`, `@y()`, `@z()` are
// threadIdx and `@lane()` the number of the lane.

#include "analysis/lane_shapes.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace raddle::analysis {
namespace {

constexpr RaddleDim3 kRows{64, 4, 1}, kNarrow{8, 8, 2}, kPlanes{4, 2, 8}, kLine{100, 1, 1}, kAny{5, 7, 3};

class Kernel {
public:
  // The body of `void kernel(ptr %p, i32 %n, i32 %m)`.
  Kernel(RaddleDim3 block, const std::string &body) {
    std::string text;
    const std::pair<const char *, std::size_t> fields[] = {{"x", offsetof(RaddleThread, thread_idx.x)},
                                                           {"y", offsetof(RaddleThread, thread_idx.y)},
                                                           {"z", offsetof(RaddleThread, thread_idx.z)},
                                                           {"lane", offsetof(RaddleThread, lane)}};
    for (auto [name, offset] : fields)
      text += fmt::format("declare i32 @raddle.thread.{}() memory(none)\n", offset);
    text += "declare i32 @raddle_vote_ballot(ptr, i32, i32)\ndeclare i32 @raddle_shfl_idx(ptr, i32, i32, "
            "i32, i32)\n"
            "declare i32 @raddle_activemask(ptr)\n"
            "define void @kernel(ptr %thread, ptr %p, i32 %n, i32 %m) {\n" +
            body + "}\n";
    for (auto [name, offset] : fields) {
      const std::string from = fmt::format("@{}()", name), to = fmt::format("@raddle.thread.{}()", offset);
      for (std::size_t at; (at = text.find(from)) != std::string::npos;)
        text.replace(at, from.size(), to);
    }
    llvm::SMDiagnostic problem;
    module_ = llvm::parseAssemblyString(text, problem, context_);
    if (!module_)
      throw std::runtime_error(problem.getMessage().str() + ": " + problem.getLineContents().str());
    function_ = module_->getFunction("kernel");
    shapes_ = std::make_unique<LaneShapes>(*function_, BlockClass::of(block));
  }

  std::string shape(llvm::StringRef name) const {
    for (llvm::Instruction &instruction : llvm::instructions(function_))
      if (instruction.getName() == name)
        return describe(shapes_->of(&instruction));
    return "no such value";
  }
  bool diverges(llvm::StringRef name) const {
    for (llvm::BasicBlock &block : *function_)
      if (block.getName() == name)
        return shapes_->branchDiverges(&block);
    throw std::runtime_error("no such block");
  }

private:
  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
  llvm::Function *function_ = nullptr;
  std::unique_ptr<LaneShapes> shapes_;
};

using NamedShape = std::pair<const char *, const char *>;

void expectShapes(const Kernel &kernel, std::initializer_list<NamedShape> expected) {
  for (auto [name, shape] : expected)
    EXPECT_EQ(kernel.shape(name), shape) << '%' << name;
}

TEST(LaneShapes, ThreadIdxDependsOnTheBlock) {
  const std::string body = "  %x = call i32 @x()\n  %y = call i32 @y()\n  %z = call i32 @z()\n"
                           "  %lane = call i32 @lane()\n  ret void\n";
  const Kernel rows(kRows, body), narrow(kNarrow, body), line(kLine, body), any(kAny, body);
  EXPECT_EQ(rows.shape("x"), "lane * 1");
  EXPECT_EQ(rows.shape("y"), "uniform");
  EXPECT_EQ(rows.shape("z"), "uniform");
  EXPECT_EQ(line.shape("x"), "lane * 1");
  EXPECT_EQ(narrow.shape("z"), "uniform");
  EXPECT_EQ(any.shape("x"), "varying");
  EXPECT_EQ(any.shape("y"), "varying");
  EXPECT_EQ(any.shape("z"), "varying");
  for (const Kernel *kernel : {&rows, &narrow, &line, &any})
    EXPECT_EQ(kernel->shape("lane"), "lane * 1");
}

TEST(LaneShapes, NarrowRowsRepeat) {
  const Kernel kernel(kNarrow,
                      "  %x = call i32 @x()\n  %y = call i32 @y()\n  %row = mul i32 %y, %n\n"
                      "  %i = add i32 %row, %x\n  %eight = mul i32 %y, 8\n  %j = add i32 %eight, %x\n"
                      "  ret void\n");
  expectShapes(kernel, {{"x", "runs of 8 lanes: lane * 1"},
                        {"row", "the same for 8 lanes each"},
                        {"i", "runs of 8 lanes: lane * 1"},
                        {"j", "lane * 1"}});
}

TEST(LaneShapes, PlanesRepeat) {
  const Kernel kernel(kPlanes, "  %x = call i32 @x()\n  %y = call i32 @y()\n  %z = call i32 @z()\n"
                               "  %plane = mul i32 %z, %n\n  %zs = mul i32 %z, 2\n  %zy = add i32 %zs, %y\n"
                               "  %row = mul i32 %zy, 4\n  %i = add i32 %row, %x\n  ret void\n");
  expectShapes(kernel, {{"x", "runs of 4 lanes: lane * 1"},
                        {"y", "the same for 4 lanes each"},
                        {"z", "the same for 8 lanes each"},
                        {"plane", "the same for 8 lanes each"},
                        {"i", "lane * 1"}});
}

TEST(LaneShapes, ArithmeticKeepsStrides) {
  const Kernel kernel(kRows, "  %x = call i32 @x()\n  %a = mul i32 %x, -3\n  %b = add i32 %a, %n\n"
                             "  %c = shl i32 %x, 2\n  %d = sub i32 %n, %x\n  %e = mul i32 %x, %n\n"
                             "  %f = sub i32 %x, %x\n  %g = and i32 %x, 31\n  %h = lshr i32 %x, 5\n"
                             "  %i = xor i32 %x, 1\n  %k = udiv i32 %x, %n\n"
                             "  %five = mul i32 %x, 5\n  %q = and i32 %five, 7\n  ret void\n");
  expectShapes(kernel, {{"a", "lane * -3"},
                        {"b", "lane * -3"},
                        {"c", "lane * 4"},
                        {"d", "lane * -1"},
                        {"e", "varying"},
                        {"f", "uniform"},
                        {"g", "lane * 1"},
                        {"h", "uniform"},
                        {"i", "runs of 2 lanes: lane * -1"}});
  EXPECT_EQ(kernel.shape("q"), "varying") << "the sum of x and a lane's offset may carry";
  EXPECT_EQ(kernel.shape("k"), "varying");
}

TEST(LaneShapes, AddressesCountInBytes) {
  const Kernel kernel(kRows, "  %x = call i32 @x()\n  %i = zext i32 %x to i64\n"
                             "  %a = getelementptr float, ptr %p, i64 %i\n"
                             "  %b = getelementptr { i32, double }, ptr %p, i64 %i, i32 1\n"
                             "  %v = load i32, ptr %a\n  %same = load i32, ptr %p\n"
                             "  %c = getelementptr i8, ptr %p, i32 %v\n  ret void\n");
  expectShapes(
      kernel,
      {{"a", "lane * 4"}, {"b", "lane * 16"}, {"v", "varying"}, {"same", "uniform"}, {"c", "varying"}});
}

// x may wrap between two lanes, so the wide number may not follow.
TEST(LaneShapes, ExtensionsNeedAPromise) {
  const Kernel kernel(
      kRows, "  %x = call i32 @x()\n  %free = add i32 %x, %n\n  %kept = add nsw i32 %x, %n\n"
             "  %a = sext i32 %free to i64\n  %b = sext i32 %kept to i64\n  %c = zext i32 %kept to i64\n"
             "  ret void\n");
  expectShapes(kernel, {{"free", "lane * 1"}, {"a", "varying"}, {"b", "lane * 1"}, {"c", "varying"}});
}

TEST(LaneShapes, ComparisonsWithAlignedBoundsAreUniform) {
  const std::string body =
      "  %x = call i32 @x()\n  %a = icmp ult i32 %x, 64\n  %b = icmp ult i32 %x, 65\n"
      "  %warp = lshr i32 %x, 5\n  %c = icmp eq i32 %warp, %n\n  %d = icmp ult i32 %x, %n\n"
      "  %l = call i32 @lane()\n  %e = icmp ult i32 %l, 32\n"
      "  %f = icmp ugt i32 %x, 63\n  %g = icmp sle i32 %x, 31\n  %h = icmp ugt i32 %x, 64\n  ret void\n";
  const Kernel rows(kRows, body), line(kLine, body), any(kAny, body);
  EXPECT_EQ(rows.shape("a"), "uniform");
  EXPECT_EQ(rows.shape("b"), "varying");
  EXPECT_EQ(rows.shape("c"), "uniform");
  EXPECT_EQ(rows.shape("d"), "varying");
  EXPECT_EQ(rows.shape("e"), "uniform");
  EXPECT_EQ(rows.shape("f"), "uniform");
  EXPECT_EQ(rows.shape("g"), "uniform");
  EXPECT_EQ(rows.shape("h"), "varying");
  EXPECT_EQ(line.shape("a"), "uniform");
  EXPECT_EQ(any.shape("a"), "varying");
  EXPECT_EQ(any.shape("e"), "uniform");
}

TEST(LaneShapes, WhatJoinsBehindADivergentBranchVaries) {
  const Kernel kernel(kRows, R"(
entry:
  %l = call i32 @lane()
  %odd = icmp ult i32 %l, %n
  br i1 %odd, label %then, label %else
then:
  br label %join
else:
  br label %join
join:
  %mixed = phi i32 [ %n, %then ], [ %m, %else ]
  %first = icmp ult i32 %n, %m
  br i1 %first, label %left, label %right
left:
  br label %end
right:
  br label %end
end:
  %chosen = phi i32 [ %n, %left ], [ %m, %right ]
  ret void
)");
  EXPECT_TRUE(kernel.diverges("entry"));
  EXPECT_FALSE(kernel.diverges("join"));
  EXPECT_EQ(kernel.shape("mixed"), "varying");
  EXPECT_EQ(kernel.shape("chosen"), "uniform");
}

TEST(LaneShapes, WhatLeavesADivergentLoopVaries) {
  const Kernel kernel(kRows, R"(
entry:
  %l = call i32 @lane()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %i, %l
  br i1 %more, label %loop, label %behind
behind:
  %last = phi i32 [ %i, %loop ]
  br label %loop2
loop2:
  %j = phi i32 [ 0, %behind ], [ %next2, %loop2 ]
  %next2 = add i32 %j, 1
  %more2 = icmp ult i32 %j, %n
  br i1 %more2, label %loop2, label %end
end:
  %last2 = phi i32 [ %j, %loop2 ]
  ret void
)");
  EXPECT_TRUE(kernel.diverges("loop"));
  EXPECT_EQ(kernel.shape("i"), "uniform") << "in the loop all lanes are in the same iteration";
  EXPECT_EQ(kernel.shape("last"), "varying");
  EXPECT_FALSE(kernel.diverges("loop2"));
  EXPECT_EQ(kernel.shape("last2"), "uniform");
}

// The upper half of the word is never set. It may be anything, so the same in all lanes.
TEST(LaneShapes, WhatALoopLeavesUndefinedIsUniform) {
  const Kernel kernel(kRows, R"(
entry:
  %l = call i32 @lane()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %same = phi i32 [ undef, %entry ], [ %same.set, %loop ]
  %other = phi i32 [ poison, %entry ], [ %other.set, %loop ]
  %untouched = phi i32 [ undef, %entry ], [ %kept, %loop ]
  %kept = and i32 %untouched, -65536
  %same.upper = and i32 %same, -65536
  %same.set = or i32 %same.upper, %i
  %other.upper = and i32 %other, -65536
  %other.set = or i32 %other.upper, %l
  %next = add i32 %i, 1
  %more = icmp ult i32 %i, %n
  br i1 %more, label %loop, label %end
end:
  ret void
)");
  expectShapes(kernel,
               {{"same", "uniform"}, {"same.set", "uniform"}, {"untouched", "uniform"}, {"kept", "uniform"}});
  EXPECT_EQ(kernel.shape("other"), kernel.shape("other.set"));
  EXPECT_EQ(kernel.shape("other"), "varying");
}

// Lanes that leave the inner loop go on with the outer one, while the others leave both: after them, each
// lane has the value of the iteration of the outer loop in which it left.
TEST(LaneShapes, AnOuterLoopIsLeftFromAnInnerOne) {
  const Kernel kernel(kRows, R"(
entry:
  %l = call i32 @lane()
  %goes = icmp ult i32 %l, 9
  br label %outer
outer:
  %round = phi i32 [ 0, %entry ], [ %next.round, %again ]
  br label %inner
inner:
  %i = phi i32 [ %round, %outer ], [ %next, %stay ]
  %done = icmp sgt i32 %i, %n
  br i1 %done, label %end, label %stay
stay:
  %next = add i32 %i, 1
  br i1 %goes, label %again, label %inner
again:
  %next.round = add i32 %round, 2
  br label %outer
end:
  %result = phi i32 [ %round, %inner ]
  ret void
)");
  EXPECT_FALSE(kernel.diverges("inner"));
  EXPECT_TRUE(kernel.diverges("stay"));
  EXPECT_EQ(kernel.shape("result"), "varying");
}

TEST(LaneShapes, WarpOperations) {
  const Kernel kernel(kRows, R"(
  %l = call i32 @lane()
  %v = load i32, ptr %p
  %votes = call i32 @raddle_vote_ballot(ptr %thread, i32 -1, i32 %l)
  %group = shl i32 15, %l
  %own = call i32 @raddle_vote_ballot(ptr %thread, i32 %group, i32 %l)
  %active = call i32 @raddle_activemask(ptr %thread)
  %from.one = call i32 @raddle_shfl_idx(ptr %thread, i32 -1, i32 %l, i32 %n, i32 31)
  %from.own = call i32 @raddle_shfl_idx(ptr %thread, i32 -1, i32 %l, i32 %l, i32 31)
  %of.halves = call i32 @raddle_shfl_idx(ptr %thread, i32 -1, i32 %l, i32 %n, i32 4127)
  ret void
)");
  EXPECT_EQ(kernel.shape("votes"), "uniform");
  EXPECT_EQ(kernel.shape("own"), "varying") << "each group counts its own votes";
  EXPECT_EQ(kernel.shape("active"), "uniform");
  EXPECT_EQ(kernel.shape("from.one"), "uniform");
  EXPECT_EQ(kernel.shape("from.own"), "varying");
  EXPECT_EQ(kernel.shape("of.halves"), "varying") << "segments of 16 lanes";
}

TEST(LaneShapes, LocalVariablesLieOneBehindTheOther) {
  const Kernel kernel(kRows, "  %a = alloca [5 x i16], align 4\n  %b = getelementptr i16, ptr %a, i64 3\n"
                             "  %c = getelementptr i16, ptr %a, i32 %n\n  ret void\n");
  EXPECT_EQ(kernel.shape("a"), "lane * 12");
  EXPECT_EQ(kernel.shape("b"), "lane * 12");
  EXPECT_EQ(kernel.shape("c"), "lane * 12");
}

} // namespace
} // namespace raddle::analysis
