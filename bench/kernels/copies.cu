// What copies and fills of memory cost, against the fastest way in which all cores do the same here: each takes an equal
// part, or small ones in turns, with memcpy() and memset() or with stores past the caches. Up to a MiB the peer is one
// memcpy() or memset(). Prints one row for each, `name <tab> microseconds <tab> microseconds of the peer`, as medians of
// runs that take turns. bench/run.py shows the ratios.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <sys/mman.h>

namespace {

constexpr std::size_t kMiB = std::size_t(1) << 20;

void require(cudaError_t error) {
  if (error == cudaSuccess)
    return;
  std::fprintf(stderr, "copies: %s\n", cudaGetErrorString(error));
  std::exit(1);
}

// Threads that sleep between two pieces of work, one for each core, the calling one among them.
class Team {
public:
  explicit Team(unsigned size) {
    for (unsigned member = 1; member < size; ++member)
      threads_.emplace_back([this, member] {
        for (unsigned round = 1;; ++round) {
          round_.wait(round - 1);
          if (!work_)
            return;
          (*work_)(member);
          if (--busy_ == 0)
            busy_.notify_one();
        }
      });
  }
  ~Team() {
    start(nullptr);
    for (std::thread &thread : threads_)
      thread.join();
  }
  unsigned size() const { return unsigned(threads_.size()) + 1; }

  void run(const std::function<void(unsigned)> &work) {
    busy_ = unsigned(threads_.size());
    start(&work);
    work(0);
    for (unsigned busy = busy_; busy != 0; busy = busy_)
      busy_.wait(busy);
  }

private:
  void start(const std::function<void(unsigned)> *work) {
    work_ = work;
    ++round_;
    round_.notify_all();
  }
  std::vector<std::thread> threads_;
  const std::function<void(unsigned)> *work_ = nullptr;
  std::atomic<unsigned> round_ = 0, busy_ = 0;
};

using Vector [[gnu::vector_size(16), gnu::aligned(1)]] = unsigned char;
using Aligned [[gnu::vector_size(16)]] = unsigned char;

// `to` and `bytes` are multiples of 64.
void copyPastCaches(char *to, const char *from, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; i += 64) {
    Vector line[4];
    for (int part = 0; part < 4; ++part)
      line[part] = reinterpret_cast<const Vector *>(from + i)[part];
    for (int part = 0; part < 4; ++part)
      __builtin_nontemporal_store(Aligned(line[part]), reinterpret_cast<Aligned *>(to + i) + part);
  }
  std::atomic_thread_fence(std::memory_order_seq_cst);
}

void fillPastCaches(char *to, const char *, std::size_t bytes) {
  const Aligned ones = (unsigned char)1 - Aligned{};
  for (std::size_t i = 0; i < bytes; i += 16)
    __builtin_nontemporal_store(ones, reinterpret_cast<Aligned *>(to + i));
  std::atomic_thread_fence(std::memory_order_seq_cst);
}

void plainCopy(char *to, const char *from, std::size_t bytes) { std::memcpy(to, from, bytes); }
void plainFill(char *to, const char *, std::size_t bytes) { std::memset(to, 1, bytes); }

using Move = void (*)(char *to, const char *from, std::size_t bytes);

void inPieces(Team &team, Move move, char *to, const char *from, std::size_t bytes, std::size_t piece) {
  std::atomic<std::size_t> next = 0;
  team.run([&](unsigned) {
    for (std::size_t i = next.fetch_add(piece); i < bytes; i = next.fetch_add(piece))
      move(to + i, from + i, std::min(piece, bytes - i));
  });
}

// Host memory in huge pages, as the device's is.
char *hostMemory(std::size_t bytes) {
  constexpr std::size_t kHugePage = 2 * kMiB;
  bytes = (bytes + kHugePage - 1) / kHugePage * kHugePage;
  void *memory = std::aligned_alloc(kHugePage, bytes);
  madvise(memory, bytes, MADV_HUGEPAGE);
  std::memset(memory, 1, bytes);
  return static_cast<char *>(memory);
}

double microseconds(const std::function<void()> &work) {
  auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> &times) {
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  return times[times.size() / 2];
}

void compare(const std::string &name, int runs, const std::function<void()> &ours,
             const std::vector<std::function<void()>> &peers) {
  std::vector<double> our_times;
  std::vector<std::vector<double>> peer_times(peers.size());
  for (int run = 0; run < runs; ++run) {
    our_times.push_back(microseconds(ours));
    for (std::size_t peer = 0; peer < peers.size(); ++peer)
      peer_times[peer].push_back(microseconds(peers[peer]));
  }
  double fastest = 1e30;
  for (std::vector<double> &times : peer_times)
    fastest = std::min(fastest, median(times));
  std::printf("%s\t%.2f\t%.2f\n", name.c_str(), median(our_times), fastest);
  std::fflush(stdout);
}

} // namespace

int main() {
  Team team(std::max(std::thread::hardware_concurrency(), 1u));
  for (std::size_t mib : {1, 4, 16, 64, 256}) {
    const std::size_t bytes = mib * kMiB;
    const int runs = mib <= 4 ? 201 : 15;
    char *device, *other, *host = hostMemory(bytes), *host_other = hostMemory(bytes);
    require(cudaMalloc(&device, bytes));
    require(cudaMalloc(&other, bytes));
    require(cudaMemset(device, 1, bytes));
    require(cudaMemset(other, 1, bytes));
    require(cudaDeviceSynchronize());

    auto peersOf = [&](Move plain, Move past_caches, char *to, const char *from) {
      std::vector<std::function<void()>> peers;
      if (mib == 1)
        return std::vector<std::function<void()>>{[=] { plain(to, from, bytes); }};
      for (Move move : {plain, past_caches})
        for (std::size_t piece : {bytes / team.size() / 64 * 64 + 64, kMiB, kMiB / 4})
          peers.push_back([=, &team] { inPieces(team, move, to, from, bytes, piece); });
      return peers;
    };
    auto copies = [&](const char *name, char *to, const char *from, cudaMemcpyKind kind) {
      // Both sides move the same bytes.
      compare(std::string(name) + ", " + std::to_string(mib) + " MiB", runs,
              [=] { require(cudaMemcpy(to, from, bytes, kind)); }, peersOf(plainCopy, copyPastCaches, to, from));
    };
    copies("cudaMemcpy to the device", device, host, cudaMemcpyHostToDevice);
    copies("cudaMemcpy from the device", host_other, device, cudaMemcpyDeviceToHost);
    copies("cudaMemcpy on the device", other, device, cudaMemcpyDeviceToDevice);
    compare("cudaMemset, " + std::to_string(mib) + " MiB", runs,
            [=] {
              require(cudaMemset(device, 1, bytes));
              require(cudaDeviceSynchronize());
            },
            peersOf(plainFill, fillPastCaches, device, nullptr));
    require(cudaFree(device));
    require(cudaFree(other));
    std::free(host);
    std::free(host_other);
  }
}
