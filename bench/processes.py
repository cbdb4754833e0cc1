"""Measures whole processes: wall time, peak memory, and how a benchmark scales with the workers."""

import json
import os
import statistics
import subprocess
import tempfile
import time


def median_wall_ms(command, repetitions=15):
    """Median wall time of a process in milliseconds; one run before fills the caches."""
    times = []
    for _ in range(repetitions + 1):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times[1:])


def first_launch_ms(command, repetitions=5):
    """Medians of the milliseconds that a program prints for its first launch: with an empty cache and with a full one."""
    compiled, cached = [], []
    for _ in range(repetitions):
        with tempfile.TemporaryDirectory() as cache:
            for times in (compiled, cached):
                environment = {**os.environ, "RADDLE_CACHE_DIR": cache}
                output = subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout
                times.append(float(output.split()[0]))
    return statistics.median(compiled), statistics.median(cached)


def run_time_compilation_ms(command, repetitions=5):
    """Medians of the milliseconds to the first result of a kernel that comes as text: by the first such program of a user, whose
    cache is empty; a new kernel when CUDA's headers are precompiled; and one that the cache has."""
    first, new, cached = [], [], []
    for _ in range(repetitions):
        with tempfile.TemporaryDirectory() as cache:
            environment = {**os.environ, "RADDLE_CACHE_DIR": cache}
            for times, number in ((first, "1"), (new, "2"), (cached, "2")):
                output = subprocess.run(
                    [*command, number], check=True, capture_output=True, text=True, env=environment
                ).stdout
                times.append(float(output))
    return statistics.median(first), statistics.median(new), statistics.median(cached)


def peak_memory_mib(command):
    """Peak resident memory of a process in MiB, compilation not included: a run before fills the cache."""
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command)
    return usage.ru_maxrss / 1024


def rows(command, environment=None):
    """What a program prints: a list of its lines, each split at its tabs."""
    output = subprocess.run(
        command, env={**os.environ, **(environment or {})}, check=True, capture_output=True, text=True
    ).stdout
    return [line.split("\t") for line in output.splitlines()]


def google_benchmark(program, filter=None, repetitions=7, environment=None):
    """Runs a Google Benchmark program; returns {name: (median time, unit)} of real or manual time."""
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        command = [
            program,
            f"--benchmark_repetitions={repetitions}",
            "--benchmark_report_aggregates_only=true",
            f"--benchmark_out={out.name}",
            "--benchmark_out_format=json",
        ]
        if filter:
            command.append(f"--benchmark_filter={filter}")
        finished = subprocess.run(command, env={**os.environ, **(environment or {})}, capture_output=True, text=True)
        if finished.returncode != 0:
            raise RuntimeError(f"{program} failed:\n{finished.stderr}")
        # Nothing is written when the filter fits no benchmark.
        text = out.read()
        runs = json.loads(text)["benchmarks"] if text else []
    failed = [run["name"] for run in runs if run.get("error_occurred")]
    if failed:
        raise RuntimeError(f"{program}: {failed[0]} failed")
    return {
        short_name(run["run_name"]): (run["real_time"], run["time_unit"])
        for run in runs
        if run.get("aggregate_name") == "median"
    }


def short_name(name):
    """Benchmark names without the settings that Google Benchmark appends."""
    return "/".join(part for part in name.split("/") if part not in ("real_time", "manual_time") and ":" not in part)
