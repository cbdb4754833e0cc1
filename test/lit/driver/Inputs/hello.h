#ifndef ANSWER
#define ANSWER 42
#endif
