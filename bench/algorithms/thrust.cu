// Thrust on CUDA.
#include "thrust.h"

struct Wait {
  void operator()() const {
    if (cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess)
      throw std::runtime_error(std::string("CUDA: ") + cudaGetErrorString(error));
  }
};

int main(int argc, char **argv) { return bench::serveAlgorithm(argc, argv, bench::OfferOfThrust<Wait>()); }
