// An option that does not exist is named.
// flags: --no-such-option
// stderr: raddlecc: error: .*--no-such-option
int main() {}
