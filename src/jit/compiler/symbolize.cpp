#include "jit/compiler/symbolize.h"

#include "nvvm/readable_names.h"

#include <llvm/DebugInfo/Symbolize/Symbolize.h>

#include <fmt/format.h>

using namespace llvm;

namespace raddle::jit {

std::string symbolize(const std::string &object, const std::vector<std::uint64_t> &offsets) {
  symbolize::LLVMSymbolizer::Options options;
  options.PathStyle = DILineInfoSpecifier::FileLineInfoKind::RawValue;
  symbolize::LLVMSymbolizer symbolizer(options);
  std::string text;
  for (std::uint64_t offset : offsets) {
    auto frames = symbolizer.symbolizeInlinedCode(object, {offset, object::SectionedAddress::UndefSection});
    if (!frames)
      consumeError(frames.takeError());
    for (std::uint32_t i = 0; frames && i < frames->getNumberOfFrames(); ++i) {
      const DILineInfo &frame = frames->getFrame(i);
      if (frame.FileName != DILineInfo::BadString && frame.Line != 0)
        text += fmt::format("{}:{}:{}", frame.FileName, frame.Line, frame.Column);
      text += '\t';
      if (frame.FunctionName != DILineInfo::BadString)
        text += nvvm::readableName(frame.FunctionName);
      text += '\n';
    }
    text += '\n';
  }
  return text;
}

} // namespace raddle::jit
