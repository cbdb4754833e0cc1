// env: RADDLE_MMA=fast
// Sums of small integers are exact with the processor's own instructions for products, too.
#include "sequences.cu"
