// clang-format off
#include <cinttypes>
#include <cstdio>
int main() {
  int n = 3;
  unsigned list[] = {n};
  char *text = "three";
  std::printf("%s %"PRIu64"\n", text, static_cast<uint64_t>(list[0]));
}
