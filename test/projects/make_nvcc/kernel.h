#ifndef KERNEL_H
#define KERNEL_H

void squares(int *values, int n);
int threads();

#endif
