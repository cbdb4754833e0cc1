// There is no C++ between a .cu file and its object.
// flags: -cuda
// stderr: raddlecc: error: option '-cuda' is not supported: clang compiles .cu files to objects at once
int main() {}
