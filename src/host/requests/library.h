// Libraries of device code: loading and unloading, and what is in them.
#ifndef RADDLE_HOST_REQUESTS_LIBRARY_H
#define RADDLE_HOST_REQUESTS_LIBRARY_H

#include "host/process/process.h"

#include <string>

namespace raddle::host {

/// A new library, whose code is compiled when something of it is used.
const void *loadLibrary(Process &process, Image image);

/// Waits for all devices, since kernels of the library may be running. False when there is none.
bool unloadLibrary(Process &process, const void *handle);

/// As Library::findVariable(), of a managed variable only.
Status findManagedVariable(const Context &context, Library &library, const std::string &name, Symbol *out);

} // namespace raddle::host

#endif
