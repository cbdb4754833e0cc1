// What is known about a kernel before anybody launches it.
#ifndef RADDLE_TOOLS_OCCUPANCY_KERNEL_FACTS_H
#define RADDLE_TOOLS_OCCUPANCY_KERNEL_FACTS_H

#include <cstddef>
#include <string>

namespace raddle::tools::occupancy {

/// Where a number of registers comes from.
enum class RegisterSource { Estimate, Cubin, Ptxas, CommandLine };

inline const char *describe(RegisterSource source) {
  switch (source) {
  case RegisterSource::Estimate:
    return "estimate";
  case RegisterSource::Cubin:
    return "cubin";
  case RegisterSource::Ptxas:
    return "ptxas";
  case RegisterSource::CommandLine:
    return "given";
  }
  return "";
}

struct KernelFacts {
  std::string name;              // mangled
  unsigned architecture = 0;     // compute capability of the machine code, e.g. 90; 0 for none
  std::size_t static_shared = 0; // bytes per block
  unsigned max_threads = 0;      // of __launch_bounds__, 0 when absent
  unsigned min_blocks = 0;       // of __launch_bounds__, 0 when absent
  unsigned max_registers = 0;    // of __maxnreg__ or -maxrregcount, 0 when absent
  unsigned registers = 0;        // per thread
  unsigned barriers = 0;         // named barriers per block
  RegisterSource source = RegisterSource::Estimate;
};

} // namespace raddle::tools::occupancy

#endif
