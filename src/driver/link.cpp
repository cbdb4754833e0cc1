#include "driver/link.h"

#include "driver/device/device_symbols.h"
#include "driver/setup/diagnostics.h"

#include <algorithm>

namespace raddle::driver {

namespace fs = std::filesystem;

namespace {

// Libraries of a CUDA toolkit whose place libraddle takes.
bool isRuntimeLibrary(std::string_view option) {
  return option == "-lcudart" || option == "-lcudart_static" || option == "-lcudadevrt" ||
         option == "-lcuda" || option == "-lnvrtc" || option == "-lnvJitLink" ||
         option == "-lnvptxcompiler_static" || option == "-lnvfatbin" || option == "-lnvfatbin_static" ||
         option == "-lcufilt";
}

// The runtime that is to be linked: naming one of its libraries overrides -cudart none.
Runtime runtimeOf(const Command &command) {
  bool named = std::ranges::any_of(command.libraries, isRuntimeLibrary);
  return named && command.runtime == Runtime::None ? Runtime::Shared : command.runtime;
}

} // namespace

Arguments runtimeFolders(const Toolchain &toolchain) {
  return {"-L" + (toolchain.link_library / "stubs").string(), "-L" + toolchain.link_library.string()};
}

int linkProgram(const Session &session, const std::vector<std::string> &objects, const fs::path &output) {
  const Command &command = session.command;
  const Toolchain &toolchain = session.toolchain;
  Arguments arguments{toolchain.clang, "-Wno-unused-command-line-argument"};
  if (!toolchain.host_compiler.empty())
    arguments = {toolchain.host_compiler};
  if (command.shared)
    arguments.push_back("-shared");
  if (command.profile)
    arguments.push_back("-pg");
  arguments.insert(arguments.end(), command.host_options.begin(), command.host_options.end());

  // As with nvcc, the order of files and libraries does not matter.
  arguments.push_back("-Wl,--start-group");
  arguments.insert(arguments.end(), objects.begin(), objects.end());
  // Our folders come first: the user's may hold a CUDA toolkit's libraries.
  Arguments folders = runtimeFolders(toolchain);
  arguments.insert(arguments.end(), folders.begin(), folders.end());
  for (const std::string &option : command.libraries)
    if (option == "-lgomp")
      arguments.push_back(
          "-fopenmp"); // clang's OpenMP has a library of its own, which serves code of gcc as well
    else if (!isRuntimeLibrary(option))
      arguments.push_back(option);
  Runtime runtime = runtimeOf(command);
  // CUDA's C++ libraries load the driver API by its name, libcuda.so.1, when the program runs.
  if (runtime != Runtime::None)
    arguments.insert(arguments.end(), {runtime == Runtime::Static ? "-lcudart_static" : "-lcudart",
                                       "-Wl,-rpath," + toolchain.link_library.string()});
  arguments.insert(arguments.end(), {"-lrt", "-lpthread", "-ldl", "-Wl,--end-group"});
#ifdef RADDLE_SANITIZERS
  // libraddle is built with sanitizers; their runtime has to be in the program from the start.
  if (runtime != Runtime::None) {
    fs::path folder = toolchain.builtin_include.parent_path() / "lib" / "linux";
    arguments.insert(arguments.end(),
                     {"-fsanitize=" RADDLE_SANITIZERS, "-shared-libsan", "-Wl,-rpath," + folder.string()});
  }
#endif
  for (const std::string &option : command.linker_options) {
    if (!option.starts_with("-Wl,"))
      arguments.emplace_back("-Xlinker");
    arguments.push_back(option);
  }
  arguments.insert(arguments.end(), {"-o", output});

  std::string diagnostics;
  int status = session.runner.run(arguments, &diagnostics);
  printToStderr(diagnostics);
  if (status != 0)
    printToStderr(explainLinkErrors(diagnostics));
  return status;
}

int makeStaticLibrary(const Session &session, const std::vector<std::string> &objects,
                      const fs::path &output) {
  std::error_code ignored;
  // ar would add to an old library.
  if (!session.runner.dryRun())
    fs::remove(output, ignored);
  Arguments arguments{session.command.archiver.empty() ? findArchiver(session.toolchain).string()
                                                       : session.command.archiver,
                      "rcs"};
  arguments.insert(arguments.end(), session.command.archive_options.begin(),
                   session.command.archive_options.end());
  arguments.push_back(output);
  arguments.insert(arguments.end(), objects.begin(), objects.end());
  return session.runner.run(arguments);
}

int makeDeviceLinkObject(const Session &session, const fs::path &output) {
  return session.runner.run({session.toolchain.clang, "-x", "c", "-fPIC", "-c", "/dev/null", "-o", output});
}

} // namespace raddle::driver
