// __shfl_up_sync leaves the lowest lanes of each segment unchanged. Every type, every width.
#include "shuffle_model.h"

int main() {
  checkShuffle<Shuffle::kUp>();
  return verdict();
}
