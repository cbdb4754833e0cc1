// Which loaded object an address belongs to, for diagnostics.
#ifndef RADDLE_BACKEND_CPU_LOADER_OBJECT_SYMBOLS_H
#define RADDLE_BACKEND_CPU_LOADER_OBJECT_SYMBOLS_H

namespace raddle::jit {

/// Makes the runtime's diagnostics name source lines of compiled kernels, and of the program.
void installSymbolizer();

} // namespace raddle::jit

#endif
