#include "jit/compiler/symbolize.h"

#include <llvm/DebugInfo/Symbolize/Symbolize.h>

#include <fmt/format.h>

using namespace llvm;

namespace raddle::jit {

std::vector<std::string> symbolize(const std::string &object, const std::vector<std::uint64_t> &offsets) {
  symbolize::LLVMSymbolizer::Options options;
  options.Demangle = false;
  options.PathStyle = DILineInfoSpecifier::FileLineInfoKind::RawValue;
  symbolize::LLVMSymbolizer symbolizer(options);
  std::vector<std::string> places;
  for (std::uint64_t offset : offsets) {
    auto line = symbolizer.symbolizeCode(object, {offset, object::SectionedAddress::UndefSection});
    if (!line || line->FileName == DILineInfo::BadString || line->Line == 0) {
      consumeError(line.takeError());
      places.emplace_back();
      continue;
    }
    places.push_back(fmt::format("{}:{}:{}", line->FileName, line->Line, line->Column));
  }
  return places;
}

}  // namespace raddle::jit
