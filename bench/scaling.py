#!/usr/bin/env python3
"""How a compute-bound kernel scales from one worker to all: scaling.py path/to/kernel_bench"""

import os
import sys

import processes


def worker_counts():
    cores = len(os.sched_getaffinity(0))
    counts = [1]
    while counts[-1] * 2 < cores:
        counts.append(counts[-1] * 2)
    return counts + [cores] if cores > 1 else counts


def measure(program, repetitions=5):
    """Returns [(workers, milliseconds, efficiency)], efficiency being t(1) / (n * t(n))."""
    rows = []
    for workers in worker_counts():
        medians = processes.google_benchmark(
            program, filter="computeBound", repetitions=repetitions, environment={"RADDLE_WORKERS": str(workers)}
        )
        milliseconds, unit = medians["computeBound"]
        assert unit == "ms"
        alone = rows[0][1] if rows else milliseconds
        rows.append((workers, milliseconds, alone / (workers * milliseconds)))
    return rows


if __name__ == "__main__":
    for workers, milliseconds, efficiency in measure(sys.argv[1]):
        print(f"{workers:4d} workers  {milliseconds:9.2f} ms  {100 * efficiency:5.1f} %")
