"""What a measurement is of no use without: the machine, the date and the revision."""

import datetime
import os
import platform
import subprocess


def describe():
    return {
        "cpu": cpu_name(),
        "cores": len(os.sched_getaffinity(0)),
        "date": datetime.date.today().isoformat(),
        "revision": revision(),
    }


def revision():
    try:
        return subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""


def cpu_name():
    try:
        with open("/proc/cpuinfo") as lines:
            return next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine()
