// A header of a library that Raddle lacks.
// stderr: {here}: .*error: .*file not found
// stderr: note: NVIDIA's libraries are not part of Raddle
// clang-format off
#include <cublas_that_is_nowhere.h> // <- here

int main() { return 0; }
