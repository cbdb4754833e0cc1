/* What gcc 13 warns of. */
static answer() { return 3; }
int early(int x) {
  if (x)
    return;
  return 2;
}
int main() { return later(answer()); }
int later(int x) { return x - 3; }
