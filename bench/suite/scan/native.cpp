// Sixteen elements at a time in four steps; the last sum goes on to the next sixteen.
#include "../common/vector.h"
#include "problem.h"

using namespace bench;

// Moves all lanes up by a distance and fills with zeros: lane numbers of 16 and more are those of the second
// vector.
#define MOVE_UP(v, ...) __builtin_shufflevector(v, Int16{}, __VA_ARGS__)

static Int16 scanOfVector(Int16 v) {
  v += MOVE_UP(v, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);
  v += MOVE_UP(v, 16, 17, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13);
  v += MOVE_UP(v, 16, 17, 18, 19, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  v += MOVE_UP(v, 16, 17, 18, 19, 20, 21, 22, 23, 0, 1, 2, 3, 4, 5, 6, 7);
  return v;
}

struct Program : Scan {
  explicit Program(bool tiny) : Scan(tiny), out_(size) {}
  void run() {
#pragma omp parallel for
    for (int segment = 0; segment < size; segment += kSegment) {
      Int16 carry = {};
      for (int i = segment; i < segment + kSegment; i += 16) {
        Int16 sums = scanOfVector(load(&in[i])) + carry;
        store(&out_[i], sums);
        carry = __builtin_shufflevector(sums, sums, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15,
                                        15, 15);
      }
    }
  }
  void check() { Scan::check(out_.data()); }
  Array<int> out_;
};

int main(int argc, char **argv) { return serve<Program>(argc, argv); }
