// The lanes of a warp run together: a statement prints for all of them before the next one does, and lanes that have
// parted print together again after the place where they meet. Which side of a branch comes first is open.
#include "../capture.h"

#define PRINT(name) printf(name "%d ", t)
#define LANE() const int t = threadIdx.x

__global__ void rows(const int *) {
  LANE();
  if (t == 0) PRINT("first");
  PRINT("a");
  if (t == 0) PRINT("end");
  if (t == 0) PRINT("second");
  PRINT("b");
  if (t == 0) PRINT("end");
}

__global__ void sides(const int *data) {
  LANE();
  if (data[t])
    PRINT("a");
  else
    PRINT("b");
  PRINT("z");
  if (t & 1) {
    PRINT("a");
    if (t & 2)
      PRINT("b");
    else
      PRINT("c");
    PRINT("d");
  } else {
    PRINT("e");
    if (t & 2)
      PRINT("f");
    PRINT("g");
  }
  PRINT("z");
  if (t < 3)
    PRINT("a");
  else if (t < 5)
    PRINT("b");
  else
    PRINT("c");
  PRINT("z");
  // The same text, but two statements.
  if (t & 1)
    PRINT("s");
  else
    PRINT("s");
  PRINT("z");
}

__device__ bool bitOf(int t, int bit) {
  PRINT("q");
  return t & bit;
}

__global__ void conditions(const int *) {
  LANE();
  if (bitOf(t, 1) && bitOf(t, 2))
    PRINT("y");
  else
    PRINT("n");
  PRINT("z");
  if (bitOf(t, 1) || bitOf(t, 2))
    PRINT("y");
  PRINT("z");
}

__global__ void loops(const int *data) {
  LANE();
  for (int i = 0; i <= t % 3; ++i) {
    PRINT("i");
    if (i & 1)
      PRINT("o");
    PRINT("e");
  }
  PRINT("z");
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j <= (t + i) % 2; ++j)
      PRINT("j");
    PRINT("i");
  }
  PRINT("z");
  for (int i = 0; i < data[8 + t]; ++i) {
    if ((t + i) & 1) {
      PRINT("c");
      continue;
    }
    PRINT("n");
  }
  PRINT("z");
  for (int i = 0; i < 4; ++i) {
    PRINT("i");
    if (t == i)
      break;
    PRINT("n");
  }
  PRINT("z");
  int left = data[8 + t];
  do
    PRINT("w");
  while (--left > 0);
  PRINT("z");
}

__global__ void cases(const int *) {
  LANE();
  switch (t) {
  case 5:
    PRINT("a");
    break;
  case 1:
    PRINT("b");
  case 2:
    PRINT("c");
    break;
  case 0:
    PRINT("d");
    break;
  default:
    PRINT("e");
  }
  PRINT("z");
}

__device__ __noinline__ void twice(int t) {
  PRINT("f");
  PRINT("g");
}

__device__ __noinline__ void deep(int t, int left) {
  PRINT("(");
  if (left > 0)
    deep(t, left - 1);
  PRINT(")");
}

__device__ void (*volatile pointer)(int) = twice;

__global__ void calls(const int *) {
  LANE();
  if (t & 1) {
    twice(t);
  } else {
    PRINT("x");
    twice(t);
  }
  PRINT("z");
  for (int i = 0; i < 2; ++i)
    twice(t);
  deep(t, 2);
  PRINT("z");
  pointer(t);
}

__global__ void returns(const int *) {
  LANE();
  if (t < 2) {
    PRINT("bye");
    return;
  }
  PRINT("stay");
  if (t == 5) {
    PRINT("x");
    return;
  }
  PRINT("z");
}

// Lanes that wait for each other, wherever they do.
__global__ void meetings(const int *) {
  LANE();
  if (t == 0) {
    PRINT("a");
    __syncwarp(0x3);
    PRINT("b");
  } else if (t == 1) {
    PRINT("c");
    __syncwarp(0x3);
    PRINT("d");
  }
}

__global__ void signals(int *flag) {
  LANE();
  if (t == 0) {
    while (atomicAdd(flag, 0) == 0)
      ;
    PRINT("got");
  } else if (t == 1) {
    PRINT("set");
    __threadfence();
    atomicExch(flag, 1);
  }
}

__global__ void locks(int *lock) {
  LANE();
  for (bool done = t >= 3; !done;)
    if (atomicCAS(lock, 0, 1) == 0) {
      PRINT("in");
      PRINT("out");
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
}

__global__ void votes(const int *) {
  LANE();
  for (int i = 0; i < 2; ++i) {
    PRINT("a");
    if (t == 3)
      PRINT("b");
    if (__any_sync(0xff, t == i))
      PRINT("c");
  }
}

// Patterns: "a:013" is "a0 a1 a3 ", and of "{a:1|b:2|c:3}" the parts may come in any order.
std::vector<std::string> textsOf(const char *&at);

std::vector<std::string> textsOfGroup(const char *&at) {
  std::vector<std::vector<std::string>> parts;
  do
    parts.push_back(textsOf(++at));
  while (*at == '|');
  ++at;
  std::vector<std::size_t> order(parts.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  std::vector<std::string> texts;
  do {
    std::vector<std::string> longer{""};
    for (std::size_t part : order) {
      std::vector<std::string> all;
      for (const std::string &begin : longer)
        for (const std::string &end : parts[part])
          all.push_back(begin + end);
      longer = all;
    }
    texts.insert(texts.end(), longer.begin(), longer.end());
  } while (std::next_permutation(order.begin(), order.end()));
  return texts;
}

std::vector<std::string> textsOf(const char *&at) {
  std::vector<std::string> texts{""};
  while (*at && *at != '|' && *at != '}') {
    std::vector<std::string> next{""};
    if (*at == ' ') {
      ++at;
    } else if (*at == '{') {
      next = textsOfGroup(at);
    } else {
      std::string name;
      while (*at != ':')
        name += *at++;
      for (++at; *at >= '0' && *at <= '7'; ++at)
        next[0] += name + *at + ' ';
    }
    std::vector<std::string> all;
    for (const std::string &begin : texts)
      for (const std::string &end : next)
        all.push_back(begin + end);
    texts = all;
  }
  return texts;
}

template <typename T> void expect(void (*kernel)(T *), const char *pattern, bool zero = false) {
  DeviceArray<int> data(std::vector<int>{1, 0, 0, 1, 1, 0, 1, 0, 2, 3, 2, 1, 3, 1, 2, 2});
  if (zero)
    CHECK_CUDA(cudaMemset(data.get(), 0, sizeof(int)));
  const std::string got = textPrintedBy([&] { kernel<<<1, 8>>>(data.get()); });
  const char *at = pattern;
  const std::vector<std::string> texts = textsOf(at);
  if (std::find(texts.begin(), texts.end(), got) == texts.end())
    CHECK_EQ(got, texts[0]);
  else
    CHECK(true);
}

// Each warp for itself, and what stands before a barrier before all that stands after it.
__global__ void around_barrier() {
  const int t = threadIdx.x;
  if (t % 32 == 0)
    printf("a %d %d\n", t / 32, t % 32);
  printf("b %d %d\n", t / 32, t % 32);
  __syncthreads();
  if (t % 32 == 5)
    printf("c %d %d\n", t / 32, t % 32);
  printf("d %d %d\n", t / 32, t % 32);
}

void checkAroundBarrier(int warps) {
  const std::string got = textPrintedBy([&] { around_barrier<<<1, 32 * warps>>>(); });
  std::vector<std::string> by_warp(warps), expected(warps);
  std::string statements;
  for (std::size_t begin = 0; begin < got.size(); begin = got.find('\n', begin) + 1) {
    statements += got[begin];
    by_warp[std::atoi(&got[begin + 2]) % warps] += got.substr(begin, got.find('\n', begin) + 1 - begin);
  }
  for (int warp = 0; warp < warps; ++warp) {
    auto line = [&](char statement, int lane) {
      expected[warp] +=
          std::string(1, statement) + ' ' + std::to_string(warp) + ' ' + std::to_string(lane) + '\n';
    };
    line('a', 0);
    for (int lane = 0; lane < 32; ++lane)
      line('b', lane);
    line('c', 5);
    for (int lane = 0; lane < 32; ++lane)
      line('d', lane);
  }
  CHECK_SAME(by_warp, expected);
  CHECK(statements.find_last_of("ab") < statements.find_first_of("cd"));
}

int main() {
  expect(rows, "first:0 a:01234567 end:0 second:0 b:01234567 end:0");
  expect(sides, "{a:0346|b:1257} z:01234567"
                "{a:1357 {b:37|c:15} d:1357|e:0246 f:26 g:0246} z:01234567"
                "{a:012|b:34|c:567} z:01234567"
                "{s:1357|s:0246} z:01234567");
  expect(conditions, "q:01234567 q:1357 {y:37|n:012456} z:01234567 q:01234567 q:0246 y:123567 z:01234567");
  expect(loops, "i:01234567 e:01234567 i:12457 o:12457 e:12457 i:25 e:25 z:01234567"
                "j:01234567 j:1357 i:01234567 j:01234567 j:0246 i:01234567 z:01234567"
                "{n:0246|c:1357} {n:17|c:0246} {n:4|c:1} z:01234567"
                "i:01234567 n:1234567 i:1234567 n:234567 i:234567 n:34567 i:34567 n:4567 z:01234567"
                "w:01234567 w:012467 w:14 z:01234567");
  expect(cases, "{a:5|b:1 c:12|d:0|e:3467} z:01234567");
  expect(calls, "{f:1357 g:1357|x:0246 f:0246 g:0246} z:01234567"
                "f:01234567 g:01234567 f:01234567 g:01234567"
                "(:01234567 (:01234567 (:01234567 ):01234567 ):01234567 ):01234567 z:01234567"
                "f:01234567 g:01234567");
  expect(returns, "{bye:01|stay:234567 {x:5|z:23467}}");
  expect(meetings, "{a:0|c:1} {b:0|d:1}");
  expect(signals, "set:1 got:0", true);
  expect(locks, "{in:0 out:0|in:1 out:1|in:2 out:2}", true);
  expect(votes, "a:01234567 b:3 c:01234567 a:01234567 b:3 c:01234567");
  checkAroundBarrier(1);
  checkAroundBarrier(4);
  return verdict();
}
