#include "driver/compile/passes.h"

#include "driver/setup/template_libraries.h"

#include <fmt/format.h>
#include <type_traits>
#include <unistd.h>

namespace raddle::driver {

namespace {

void append(Arguments &arguments, const Arguments &more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
}

// What nvcc and gcc take without a word, and clang as an error or with a warning.
const Arguments kOldCode{"-Wno-register",
                         "-Wno-dynamic-exception-spec",
                         "-Wno-vla-cxx-extension",
                         "-Wno-reserved-user-defined-literal", // printf("%"PRIu64)
                         "-Wno-error=c++11-narrowing",
                         "-Wno-invalid-constexpr", // std::log is constexpr to gcc
                         "-Wno-missing-template-arg-list-after-template-kw"};

// What gcc only warns of in C.
const Arguments kOldC{"-Wno-error=implicit-function-declaration",
                      "-Wno-error=implicit-int",
                      "-Wno-error=int-conversion",
                      "-Wno-error=incompatible-function-pointer-types",
                      "-Wno-error=return-mismatch",
                      "-Wno-error=return-type"};

// Macros, and include directories in the order clang shall search them. The user's -I come first. Our folder
// precedes the user's -isystem, which may well name a CUDA toolkit: its headers must never mix with ours. A CCCL takes the
// place of our <cuda/...> however it is named.
Arguments headerSearch(const Setup &setup, bool cuda) {
  Arguments arguments{fmt::format("-D__CUDA_ARCH_LIST__={}0", setup.command.architecture.number)};
  const Arguments &users = setup.command.preprocessor;
  for (std::size_t i = 0; i + 1 < users.size(); ++i)
    if (users[i] == "-isystem" && holdsTemplateLibrary(users[i + 1]))
      append(arguments, {users[i], users[i + 1]});
  append(arguments, {"-isystem", setup.toolchain.include, "-isystem", setup.toolchain.include / "portable"});
  if (cuda)
    append(arguments, {"-isystem", setup.toolchain.include / "raddle" / "standard", "-isystem",
                       setup.toolchain.builtin_include / "cuda_wrappers"});
  append(arguments, users);
  return arguments;
}

const Arguments kPreinclude{"-include", "cuda_runtime.h"};

// From C++20 on clang compares overloads of different __device__ and __host__ attributes, as if modules
// declared them.
const Arguments kNoModules{"-Xclang", "-fno-cxx-modules"};

// CUDA's headers, and ours, need C++11; what is written in C++03 is C++11 as well. GNU's keywords and macros are there unless
// the user asks for a standard, as with nvcc.
std::string standardOf(const Command &command) {
  if (command.standard.empty())
    return "-std=gnu++17";
  return command.standard == "-std=c++03" ? "-std=c++11" : command.standard;
}

// What both passes of a .cu file share.
Arguments cudaArguments(const Setup &setup, const Arguments &preinclude = kPreinclude) {
  const Command &command = setup.command;
  Arguments arguments{
      setup.toolchain.clang, "-x", "cuda",
      // Nothing of a CUDA toolkit, wherever one may be installed...
      "-nocudainc", "-nocudalib", "--cuda-path=" + setup.toolchain.no_cuda.string(),
      // ...and without one clang assumes a version before 9.2, with another launch ABI.
      "-Xclang", "-target-sdk-version=12.5", "--cuda-gpu-arch=" + command.architecture.name(),
      standardOf(command), "-D__NVCC__",
      // Templates are told apart by f(...) in device code too. What defines one uses no argument of it.
      "-Xclang", "-fcuda-allow-variadic-functions",
      // In both passes functions of the other side may call what only that side can: an error where such code is generated.
      "-fgpu-defer-diag",
      // As many steps of constant evaluation as gcc allows under nvcc.
      "-fconstexpr-steps=33554432"};
  append(arguments, {"-Wno-unknown-cuda-version", "-Wno-unused-command-line-argument"});
  append(arguments, kOldCode);
  append(arguments, command.language_flags);
  if (command.relocatable)
    arguments.push_back("-D__CUDACC_RDC__");
  if (command.stream_per_thread)
    append(arguments,
           {"-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1", "-Xclang", "-fgpu-default-stream=per-thread"});
  append(arguments, preinclude);
  append(arguments, headerSearch(setup, true));
  if (isatty(STDERR_FILENO))
    arguments.push_back("-fcolor-diagnostics");
  return arguments;
}

Arguments deviceCodeArguments(const Command &command, DeviceOutput kind) {
  Arguments arguments{
      "--cuda-device-only",
      // The builtins of newer PTX versions, without a toolkit that would vouch for them.
      "-Xclang", "-target-feature", "-Xclang", "+ptx85",
      // A GPU's `new` returns null when its heap is full, and a store to null is a fault to
      // report: neither is for the optimiser to reason away.
      "-fcheck-new", "-fno-delete-null-pointer-checks",
      // nvcc tells no accesses apart by their types, and CUDA programs, CUB's shuffles among them, read objects as words.
      "-fno-strict-aliasing",
      // A function that returns nothing where it should return a value goes on, as with nvcc.
      "-fno-strict-return",
      // Lanes pass what they never set to warp functions that read another lane's value: `if (lane == 0)
      // p = ...; p = __shfl_sync(~0u, p, 0)`. To C++ that is undefined, to CUDA programs an idiom.
      "-Xclang", "-no-enable-noundef-analysis"};
  // What the host has: clang's NVPTX has signed ones.
  if (std::is_unsigned_v<char>)
    arguments.push_back("-funsigned-char");
  if (command.device_debug)
    append(arguments, {"-O0"});
  else if (kind == DeviceOutput::Ptx)
    append(arguments, {"-O3"});
  else
    // Optimisation is left to the kernel compiler, but clang must not mark functions as "optnone".
    append(arguments, {"-O2", "-Xclang", "-disable-llvm-passes"});
  // A constant that does not fit is cast by a function, which the kernel compiler knows; otherwise it is poison.
  if (kind != DeviceOutput::Ptx)
    arguments.push_back("-fno-strict-float-cast-overflow");
  // Left alone, clang's NVPTX driver reduces the information to directives that PTX can hold. Lines are
  // always kept: a fault in a kernel shall name its source line.
  bool full = command.debug || command.device_debug;
  if (kind != DeviceOutput::Ptx)
    append(arguments,
           {"-g", "-Xclang", full ? "-debug-info-kind=limited" : "-debug-info-kind=line-tables-only",
            // With the parameters of functions that are inlined, for the stack that a fault shows.
            "-Xclang", "-fdebug-info-for-profiling"});
  // The checker names local variables.
  if (kind != DeviceOutput::Ptx)
    arguments.push_back("-fno-discard-value-names");
  // Part of every __global__, see crt/host_defines.h.
  if (command.max_registers != 0)
    arguments.push_back(fmt::format("-D__RADDLE_MAX_REGISTERS__={}", command.max_registers));
  if (command.fast_math)
    arguments.push_back("-fgpu-approx-transcendentals");
  if (command.flush_denormals)
    arguments.push_back("-fgpu-flush-denormals-to-zero");
  arguments.push_back(command.fuse_multiply_add ? "-ffp-contract=fast" : "-ffp-contract=off");
  return arguments;
}

// Options for the host compiler come last: they may override what stands before.
Arguments hostCodeArguments(const Command &command) {
  Arguments arguments{"-fPIC"};
  if (!command.optimization.empty())
    arguments.push_back(command.optimization);
  // Lines are always kept: what was allocated shall be told by the line that did it.
  arguments.push_back(command.debug ? "-g" : "-g1");
  if (command.profile)
    arguments.push_back("-pg");
  append(arguments, command.warnings);
  append(arguments, command.host_options);
  return arguments;
}

Arguments hostCudaArguments(const Setup &setup, const Arguments &preinclude = kPreinclude) {
  Arguments arguments = cudaArguments(setup, preinclude);
  arguments.push_back("--cuda-host-only");
  const std::string standard = standardOf(setup.command);
  if (setup.command.optimization.empty() && (standard == "-std=c++11" || standard == "-std=c++14"))
    // nvcc puts in the values of constants that are members of classes. Before C++17 clang would ask for their
    // definitions, unless it optimises. What works without optimisation has to work then, too.
    append(arguments, {"-O1", "-fwrapv", "-fno-strict-aliasing", "-fno-strict-return",
                       "-fno-delete-null-pointer-checks"});
  append(arguments, hostCodeArguments(setup.command));
  // Pragmas for nvcc and for other host compilers; options that are often written for gcc.
  append(arguments, {"-Wno-unknown-pragmas", "-Wno-unknown-warning-option"});
  return arguments;
}

// The arguments of the device pass without those that name its output.
Arguments deviceCudaArguments(const Setup &setup, DeviceOutput kind,
                              const Arguments &preinclude = kPreinclude) {
  Arguments arguments = cudaArguments(setup, preinclude);
  append(arguments, deviceCodeArguments(setup.command, kind));
  append(arguments, setup.command.warnings);
  append(arguments, preprocessorPart(setup.command.host_options));
  return arguments;
}

Arguments precompiledInclude(const std::filesystem::path &precompiled) {
  Arguments arguments{"-include-pch", precompiled};
  append(arguments, kNoModules);
  return arguments;
}

std::string_view languageName(Language language) {
  switch (language) {
  case Language::C:
    return "c";
  case Language::PreprocessedC:
    return "cpp-output";
  case Language::PreprocessedCxx:
    return "c++-cpp-output";
  default:
    return "c++";
  }
}

} // namespace

std::string dependencyFlag(const Command &command, bool compile_too) {
  return fmt::format("-M{}{}", command.dependencies.system_headers ? "" : "M", compile_too ? "D" : "");
}

Arguments deviceArguments(const Setup &setup, const Input &input, DeviceOutput kind,
                          const std::filesystem::path &output, const std::filesystem::path &precompiled) {
  const Command &command = setup.command;
  Arguments arguments =
      deviceCudaArguments(setup, kind, precompiled.empty() ? kPreinclude : precompiledInclude(precompiled));
  switch (kind) {
  case DeviceOutput::Bitcode:
    append(arguments, {"-emit-llvm", "-c"});
    break;
  case DeviceOutput::Ptx:
    arguments.push_back("-S");
    break;
  case DeviceOutput::Preprocessed:
    arguments.push_back("-E");
    break;
  case DeviceOutput::Dependencies:
    arguments.push_back(dependencyFlag(command, false));
    break;
  case DeviceOutput::Nothing:
    arguments.push_back("-fsyntax-only");
    break;
  }
  arguments.push_back(input.path);
  if (!output.empty())
    append(arguments, {"-o", output});
  return arguments;
}

Arguments hostArguments(const Setup &setup, const Input &input, const HostParts &parts,
                        const std::filesystem::path &object) {
  Arguments arguments = hostCudaArguments(
      setup, parts.precompiled.empty() ? kPreinclude : precompiledInclude(parts.precompiled));
  append(arguments, {"-Xclang", "-fcuda-include-gpubinary", "-Xclang", parts.fat_binary});
  if (!parts.header.empty())
    append(arguments, {"-include", parts.header});
  // Each shadow in a section of its own: LLVM declares those that share .bss local, and that is final.
  if (setup.command.relocatable)
    arguments.push_back("-fdata-sections");
  if (!parts.dependencies.empty())
    append(arguments, {dependencyFlag(setup.command, true), "-MF", parts.dependencies});
  append(arguments, {"-c", input.path, "-o", object});
  return arguments;
}

Arguments precompilationArguments(const Setup &setup, Side side, const std::filesystem::path &output,
                                  const std::filesystem::path &rule) {
  Arguments arguments =
      side == Side::Host ? hostCudaArguments(setup) : deviceCudaArguments(setup, DeviceOutput::Bitcode);
  // Nobody sees what it says.
  std::erase(arguments, "-fcolor-diagnostics");
  append(arguments, kNoModules);
  // Otherwise clang would give the file to an assembler.
  if (side == Side::Device)
    arguments.push_back("-emit-llvm");
  append(arguments, {"-Xclang", "-emit-pch", "-MD", "-MF", rule, "-c", precompiledSource(setup.toolchain),
                     "-o", output});
  return arguments;
}

std::filesystem::path precompiledSource(const Toolchain &toolchain) {
  return toolchain.include / "raddle" / "precompiled.cu";
}

Arguments hostPreprocessArguments(const Setup &setup, const Input &input) {
  Arguments arguments = hostCudaArguments(setup);
  append(arguments, {"-E", input.path});
  return arguments;
}

Arguments editorArguments(const Setup &setup) {
  Arguments arguments = hostCudaArguments(setup);
  arguments.erase(arguments.begin());
  std::erase(arguments, "-fcolor-diagnostics");
  // A project that says which standard it wants is believed; clang's own is gnu++17 too.
  if (setup.command.standard.empty())
    std::erase(arguments, "-std=gnu++17");
  return arguments;
}

Arguments hostDependencyArguments(const Setup &setup, const Input &input, const std::filesystem::path &rule) {
  Arguments arguments = hostCudaArguments(setup);
  append(arguments, {dependencyFlag(setup.command, false), input.path, "-o", rule});
  return arguments;
}

Arguments plainArguments(const Setup &setup, const Input &input, Goal goal,
                         const std::filesystem::path &output) {
  const Command &command = setup.command;
  const bool by_clang = setup.toolchain.host_compiler.empty();
  Arguments arguments{by_clang ? setup.toolchain.clang : setup.toolchain.host_compiler, "-x",
                      std::string(languageName(input.language)), "-D__NVCC__"};
  bool cxx = input.language == Language::Cxx || input.language == Language::PreprocessedCxx;
  if (isatty(STDERR_FILENO))
    arguments.push_back("-fdiagnostics-color=always");
  if (by_clang) {
    arguments.push_back("-Wno-unused-command-line-argument");
    append(arguments, cxx ? kOldCode : kOldC);
  }
  if (cxx && !command.standard.empty())
    arguments.push_back(command.standard);
  append(arguments, command.language_flags);
  append(arguments, headerSearch(setup, false));
  append(arguments, hostCodeArguments(command));
  if (by_clang)
    arguments.push_back("-Wno-unknown-warning-option");
  if (goal == Goal::Preprocessed)
    arguments.push_back("-E");
  else if (goal == Goal::Dependencies)
    arguments.push_back(dependencyFlag(command, false));
  else
    arguments.push_back("-c");
  arguments.push_back(input.path);
  if (!output.empty())
    append(arguments, {"-o", output});
  return arguments;
}

} // namespace raddle::driver
