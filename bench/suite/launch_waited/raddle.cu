#include "launches.h"

int main(int argc, char **argv) { return bench::serve<Launches<true>>(argc, argv); }
