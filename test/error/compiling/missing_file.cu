// An input that does not exist is named.
// flags: no_such_file.cu
// stderr: error: .*no_such_file\.cu
int main() {}
