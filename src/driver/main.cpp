// raddlecc: compiles CUDA C++ for the CPU, used like nvcc.
#include "driver/driver.h"

int main(int count, char **values) { return raddle::driver::raddleccMain({values + 1, values + count}); }
