// A program that compares what calls return has looked at it, without asking for the last error or what it is called: nothing is
// told. Compiled without optimisation here; the same functions with it stand in errors_that_are_compared_optimised.cu.
#include "errors_that_are_compared.h"
