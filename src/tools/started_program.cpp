#include "tools/started_program.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

namespace raddle::tools {

namespace {

// Ends with the program, which has to be told of what is meant for it.
volatile pid_t running = 0;
void passOn(int signal) {
  if (running > 0)
    kill(running, signal);
}

[[noreturn]] void become(std::vector<std::string> command, const char *variable,
                         const std::function<std::string()> &value) {
  setenv(variable, value().c_str(), 1);
  std::vector<char *> argv;
  for (std::string &word : command)
    argv.push_back(word.data());
  argv.push_back(nullptr);
  execvp(argv[0], argv.data());
  fmt::print(stderr, "raddle: error: cannot run {}: {}\n", command[0], std::strerror(errno));
  _exit(127);
}

} // namespace

Result<int> runAndWait(const std::vector<std::string> &command, const char *variable,
                       const std::function<std::string()> &value) {
  const pid_t child = fork();
  if (child < 0)
    return Error{fmt::format("cannot start a process: {}", std::strerror(errno))};
  if (child == 0)
    become(command, variable, value);
  running = child;
  // The terminal tells the program too.
  for (const int ignored : {SIGINT, SIGQUIT})
    std::signal(ignored, SIG_IGN);
  for (const int passed : {SIGTERM, SIGHUP})
    std::signal(passed, passOn);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  running = 0;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace raddle::tools
