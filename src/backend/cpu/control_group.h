// The memory that the kernel's control groups leave to this process: containers, systemd's MemoryMax, job schedulers.
#ifndef RADDLE_BACKEND_CPU_CONTROL_GROUP_H
#define RADDLE_BACKEND_CPU_CONTROL_GROUP_H

#include <cstddef>
#include <filesystem>

namespace raddle::cpu {

/// The least of the limits, in bytes, of the process's group and all groups around it, of either version; SIZE_MAX when
/// there is none. Everything is read below `root`.
std::size_t controlGroupMemoryLimit(const std::filesystem::path &root = "/");

} // namespace raddle::cpu

#endif
