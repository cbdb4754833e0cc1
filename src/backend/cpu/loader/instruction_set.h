// Which instructions kernels of this process may use.
#ifndef RADDLE_BACKEND_CPU_LOADER_INSTRUCTION_SET_H
#define RADDLE_BACKEND_CPU_LOADER_INSTRUCTION_SET_H

#include <string>

namespace raddle::jit {

/// The processor's name and the kinds of instructions it has, as /proc/cpuinfo tells.
const std::string &processorDescription();

/// What RADDLE_ISA says, and "native" without it: all that the kernel compiler finds. But a process under valgrind or
/// another emulator sees a lesser processor than the compiler, which is a process of its own, and runs outside: there it
/// is the name of a set that the emulator has.
const std::string &instructionSet();

} // namespace raddle::jit

#endif
