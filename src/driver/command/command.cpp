#include "driver/command/command.h"

namespace raddle::driver {

std::vector<std::string> preprocessorPart(const std::vector<std::string> &host_options) {
  std::vector<std::string> part;
  for (size_t i = 0; i < host_options.size(); ++i) {
    const std::string &option = host_options[i];
    bool attached = option.size() > 2 && (option.starts_with("-D") || option.starts_with("-U"));
    bool separate = option == "-D" || option == "-U" || option == "-include" || option == "-iquote" ||
                    option == "-idirafter";
    if (attached || option == "-fno-exceptions" || option == "-fno-rtti" || option == "-fshort-wchar")
      part.push_back(option);
    // clang has no OpenMP for GPUs' code here, but both passes must see the same declarations. This is the version up to which
    // clang's <omp.h> needs no OpenMP itself.
    if (option.starts_with("-fopenmp"))
      part.push_back("-D_OPENMP=201511");
    if (separate && i + 1 < host_options.size()) {
      part.push_back(option);
      part.push_back(host_options[++i]);
    }
  }
  return part;
}

} // namespace raddle::driver
