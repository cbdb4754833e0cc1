#include "polynomial.h"

__constant__ double coefficients[4] = {1, 2, 3, 4};

__device__ double polynomial(double x) {
  double sum = 0;
  for (int i = 3; i >= 0; --i)
    sum = sum * x + coefficients[i];
  return sum;
}
