// flags: -O3
#include "errors_that_are_compared.h"
