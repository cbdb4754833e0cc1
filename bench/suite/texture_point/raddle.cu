#include "../common/turned_by_texture.h"
#include "problem.h"

int main(int argc, char **argv) {
  return bench::serve<bench::TurnedByTexture<TexturePoint, cudaFilterModePoint>>(argc, argv);
}
