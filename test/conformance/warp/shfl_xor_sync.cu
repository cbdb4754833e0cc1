// __shfl_xor_sync reads lanes of earlier segments; towards later ones a lane keeps its own value. Every type,
// every width.
#include "shuffle_model.h"

int main() {
  checkShuffle<Shuffle::kXor>();
  return verdict();
}
