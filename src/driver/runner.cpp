#include "driver/runner.h"

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

extern char **environ;

namespace raddle::driver {

namespace {

// The signal that asked us to stop. Process-wide, because signals are.
volatile std::sig_atomic_t stop_signal = 0;

constexpr int kStopSignals[] = {SIGINT, SIGTERM, SIGHUP};

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

int Runner::run(const Arguments &arguments, std::string *diagnostics) {
  if (echo_)
    echo(arguments);
  if (dry_run_)
    return 0;

  // The pipe tells when the command has ended, also when nobody wants its diagnostics: then nothing is
  // ever written to it.
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    fmt::print(stderr, "raddlecc: error: cannot create a pipe: {}\n", std::strerror(errno));
    return 1;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (diagnostics)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
  else
    posix_spawn_file_actions_adddup2(&actions, ends[1], ends[1]);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setsigmask(&attributes, &original_mask_);
  std::vector<char *> argv;
  for (const std::string &argument : arguments)
    argv.push_back(const_cast<char *>(argument.c_str()));
  argv.push_back(nullptr);
  pid_t child = 0;
  int failed = posix_spawnp(&child, argv[0], &actions, &attributes, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(ends[1]);
  if (failed) {
    close(ends[0]);
    fmt::print(stderr, "raddlecc: error: cannot run {}: {}\n", arguments[0], std::strerror(failed));
    return 1;
  }

  bool stopped = false;
  char buffer[4096];
  for (;;) {
    pollfd ready{ends[0], POLLIN, 0};
    if (ppoll(&ready, 1, nullptr, &original_mask_) < 0) {
      if (!stop_signal)
        continue;
      // The command may leave children behind that keep the pipe open; they are not waited for.
      stopped = true;
      kill(child, SIGTERM);
      break;
    }
    ssize_t got = read(ends[0], buffer, sizeof buffer);
    if (got > 0 && diagnostics)
      diagnostics->append(buffer, static_cast<size_t>(got));
    else if (got == 0 || (got < 0 && errno != EINTR))
      break;
  }
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  if (stopped)
    return 128 + stop_signal;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
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
