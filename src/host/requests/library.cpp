#include "host/requests/library.h"

#include <memory>
#include <utility>

namespace raddle::host {

const void *loadLibrary(Process &process, Image image) {
  return process.libraries.add(std::make_shared<Library>(modules(), std::move(image)));
}

bool unloadLibrary(Process &process, const void *handle) {
  if (!process.libraries.find(handle))
    return false;
  for (const auto &device : process.devices)
    process.scheduler.waitDevice(device->id());
  return process.libraries.remove(handle);
}

Status findManagedVariable(const Context &context, Library &library, const std::string &name, Symbol *out) {
  if (Status status = library.findVariable(name, context.target(), out))
    return status;
  const auto allocation = context.memory().findBase(out->address);
  return allocation && allocation->kind == MemoryKind::kManaged ? Status::kSuccess : Status::kUnknownSymbol;
}

} // namespace raddle::host
