#include "driver/setup/runner.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

extern char **environ;

namespace raddle::driver {

namespace {

// The signal that asked us to stop. Process-wide, because signals are.
volatile std::sig_atomic_t stop_signal = 0;

constexpr int kStopSignals[] = {SIGINT, SIGTERM, SIGHUP};

constexpr int kFedDescriptor = 9; // of Runner::kFedFile

bool makePipe(int (&ends)[2]) {
  if (pipe2(ends, O_CLOEXEC) == 0)
    return true;
  fmt::print(stderr, "raddlecc: error: cannot create a pipe: {}\n", std::strerror(errno));
  return false;
}

// False at the end of the file.
bool readSome(int file, std::string *text) {
  char buffer[4096];
  const ssize_t got = read(file, buffer, sizeof buffer);
  if (got > 0 && text)
    text->append(buffer, static_cast<size_t>(got));
  return got > 0 || (got < 0 && errno == EINTR);
}

} // namespace

Runner::Runner(bool echo, bool dry_run) : echo_(echo || dry_run), dry_run_(dry_run) {
  // The signals are blocked except while waiting for a command, so that none is missed in between.
  sigset_t blocked;
  sigemptyset(&blocked);
  struct sigaction action{};
  action.sa_handler = [](int signal) { stop_signal = signal; };
  for (int signal : kStopSignals) {
    struct sigaction previous{};
    sigaction(signal, nullptr, &previous);
    if (previous.sa_handler == SIG_IGN)
      continue;
    sigaddset(&blocked, signal);
    sigaction(signal, &action, nullptr);
  }
  sigprocmask(SIG_BLOCK, &blocked, &original_mask_);
}

Runner::~Runner() { sigprocmask(SIG_SETMASK, &original_mask_, nullptr); }

bool Runner::interrupted() const { return stop_signal != 0; }

void Runner::raiseSignal() const {
  if (!stop_signal)
    return;
  std::signal(stop_signal, SIG_DFL);
  sigprocmask(SIG_SETMASK, &original_mask_, nullptr);
  raise(stop_signal);
}

// What a command finds in place of our own files; -1: nothing.
struct Runner::Files {
  int standard_error = -1;
  int fed = -1;
  // Nobody writes to it, but it tells when the command has ended.
  int held = -1;
};

std::optional<pid_t> Runner::spawn(const Arguments &arguments, const Files &files) const {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (files.fed >= 0)
    posix_spawn_file_actions_adddup2(&actions, files.fed, kFedDescriptor);
  if (files.standard_error >= 0)
    posix_spawn_file_actions_adddup2(&actions, files.standard_error, STDERR_FILENO);
  if (files.held >= 0)
    posix_spawn_file_actions_adddup2(&actions, files.held, files.held);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setsigmask(&attributes, &original_mask_);
  std::vector<char *> argv;
  for (const std::string &argument : arguments)
    argv.push_back(const_cast<char *>(argument.c_str()));
  argv.push_back(nullptr);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, argv[0], &actions, &attributes, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (failed) {
    fmt::print(stderr, "raddlecc: error: cannot run {}: {}\n", arguments[0], std::strerror(failed));
    return std::nullopt;
  }
  return child;
}

int Runner::wait(pid_t child, bool stopped) const {
  if (stopped)
    kill(child, SIGTERM);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  if (stopped)
    return 128 + stop_signal;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int Runner::run(const Arguments &arguments, std::string *diagnostics,
                const std::function<void()> &meanwhile) {
  if (echo_)
    echo(arguments);
  if (dry_run_)
    return 0;

  // The pipe tells when the command has ended, also when nobody wants its diagnostics: then nothing is
  // ever written to it.
  int ends[2];
  if (!makePipe(ends))
    return 1;
  Files files;
  (diagnostics ? files.standard_error : files.held) = ends[1];
  const std::optional<pid_t> child = spawn(arguments, files);
  close(ends[1]);
  if (child && meanwhile)
    meanwhile();
  bool stopped = false;
  while (child && !stopped) {
    pollfd ready{ends[0], POLLIN, 0};
    if (ppoll(&ready, 1, nullptr, &original_mask_) < 0)
      // The command may leave children alive that keep the pipe open; they are not waited for.
      stopped = stop_signal != 0;
    else if (!readSome(ends[0], diagnostics))
      break;
  }
  close(ends[0]);
  return child ? wait(*child, stopped) : 1;
}

std::unique_ptr<Runner::Started> Runner::start(const Arguments &arguments) {
  int diagnostics[2], feed[2];
  if (!makePipe(diagnostics))
    return nullptr;
  if (!makePipe(feed)) {
    close(diagnostics[0]);
    close(diagnostics[1]);
    return nullptr;
  }
  Files files;
  files.standard_error = diagnostics[1];
  files.fed = feed[0];
  const std::optional<pid_t> child = spawn(arguments, files);
  close(diagnostics[1]);
  close(feed[0]);
  auto started = std::make_unique<Started>(child.value_or(0), diagnostics[0], feed[1]);
  return child ? std::move(started) : nullptr;
}

int Runner::finish(Started &command, std::span<const char> fed, std::string *diagnostics) {
  // A command that ends before it has read everything is no reason for us to end.
  struct sigaction ignore{}, before{};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignore, &before);
  fcntl(command.feed_, F_SETFL, O_NONBLOCK);
  bool stopped = false;
  while (!stopped) {
    pollfd ready[2] = {{command.diagnostics_, POLLIN, 0}, {command.feed_, POLLOUT, 0}};
    if (ppoll(ready, 2, nullptr, &original_mask_) < 0) {
      stopped = stop_signal != 0;
      continue;
    }
    if (ready[1].revents != 0) {
      const ssize_t written = write(command.feed_, fed.data(), fed.size());
      fed = fed.subspan(written > 0 ? static_cast<std::size_t>(written) : 0);
      // ppoll() passes over what is closed, and the command sees the end of the file.
      if (fed.empty() || (written < 0 && errno != EINTR && errno != EAGAIN))
        close(std::exchange(command.feed_, -1));
    }
    if (ready[0].revents != 0 && !readSome(command.diagnostics_, diagnostics))
      break;
  }
  sigaction(SIGPIPE, &before, nullptr);
  return wait(std::exchange(command.child_, 0), stopped);
}

Runner::Started::~Started() {
  if (child_ != 0) {
    kill(child_, SIGTERM);
    while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR)
      ;
  }
  for (const int file : {diagnostics_, feed_})
    if (file >= 0)
      close(file);
}

void echo(const Arguments &arguments) { fmt::print(stderr, "#$ {}\n", shellQuoted(arguments)); }

std::string shellQuoted(const Arguments &arguments) {
  std::string line;
  for (const std::string &argument : arguments) {
    if (!line.empty())
      line += ' ';
    bool plain = !argument.empty() && std::ranges::all_of(argument, [](unsigned char c) {
      return std::isalnum(c) || std::strchr("_-+=./,:@%^", c);
    });
    if (plain) {
      line += argument;
      continue;
    }
    line += '\'';
    for (char c : argument)
      line += c == '\'' ? "'\\''" : std::string(1, c);
    line += '\'';
  }
  return line;
}

} // namespace raddle::driver
