// The same without optimisation, where each thread is run by itself.
// flags: -G
#include "printf_in_program_order.cu"
