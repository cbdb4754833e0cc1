// A header of a library that Raddle lacks.
// stderr: {here}: .*error: .*file not found
// stderr: note: Raddle has no Thrust and no CUB yet
// clang-format off
#include <thrust/device_vector.h> // <- here

int main() { return thrust::device_vector<int>(3).size(); }
