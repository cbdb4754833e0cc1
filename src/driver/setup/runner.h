// Runs the commands of one raddlecc call: prints them for -v and --dryrun, and stops them when raddlecc
// itself is told to stop.
#ifndef RADDLE_DRIVER_SETUP_RUNNER_H
#define RADDLE_DRIVER_SETUP_RUNNER_H

#include <csignal>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <sys/types.h>
#include <vector>

namespace raddle::driver {

using Arguments = std::vector<std::string>;

class Runner {
public:
  /// A command that runs beside others, until it is waited for or stopped.
  class Started;

  /// `echo` prints each command to stderr; a dry run prints and does not run. From here on SIGINT,
  /// SIGTERM and SIGHUP no longer end the process, but the command that runs: run() then fails, the
  /// caller cleans up on its way out, and raiseSignal() has the last word. For one thread only.
  Runner(bool echo, bool dry_run);
  ~Runner();
  Runner(const Runner &) = delete;
  Runner &operator=(const Runner &) = delete;

  bool dryRun() const { return dry_run_; }

  /// Runs a command and waits for it. Returns its exit status, or 128 + the signal that ended it. The
  /// command has our stdin and stdout; what it writes to stderr goes to `diagnostics` when given. `meanwhile` is called once
  /// when it has begun.
  int run(const Arguments &arguments, std::string *diagnostics = nullptr,
          const std::function<void()> &meanwhile = {});

  /// Starts a command whose arguments name kFedFile: what finish() gives it can be read there. Until then it waits when it
  /// comes to read it. What it writes to stderr is kept for finish(). Nothing when it cannot be started, which is said.
  std::unique_ptr<Started> start(const Arguments &arguments);
  static constexpr const char *kFedFile = "/dev/fd/9";

  /// Feeds a command that was started and waits for it, like run().
  int finish(Started &command, std::span<const char> fed, std::string *diagnostics);

  bool interrupted() const;

  /// Dies of the signal that interrupted us, if one did.
  void raiseSignal() const;

private:
  struct Files;
  std::optional<pid_t> spawn(const Arguments &arguments, const Files &files) const;
  int wait(pid_t child, bool stopped) const;

  bool echo_;
  bool dry_run_;
  sigset_t original_mask_;
};

class Runner::Started {
public:
  Started(pid_t child, int diagnostics, int feed) : child_(child), diagnostics_(diagnostics), feed_(feed) {}
  /// Stops the command where nobody has waited for it.
  ~Started();
  Started(const Started &) = delete;
  Started &operator=(const Started &) = delete;

private:
  friend class Runner;
  pid_t child_; // 0: waited for
  int diagnostics_, feed_;
};

/// Prints a command to stderr in the form that scripts know from nvcc's -v: "#$ command".
void echo(const Arguments &arguments);

/// The command as one could type it into a shell.
std::string shellQuoted(const Arguments &arguments);

} // namespace raddle::driver

#endif
