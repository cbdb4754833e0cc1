// The two clang runs for each .cu file, and the one for other sources.
#ifndef RADDLE_DRIVER_COMPILE_PASSES_H
#define RADDLE_DRIVER_COMPILE_PASSES_H

#include "driver/command/command.h"
#include "driver/setup/runner.h"
#include "driver/setup/toolchain.h"

#include <filesystem>
#include <string>

namespace raddle::driver {

/// What a pass is made from.
struct Setup {
  const Command &command;
  const Toolchain &toolchain;
};

enum class DeviceOutput { Bitcode, Ptx, Preprocessed, Dependencies, Nothing };

/// The device pass. Before: a .cu file. After: NVVM IR as clang makes it, before any optimisation; functions
/// that other files may use keep external linkage, with and without -rdc.
/// `output` may be empty for stdout (Preprocessed only). `precompiled`: cuda_runtime.h for Bitcode, "" to read it.
Arguments deviceArguments(const Setup &setup, const Input &input, DeviceOutput kind,
                          const std::filesystem::path &output, const std::filesystem::path &precompiled = {});

/// What the host pass of a .cu file embeds and includes besides the source.
struct HostParts {
  std::filesystem::path fat_binary;
  std::filesystem::path header;       // generated from the device code; "" when there is none
  std::filesystem::path dependencies; // where clang writes its rule, "" for nowhere
  std::filesystem::path precompiled;  // cuda_runtime.h, "" to read it
};

/// The host pass of a .cu file, to an object.
Arguments hostArguments(const Setup &setup, const Input &input, const HostParts &parts,
                        const std::filesystem::path &object);

enum class Side { Host, Device };

/// Precompiles cuda_runtime.h for one of the passes of this command; `rule` receives its dependencies.
Arguments precompilationArguments(const Setup &setup, Side side, const std::filesystem::path &output,
                                  const std::filesystem::path &rule);

/// The only source file of such a compilation.
std::filesystem::path precompiledSource(const Toolchain &toolchain);

/// The host's view of a .cu file, preprocessed to stdout.
Arguments hostPreprocessArguments(const Setup &setup, const Input &input);

/// The options by which an editor's clang reads a .cu file as the host pass does, without its own name and a file's.
Arguments editorArguments(const Setup &setup);

/// The host's view of the dependencies of a .cu file, without compiling it.
Arguments hostDependencyArguments(const Setup &setup, const Input &input, const std::filesystem::path &rule);

/// A source without device code: -c, -E or -M of plain clang. `output` may be empty for stdout.
Arguments plainArguments(const Setup &setup, const Input &input, Goal goal,
                         const std::filesystem::path &output);

/// -M or -MM, or, to compile as well, -MD or -MMD.
std::string dependencyFlag(const Command &command, bool compile_too);

} // namespace raddle::driver

#endif
