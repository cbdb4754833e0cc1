#include "problem.h"

int main(int argc, char **argv) { return bench::serve<bench::TurnedByVectors<TexturePoint>>(argc, argv); }
