#include "jit/compiler/explain.h"

#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

using namespace llvm;

namespace raddle::jit {

std::string describeWarps(const vectorize::CompileJob &job) {
  std::string text;
  if (job.facts.fused_warps > 1)
    text += fmt::format(", {} fused warps", job.facts.fused_warps);
  if (job.facts.warp_loop_unrolled)
    text += ", the loop over its warps is unrolled between barriers";
  else if (job.facts.loops_over_warps)
    text += ", a loop over its warps between barriers";
  else if (job.outputs.flags & kRaddleKernelNeedsFibers)
    text += ", warps are fibers";
  return text;
}

std::string describeEngine(unsigned lanes_asked_for, StringRef reason, const std::string &warps) {
  if (lanes_asked_for == 1)
    return "thread engine, as asked for";
  if (reason.empty())
    return "warp engine" + warps;
  const auto [why, advice] = reason.split('\n');
  return fmt::format("thread engine: {}\n  {}", why.str(), advice.str());
}

void printRemarks(std::vector<vectorize::Remark> remarks) {
  std::ranges::sort(remarks);
  remarks.erase(std::ranges::unique(remarks).begin(), remarks.end());
  std::string file;
  unsigned line = 0;
  std::vector<std::string> source;
  for (const auto &remark : remarks) {
    if (remark.file != file) {
      file = remark.file;
      line = 0;
      source.clear();
      std::ifstream stream(file);
      for (std::string text; std::getline(stream, text);)
        source.push_back(text);
      outs() << '\n' << std::filesystem::proximate(file).string() << '\n';
    }
    if (remark.line != line) {
      line = remark.line;
      outs() << fmt::format("{:5} | {}\n", line, line <= source.size() ? source[line - 1] : "");
    }
    outs() << "        " << remark.text << '\n';
  }
}

} // namespace raddle::jit
