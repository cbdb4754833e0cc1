// The intermediate files of one raddlecc call.
#ifndef RADDLE_DRIVER_SETUP_WORKSPACE_H
#define RADDLE_DRIVER_SETUP_WORKSPACE_H

#include "base/result.h"

#include <filesystem>
#include <set>
#include <string>

namespace raddle::driver {

/// A folder of its own under $TMPDIR, removed with all its files at the end; or, with --keep, a folder
/// of the user's choice that stays.
class Workspace {
public:
  static Result<Workspace> temporary();
  static Result<Workspace> kept(const std::filesystem::path &folder);
  /// For --dryrun: names files without making any.
  static Workspace imaginary();

  ~Workspace();
  Workspace(Workspace &&other) noexcept;
  Workspace &operator=(Workspace &&) = delete;

  /// The path for an intermediate file of `source`; "dir/a.cu" and "device.bc" give ".../a.device.bc". A
  /// name is never given out twice.
  std::filesystem::path file(const std::filesystem::path &source, const std::string &suffix);

private:
  Workspace(std::filesystem::path folder, bool remove) : folder_(std::move(folder)), remove_(remove) {}

  std::filesystem::path folder_;
  bool remove_;
  std::set<std::string> names_;
};

} // namespace raddle::driver

#endif
