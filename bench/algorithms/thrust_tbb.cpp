// Thrust on TBB.
#define THRUST_DEVICE_SYSTEM THRUST_DEVICE_SYSTEM_TBB
#include "thrust.h"

struct Wait {
  void operator()() const {}
};

int main(int argc, char **argv) { return bench::serveAlgorithm(argc, argv, bench::OfferOfThrust<Wait>()); }
