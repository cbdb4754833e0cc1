// An architecture that does not exist is named, with those that do.
// flags: -arch=sm_12345
// stderr: raddlecc: error: .*sm_12345
int main() {}
