// Collects what the process writes to stdout while a piece of code runs.
#ifndef RADDLE_TEST_CONFORMANCE_CAPTURE_H
#define RADDLE_TEST_CONFORMANCE_CAPTURE_H

#include "check.h"

#include <algorithm>
#include <unistd.h>

template <typename Action> std::string textPrintedBy(Action action) {
  std::fflush(stdout);
  int saved = dup(STDOUT_FILENO);
  std::FILE *file = std::tmpfile();
  dup2(fileno(file), STDOUT_FILENO);
  action();
  CHECK_CUDA(cudaDeviceSynchronize());
  std::fflush(stdout);
  dup2(saved, STDOUT_FILENO);
  close(saved);
  std::rewind(file);
  std::string text;
  for (int c; (c = std::fgetc(file)) != EOF;)
    text += static_cast<char>(c);
  std::fclose(file);
  return text;
}

// The lines in sorted order: warps print in any order.
template <typename Action> std::vector<std::string> linesPrintedBy(Action action) {
  std::vector<std::string> lines;
  std::string line;
  for (char c : textPrintedBy(action))
    if (c == '\n') {
      lines.push_back(line);
      line.clear();
    } else {
      line += c;
    }
  if (!line.empty())
    lines.push_back(line);
  std::sort(lines.begin(), lines.end());
  return lines;
}

#endif
