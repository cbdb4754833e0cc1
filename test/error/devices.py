#!/usr/bin/env python3
"""devices.py PROGRAM: which devices a program sees, what it hears when there is none, and that slips in names are told."""

import re
import sys

from expectations import run, verdict

program, = sys.argv[1:]


def expect(environment, error, says=(), buses=None):
    environment = {"RADDLE_DEVICES": "", **environment}
    done = run([program, error], environment)
    lines = done.stderr.splitlines()
    complaints = []
    if done.returncode != 0:
        complaints.append("the program's own checks failed")
    if len(lines) != len(says) or not all(map(re.search, says, lines)):
        complaints.append(f"stderr should be {list(says)}")
    if buses and f"buses {buses}\n" not in done.stdout:
        complaints.append(f"the devices should be those of the buses {buses}")
    if complaints:
        verdict([f"{environment}: {complaint}" for complaint in complaints], done)


NONE = "cudaErrorNoDevice"
expect({"RADDLE_DEVICES": "0"}, NONE, ["^raddle: warning: there is no device: RADDLE_DEVICES=0$"])
expect({"RADDLE_DEVICES": "0", "RADDLE_QUIET": "1"}, NONE)
for number in ("-1", "x", "1x", "65", "1.5", "99999999999999999999"):
    expect({"RADDLE_DEVICES": number}, NONE, [f"^raddle: error: RADDLE_DEVICES={number} is not a number from 0 to 64"])
for name in ("sm_1", "x", "sm_90 "):
    expect({"RADDLE_DEVICE": name}, NONE, [f"^raddle: error: RADDLE_DEVICE={name} is not an architecture"])

expect({"RADDLE_DEVICES": "3"}, "cudaSuccess", buses="1 2 3")
for visible, buses in (("2,0", "3 1"), ("1", "2"), ("1,7,0", "2"), ("0, 2", "1 3"),
                       ("GPU-72616464-6c65-2d35-612d-303032,GPU-72616464-6c65-2d35-612d-303030", "3 1")):
    expect({"RADDLE_DEVICES": "3", "CUDA_VISIBLE_DEVICES": visible}, "cudaSuccess", buses=buses)
for visible in ("", "-1"):
    expect({"RADDLE_DEVICES": "3", "CUDA_VISIBLE_DEVICES": visible}, NONE)
for visible, error in (("3", NONE), ("x", NONE), ("GPU-0", NONE), ("1,1", "cudaErrorInvalidDevice")):
    expect({"RADDLE_DEVICES": "3", "CUDA_VISIBLE_DEVICES": visible}, error,
           [f"^raddle: warning: no device is visible: CUDA_VISIBLE_DEVICES={visible}"])

expect({"RADDLE_DEVICS": "3"}, "cudaSuccess",
       ["^raddle: warning: the variable RADDLE_DEVICS is unknown; did you mean RADDLE_DEVICES\\?"], buses="1")
verdict([])
