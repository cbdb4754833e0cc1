// __shfl_down_sync leaves the highest lanes of each segment unchanged. Every type, every width.
#include "shuffle_model.h"

int main() {
  checkShuffle<Shuffle::kDown>();
  return verdict();
}
