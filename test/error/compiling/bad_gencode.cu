// A -gencode that cannot be read.
// flags: -gencode code=sm_80
// stderr: raddlecc: error: .*-gencode
int main() {}
