// The same work as the tiled one.
#include "../sgemm_tiled/openmp.cpp"
