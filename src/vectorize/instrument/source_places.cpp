#include "vectorize/instrument/source_places.h"

using namespace llvm;

namespace raddle::vectorize {

std::string pathOf(const DILocation &place) {
  const StringRef name = place.getFilename(), folder = place.getDirectory();
  return name.starts_with("/") || folder.empty() ? name.str() : (folder + "/" + name).str();
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
