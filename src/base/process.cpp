#include "base/process.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace raddle {

int moveAboveStandardStreams(int descriptor, int flags) {
  if (descriptor < 0 || descriptor > STDERR_FILENO)
    return descriptor;
  int moved = fcntl(descriptor, flags & FD_CLOEXEC ? F_DUPFD_CLOEXEC : F_DUPFD, STDERR_FILENO + 1);
  close(descriptor);
  return moved;
}

// With the null pointer at its end.
static std::vector<char *> pointersTo(const std::vector<std::string> &texts) {
  std::vector<char *> pointers;
  for (const std::string &text : texts)
    pointers.push_back(const_cast<char *>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

static std::vector<std::string> environmentWith(const std::vector<std::string> &settings) {
  std::vector<std::string> environment;
  for (char **variable = environ; *variable; ++variable)
    environment.emplace_back(*variable);
  for (const std::string &setting : settings)
    if (!getenv(setting.substr(0, setting.find('=')).c_str()))
      environment.push_back(setting);
  return environment;
}

// Waits until there is something to read, or the end of it; false when it is time before.
static bool isReadableBefore(std::chrono::steady_clock::time_point time, int descriptor) {
  using namespace std::chrono;
  for (;;) {
    const auto left = ceil<milliseconds>(time - steady_clock::now()).count();
    pollfd readable{descriptor, POLLIN, 0};
    if (left <= 0)
      return false;
    if (poll(&readable, 1, static_cast<int>(std::min<milliseconds::rep>(left, INT_MAX))) != 0)
      return true;
  }
}

Result<ProcessOutput> runProcess(const std::vector<std::string> &arguments,
                                 const std::vector<std::string> &settings, const Reminder &reminder) {
  const auto begin = std::chrono::steady_clock::now();
  int pipe_ends[2];
  if (pipe2(pipe_ends, O_CLOEXEC) != 0)
    return Error{fmt::format("cannot create a pipe: {}", std::strerror(errno))};
  for (int &end : pipe_ends)
    end = moveAboveStandardStreams(end, FD_CLOEXEC);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], 1);
  posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], 2);

  const std::vector<std::string> environment = environmentWith(settings);
  pid_t child = 0;
  int failed = posix_spawnp(&child, arguments[0].c_str(), &actions, nullptr, pointersTo(arguments).data(),
                            pointersTo(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  close(pipe_ends[1]);
  if (failed) {
    close(pipe_ends[0]);
    return Error{fmt::format("cannot run {}: {}", arguments[0], std::strerror(failed))};
  }

  ProcessOutput result;
  char buffer[4096];
  bool is_reminder_due = static_cast<bool>(reminder.action);
  for (;;) {
    if (is_reminder_due && !isReadableBefore(begin + reminder.after, pipe_ends[0])) {
      reminder.action();
      is_reminder_due = false;
    }
    ssize_t got = read(pipe_ends[0], buffer, sizeof buffer);
    if (got > 0)
      result.output.append(buffer, static_cast<size_t>(got));
    else if (got == 0 || errno != EINTR)
      break;
  }
  close(pipe_ends[0]);

  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    // A program that ignores SIGCHLD reaps its children itself; then only the output tells.
    if (errno != EINTR)
      return result;
  }
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

} // namespace raddle
