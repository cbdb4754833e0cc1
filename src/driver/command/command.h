// What a raddlecc command line asks for, after spellings, defaults and conflicts are settled.
#ifndef RADDLE_DRIVER_COMMAND_COMMAND_H
#define RADDLE_DRIVER_COMMAND_COMMAND_H

#include "driver/command/gpu_architecture.h"

#include <optional>
#include <string>
#include <vector>

namespace raddle::driver {

/// The last step to take. When a command line names several, the first one of this order counts, as with
/// nvcc ("-c -ptx" writes PTX).
enum class Goal {
  Dependencies, // -M, -MM
  Preprocessed, // -E
  DeviceSyntax, // -fdevice-syntax-only
  Ptx,
  Cubin,
  FatBinary,
  StaticLibrary,
  Objects,    // -c, -dc
  DeviceLink, // -dlink
  Program,    // compile and link
};

/// -cudart. There is one runtime library; the two kinds are two names of it.
enum class Runtime { None, Shared, Static };

enum class Language { Cuda, Ptx, DeviceCode, Cxx, C, PreprocessedCxx, PreprocessedC, Linkable };

struct Input {
  std::string path;
  Language language;
};

/// Whether a file is compiled, not only linked.
inline bool isSource(const Input &input) { return input.language != Language::Linkable; }

/// -M and its relatives.
struct DependencyRule {
  bool wanted = false;         // as a side product (-MD); Goal::Dependencies says -M
  bool system_headers = false; // list them too
  bool phony_targets = false;
  std::string file;   // "" for the default
  std::string target; // "" for the default
};

struct Command {
  Goal goal = Goal::Program;
  std::vector<Input> inputs;
  std::string output; // "" for the default
  std::string output_directory;
  DependencyRule dependencies;

  // Passed to every compilation, in the order given: -D, -U, -I, -isystem, -include.
  std::vector<std::string> preprocessor;
  std::string standard;     // "" unless -std is given
  std::string optimization; // "-O2", or "" unless -O is given
  bool debug = false;
  bool profile = false;
  std::vector<std::string> warnings;       // -w, -Werror, -Wreorder...
  std::vector<std::string> language_flags; // -fno-exceptions, -ftemplate-depth=...
  std::vector<std::string> host_options;   // -Xcompiler

  GpuArchitecture architecture = GpuArchitecture::defaultOne();
  bool relocatable = false;
  bool through_ptx = false; // device code is written as PTX, and that is translated
  bool device_debug = false;
  bool fast_math = false;
  bool flush_denormals = false;
  bool fuse_multiply_add = true;
  unsigned max_registers = 0;      // -maxrregcount, 0 when absent
  bool describe_resources = false; // -Xptxas -v
  bool stream_per_thread = false;

  bool shared = false;
  Runtime runtime = Runtime::Static;
  std::vector<std::string> libraries; // -l and -L, in the order given
  std::vector<std::string> linker_options;
  std::string archiver;
  std::string host_compiler; // -ccbin: a program, or the folder of one
  std::vector<std::string> archive_options;

  bool clean = false; // delete the outputs in place of making them
  bool run = false;
  std::string program; // built before; --run runs it
  std::vector<std::string> run_arguments;
  bool verbose = false;
  bool dry_run = false;
  bool keep = false;
  std::string keep_directory;

  // Print this and stop: --help, --version, --list-gpu-arch.
  std::optional<std::string> information;
  std::vector<std::string> notices; // warnings about the command line itself
};

/// "-DX" and "-iquote dir" among the options for the host compiler: device code sees them too, as with nvcc.
std::vector<std::string> preprocessorPart(const std::vector<std::string> &host_options);

} // namespace raddle::driver

#endif
