// What raddlecc precompiles: nothing but cuda_runtime.h, which it includes in front of every .cu file.
