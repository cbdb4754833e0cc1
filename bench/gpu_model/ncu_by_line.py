#!/usr/bin/env python3
"""What Nsight Compute has counted on a GPU, by source line, as JSON for compare_ncu.py. Runs where Nsight Compute is installed:

  nvcc -O3 -std=c++17 -arch=sm_90 -lineinfo bench/gpu_model/gpu_model.cu -o gpu_model
  ncu --clock-control none --section SourceCounters -f -o counted ./gpu_model --once
  bench/gpu_model/ncu_by_line.py counted.ncu-rep > counted.json
"""

import argparse
import glob
import json
import os
import shutil
import sys

# Metrics that have a value for each instruction.
METRICS = ["inst_executed", "thread_inst_executed", "memory_l2_theoretical_sectors_global",
           "memory_l2_theoretical_sectors_global_ideal", "memory_l1_wavefronts_shared", "memory_l1_wavefronts_shared_ideal",
           "smsp__branch_targets_threads_divergent", "smsp__branch_targets_threads_uniform"]


def find_module():
    """Nsight Compute's Python module lies beside ncu."""
    folders = [os.path.dirname(os.path.realpath(shutil.which("ncu") or "/usr"))]
    folders += glob.glob("/opt/nvidia/nsight-compute/*") + glob.glob("/usr/local/cuda*/nsight-compute*")
    for folder in folders:
        for parent in (folder, os.path.dirname(folder), os.path.dirname(os.path.dirname(folder))):
            module = os.path.join(parent, "extras", "python")
            if os.path.isdir(module):
                sys.path.append(module)
                return
    sys.exit("cannot find Nsight Compute's extras/python")


def lines_of(action):
    """By file and line: the sums of what its instructions count."""
    lines = {}
    for name in METRICS:
        metric = action.metric_by_name(name)
        if metric is None or metric.num_instances() == 0:
            continue
        addresses = metric.correlation_ids()
        for i in range(metric.num_instances()):
            source = action.source_info(addresses.as_uint64(i))
            if source is None:
                continue
            key = f"{os.path.basename(source.file_name())}:{source.line()}"
            counts = lines.setdefault(key, {})
            counts[name] = counts.get(name, 0) + metric.as_uint64(i)
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("report")
    arguments = parser.parse_args()
    find_module()
    import ncu_report  # pylint: disable=import-error,import-outside-toplevel
    report = ncu_report.load_report(arguments.report)
    kernels = []
    for index in range(report.num_ranges()):
        actions = report.range_by_idx(index)
        for number in range(actions.num_actions()):
            action = actions.action_by_idx(number)
            name = action.name(ncu_report.IAction.NameBase_DEMANGLED) if hasattr(ncu_report.IAction, "NameBase_DEMANGLED") \
                else action.name()
            kernels.append({"kernel": name, "lines": lines_of(action)})
    json.dump(kernels, sys.stdout, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
