// /proc/self/cgroup says which group the process is in, for version 2 and for each controller of version 1:
//
//   4:memory:/jobs/17
//   0::/user.slice/app.scope
//
// /proc/self/mountinfo says where the groups are mounted, and with which of them as the root. In a container that may be the
// container's own group, of which the first file, if it does not have a name space of its own, tells the name outside.
#include "backend/cpu/control_group.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace raddle::cpu {

namespace fs = std::filesystem;

namespace {

bool isInList(const std::string &list, const std::string &word) {
  return ("," + list + ",").find("," + word + ",") != std::string::npos;
}

struct Version {
  const char *file_system;
  const char *controller; // "": the groups of this version have all controllers
  const char *limit;      // a number, or "max"
};
constexpr Version kVersions[] = {{"cgroup2", "", "memory.max"},
                                 {"cgroup", "memory", "memory.limit_in_bytes"}};

struct Mount {
  fs::path group; // what is mounted there
  fs::path folder;
};

std::vector<Mount> mountsOf(const Version &version, const fs::path &root) {
  std::vector<Mount> mounts;
  std::ifstream table(root / "proc/self/mountinfo");
  for (std::string line; std::getline(table, line);) {
    std::istringstream words(line);
    std::string skipped, group, folder, type, options;
    words >> skipped >> skipped >> skipped >> group >> folder;
    while (words >> skipped && skipped != "-")
      ;
    words >> type >> skipped >> options;
    if (type == version.file_system && (!*version.controller || isInList(options, version.controller)))
      mounts.push_back({group, folder});
  }
  return mounts;
}

// The process's group, or "" when it is in none of this version.
fs::path groupOf(const Version &version, const fs::path &root) {
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos)
      continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (*version.controller ? isInList(controllers, version.controller) : controllers.empty())
      return line.substr(second + 1);
  }
  return {};
}

std::size_t limitIn(const fs::path &file) {
  std::ifstream stream(file);
  std::size_t bytes = 0;
  return stream >> bytes ? bytes : SIZE_MAX;
}

std::size_t leastLimit(const Version &version, const Mount &mount, const fs::path &group,
                       const fs::path &root) {
  fs::path folder = root / mount.folder.relative_path();
  std::size_t least = limitIn(folder / version.limit);
  const fs::path below = group.lexically_relative(mount.group);
  if (below.empty() || *below.begin() == "..")
    return least;
  for (const fs::path &name : below) {
    folder /= name;
    least = std::min(least, limitIn(folder / version.limit));
  }
  return least;
}

} // namespace

std::size_t controlGroupMemoryLimit(const fs::path &root) {
  std::size_t least = SIZE_MAX;
  for (const Version &version : kVersions)
    for (const Mount &mount : mountsOf(version, root))
      least = std::min(least, leastLimit(version, mount, groupOf(version, root), root));
  return least;
}

} // namespace raddle::cpu
