extern __constant__ double coefficients[4];
__device__ double polynomial(double x);
__device__ double derivative(double x);
void launchDerivative(double *values, int count);
