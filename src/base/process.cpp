#include "base/process.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
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

Result<ProcessOutput> runProcess(const std::vector<std::string> &arguments) {
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

  std::vector<char *> argv;
  for (const std::string &argument : arguments)
    argv.push_back(const_cast<char *>(argument.c_str()));
  argv.push_back(nullptr);

  pid_t child = 0;
  int failed = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(pipe_ends[1]);
  if (failed) {
    close(pipe_ends[0]);
    return Error{fmt::format("cannot run {}: {}", arguments[0], std::strerror(failed))};
  }

  ProcessOutput result;
  char buffer[4096];
  for (;;) {
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
