// Runs the commands of one raddlecc call: prints them for -v and --dryrun, and stops them when raddlecc
// itself is told to stop.
#ifndef RADDLE_DRIVER_RUNNER_H
#define RADDLE_DRIVER_RUNNER_H

#include <csignal>
#include <string>
#include <vector>

namespace raddle::driver {

using Arguments = std::vector<std::string>;

class Runner {
public:
  /// `echo` prints each command to stderr; a dry run prints and does not run. From here on SIGINT,
  /// SIGTERM and SIGHUP no longer end the process, but the command that runs: run() then fails, the
  /// caller cleans up on its way out, and raiseSignal() has the last word. For one thread only.
  Runner(bool echo, bool dry_run);
  ~Runner();
  Runner(const Runner &) = delete;
  Runner &operator=(const Runner &) = delete;

  bool dryRun() const { return dry_run_; }

  /// Runs a command and waits for it. Returns its exit status, or 128 + the signal that ended it. The
  /// command has our stdin and stdout; what it writes to stderr goes to `diagnostics` when given.
  int run(const Arguments &arguments, std::string *diagnostics = nullptr);

  bool interrupted() const;

  /// Dies of the signal that interrupted us, if one did.
  void raiseSignal() const;

private:
  bool echo_;
  bool dry_run_;
  sigset_t original_mask_;
};

/// Prints a command to stderr in the form that scripts know from nvcc's -v: "#$ command".
void echo(const Arguments &arguments);

/// The command as one could type it into a shell.
std::string shellQuoted(const Arguments &arguments);

} // namespace raddle::driver

#endif
