// STREAM's triad: twelve bytes an element, plain stores.
#include "../triad/native.cpp"
