#include "jit/compiler/explain.h"

#include "nvvm/readable_names.h"

#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <set>
#include <tuple>

using namespace llvm;

namespace raddle::jit {

namespace {

// Prints the name of a file where another one begins, and a line of it before what is said about it.
class Lines {
public:
  void comeTo(const std::string &file, unsigned line) {
    if (file != file_) {
      file_ = file;
      line_ = 0;
      source_.clear();
      std::ifstream stream(file);
      for (std::string text; std::getline(stream, text);)
        source_.push_back(text);
      outs() << '\n' << std::filesystem::proximate(file).string() << '\n';
    }
    if (line != line_) {
      line_ = line;
      outs() << fmt::format("{:5} | {}\n", line, line <= source_.size() ? source_[line - 1] : "");
    }
  }

private:
  std::string file_;
  unsigned line_ = 0;
  std::vector<std::string> source_;
};

} // namespace

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
  Lines lines;
  for (const auto &remark : remarks) {
    lines.comeTo(remark.file, remark.line);
    outs() << "        " << remark.text << '\n';
  }
}

void printPlan(const vectorize::Report &report) {
  // What several copies of a line have in common is said once.
  std::set<std::tuple<vectorize::SourcePlace, std::string, std::string>> told;
  for (const vectorize::PlannedInstruction &planned : report.plan)
    told.insert({planned.place, planned.text, planned.why});
  Lines lines;
  for (const auto &[place, text, why] : told) {
    lines.comeTo(place.file, place.line);
    outs() << "        " << text << '\n' << "            " << why << '\n';
  }
}

void printPlanAsJson(const std::string &kernel, const std::string &thread_engine_reason,
                     const vectorize::Report &report) {
  json::OStream stream(outs(), 2);
  stream.object([&] {
    stream.attribute("kernel", nvvm::readableName(kernel));
    stream.attribute("engine", thread_engine_reason.empty() ? "warp" : "thread");
    if (!thread_engine_reason.empty())
      stream.attribute("reason", thread_engine_reason);
    stream.attributeArray("instructions", [&] {
      for (const vectorize::PlannedInstruction &planned : report.plan)
        stream.object([&] {
          stream.attribute("file", planned.place.file);
          stream.attribute("line", planned.place.line);
          stream.attribute("column", planned.place.column);
          stream.attribute("function", planned.function);
          stream.attribute("block", planned.block);
          stream.attribute("kind", planned.kind);
          stream.attribute("decision", planned.decision);
          stream.attribute("text", planned.text);
          stream.attribute("why", planned.why);
        });
    });
    stream.attributeArray("blocks", [&] {
      for (const vectorize::PlannedBlock &block : report.planned_blocks)
        stream.object([&] {
          stream.attribute("function", block.function);
          stream.attribute("number", block.number);
          stream.attribute("mask", block.mask);
          stream.attribute("lanes", block.lanes);
          stream.attributeArray("next", [&] {
            for (const auto &[number, looks] : block.next)
              stream.object([&, to = number, only_if_lanes_wait = looks] {
                stream.attribute("block", to);
                stream.attribute("onlyIfLanesWait", only_if_lanes_wait);
              });
          });
        });
    });
  });
  outs() << '\n';
}

} // namespace raddle::jit
