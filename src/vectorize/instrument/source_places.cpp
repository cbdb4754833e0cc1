#include "vectorize/instrument/source_places.h"

#include "base/paths.h"

#include <llvm/IR/CFG.h>

using namespace llvm;

namespace raddle::vectorize {

std::string pathOf(const DILocation &place) {
  const StringRef name = place.getFilename(), folder = place.getDirectory();
  return name.starts_with("/") || folder.empty() ? name.str() : (folder + "/" + name).str();
}

bool isInHeader(const DILocation &place) {
  static const std::string kOurs = (installPrefix() / "include").string() + "/";
  const std::string path = pathOf(place);
  return StringRef(path).starts_with(kOurs) || StringRef(path).starts_with("/usr/");
}

// What the instruction itself says.
static const DILocation *ownPlace(const Instruction &instruction) {
  const DILocation *place = instruction.getDebugLoc().get();
  for (const DILocation *at = place; at; at = at->getInlinedAt())
    if (at->getLine() != 0 && !isInHeader(*at))
      return at;
  return place && place->getLine() != 0 ? place : nullptr;
}

const DILocation *placeOutsideHeaders(const Instruction &instruction) {
  for (const Instruction *near = &instruction; near; near = near->getPrevNode())
    if (const DILocation *place = ownPlace(*near))
      return place;
  // A return has the line of the closing brace, at which nothing else is done.
  const Instruction *end = instruction.getParent()->getTerminator();
  for (const Instruction *near = &instruction; near != end; near = near->getNextNode())
    if (const DILocation *place = ownPlace(*near))
      return place;
  for (const BasicBlock *before : predecessors(instruction.getParent()))
    if (const DILocation *place = ownPlace(*before->getTerminator()))
      return place;
  if (const DILocation *place = ownPlace(*end))
    return place;
  DISubprogram *program = instruction.getFunction()->getSubprogram();
  return program ? DILocation::get(program->getContext(), program->getLine(), 0, program) : nullptr;
}

unsigned SourcePlaces::numberOf(const DILocation *place) {
  if (const auto known = numbers_.find(place); known != numbers_.end())
    return known->second;
  json::Object object;
  if (place) {
    if (const DILocation *at = place->getInlinedAt())
      object["at"] = numberOf(at);
    object["file"] = place->getFilename();
    object["path"] = pathOf(*place);
    object["line"] = place->getLine();
    object["column"] = place->getColumn();
    if (const DISubprogram *function = place->getScope()->getSubprogram())
      object["function"] =
          function->getLinkageName().empty() ? function->getName() : function->getLinkageName();
  }
  const auto number = static_cast<unsigned>(places_.size());
  places_.push_back(std::move(object));
  return numbers_[place] = number;
}

} // namespace raddle::vectorize
