#include "jit/compiler/symbolize.h"

#include "nvvm/readable_names.h"

#include <llvm/DebugInfo/Symbolize/Symbolize.h>

#include <fmt/format.h>

using namespace llvm;

namespace raddle::jit {

namespace {

DIInliningInfo framesAt(symbolize::LLVMSymbolizer &symbolizer, const std::string &object,
                        std::uint64_t offset) {
  auto frames = symbolizer.symbolizeInlinedCode(object, {offset, object::SectionedAddress::UndefSection});
  if (frames)
    return *frames;
  consumeError(frames.takeError());
  return {};
}

symbolize::LLVMSymbolizer::Options optionsFor(DILineInfoSpecifier::FileLineInfoKind paths) {
  symbolize::LLVMSymbolizer::Options options;
  options.PathStyle = paths;
  return options;
}

} // namespace

std::string symbolize(const std::string &object, const std::vector<std::uint64_t> &offsets, bool with_paths) {
  using Kind = DILineInfoSpecifier::FileLineInfoKind;
  symbolize::LLVMSymbolizer as_written(optionsFor(Kind::RawValue)),
      absolute(optionsFor(Kind::AbsoluteFilePath));
  std::string text;
  for (std::uint64_t offset : offsets) {
    const DIInliningInfo frames = framesAt(as_written, object, offset);
    const DIInliningInfo with_files = with_paths ? framesAt(absolute, object, offset) : DIInliningInfo();
    for (std::uint32_t i = 0; i < frames.getNumberOfFrames(); ++i) {
      const DILineInfo &frame = frames.getFrame(i);
      const bool has_place = frame.FileName != DILineInfo::BadString && frame.Line != 0;
      if (has_place)
        text += fmt::format("{}:{}:{}", frame.FileName, frame.Line, frame.Column);
      text += '\t';
      if (frame.FunctionName != DILineInfo::BadString)
        text += nvvm::readableName(frame.FunctionName);
      if (has_place && i < with_files.getNumberOfFrames())
        text += '\t' + with_files.getFrame(i).FileName;
      text += '\n';
    }
    text += '\n';
  }
  return text;
}

} // namespace raddle::jit
