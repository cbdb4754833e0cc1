#ifndef VECTOR_H
#define VECTOR_H

/// 1/1 + 1/2 + ... + 1/n, summed up by a kernel. Negative when the runtime reports an error.
double harmonic(int n);

/// The version of the runtime, asked for by host code in C++.
int runtimeVersion();

#endif
