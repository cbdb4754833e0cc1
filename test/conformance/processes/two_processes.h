// A process and its child, which talk by messages. They part before either has called CUDA, as CUDA wants it.
#ifndef RADDLE_TEST_CONFORMANCE_PROCESSES_TWO_PROCESSES_H
#define RADDLE_TEST_CONFORMANCE_PROCESSES_TWO_PROCESSES_H

#include "../check.h"

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

class Peer {
public:
  explicit Peer(int socket) : socket_(socket) {}

  template <typename Value> void send(const Value &value) {
    CHECK_EQ(write(socket_, &value, sizeof value), static_cast<ssize_t>(sizeof value));
  }
  // Whoever has lost the other one ends.
  template <typename Value> Value receive() {
    Value value;
    if (read(socket_, &value, sizeof value) != static_cast<ssize_t>(sizeof value)) {
      std::printf("FAIL: the other process has ended\n");
      std::exit(1);
    }
    return value;
  }
  void sendDescriptor(int descriptor) { moveDescriptor(&descriptor, true); }
  int receiveDescriptor() {
    int descriptor = -1;
    moveDescriptor(&descriptor, false);
    return descriptor;
  }
  void close() { ::close(socket_); }

private:
  void moveDescriptor(int *descriptor, bool is_sent) {
    char byte = 0;
    iovec data = {&byte, 1};
    alignas(cmsghdr) char space[CMSG_SPACE(sizeof(int))] = {};
    msghdr message = {};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = space;
    message.msg_controllen = sizeof space;
    cmsghdr *const header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    if (is_sent) {
      std::memcpy(CMSG_DATA(header), descriptor, sizeof(int));
      CHECK_EQ(sendmsg(socket_, &message, 0), 1);
    } else if (CHECK_EQ(recvmsg(socket_, &message, 0), 1)) {
      std::memcpy(descriptor, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof(int));
    }
  }

  int socket_;
};

// Runs both, and answers the verdict of both. `first` may end before `second` has.
template <typename First, typename Second> int runTwo(First first, Second second) {
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0)
    return 1;
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close(sockets[0]);
    Peer peer(sockets[1]);
    first(peer);
    std::exit(tally.failures == 0 ? 0 : verdict());
  }
  close(sockets[1]);
  Peer peer(sockets[0]);
  second(peer, child);
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  return verdict();
}

#endif
