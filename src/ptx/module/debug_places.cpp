#include "ptx/module/debug_places.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Support/Path.h>

using namespace llvm;

namespace raddle::ptx {

DebugPlaces::DebugPlaces(Module &module, const ModuleText &text)
    : module_(module), text_(text), builder_(module) {
  if (text.files.empty())
    return;
  unit_ = builder_.createCompileUnit(dwarf::DW_LANG_C_plus_plus, fileOf(text.files.begin()->first), "PTX",
                                     /*isOptimized=*/true, "", 0, "", DICompileUnit::LineTablesOnly);
  module.addModuleFlag(Module::Warning, "Debug Info Version", DEBUG_METADATA_VERSION);
  module.addModuleFlag(Module::Max, "Dwarf Version", 4);
}

void DebugPlaces::finish() {
  if (unit_)
    builder_.finalize();
}

DIFile *DebugPlaces::fileOf(unsigned number) {
  const auto found = text_.files.find(number);
  const StringRef path = found == text_.files.end() ? StringRef("unknown") : StringRef(found->second);
  return builder_.createFile(sys::path::filename(path), sys::path::parent_path(path));
}

void DebugPlaces::begin(Function &function, const FunctionText &text) {
  function_ = nullptr;
  scopes_.clear();
  const auto first = find_if(text.body.statements, [](const Statement &statement) {
    return statement.kind == Statement::Kind::Place;
  });
  if (!unit_ || first == text.body.statements.end())
    return;
  file_ = first->file;
  DIFile *file = fileOf(file_);
  DISubroutineType *type = builder_.createSubroutineType(builder_.getOrCreateTypeArray({}));
  function_ = builder_.createFunction(file, function.getName(), function.getName(), file, first->source_line,
                                      type, first->source_line, DINode::FlagPrototyped,
                                      DISubprogram::SPFlagDefinition | DISubprogram::SPFlagOptimized);
  function.setSubprogram(function_);
}

DebugLoc DebugPlaces::placeOf(const Statement &statement) {
  if (!function_)
    return {};
  DIScope *&scope = scopes_[statement.file];
  if (!scope)
    scope = statement.file == file_ ? static_cast<DIScope *>(function_)
                                    : builder_.createLexicalBlockFile(function_, fileOf(statement.file));
  return DILocation::get(module_.getContext(), statement.source_line, statement.column, scope);
}

} // namespace raddle::ptx
