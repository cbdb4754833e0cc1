// __shfl_sync takes the source lane modulo the width. Every type, every width.
#include "shuffle_model.h"

int main() {
  checkShuffle<Shuffle::kIndex>();
  return verdict();
}
