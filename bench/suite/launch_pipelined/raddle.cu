#include "../launch_waited/launches.h"

int main(int argc, char **argv) { return bench::serve<Launches<false>>(argc, argv); }
