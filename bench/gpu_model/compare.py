#!/usr/bin/env python3
"""How good the model of a GPU's time is: what raddle profile estimates against what a GPU took (gpu_model.cu says how to get both).

Prints both times of each kernel, the errors, and how many pairs of variants of one kernel are in the right order.
"""

import argparse
import json
import math
import re
import statistics
import sys


def key(name):
    """void copyStrided<(int)2>(float const*, float*) is copyStrided<2>."""
    name = re.sub(r"\([a-z ]+\)(?=[-\d])", "", name)
    return re.sub(r"^void ", "", name.split("(")[0]).strip()


def estimates(profile):
    found = {}
    for kernel in profile["kernels"]:
        for launches in kernel["launches"]:
            if "gpu_estimate" in launches:
                found.setdefault(key(kernel["name"]), launches["gpu_estimate"])
    return found


def pairs(rows, least):
    """Those of a group whose measured times differ by more than `least`: (kernels, whether the order is right)."""
    for i, one in enumerate(rows):
        for other in rows[i + 1:]:
            if one["group"] == other["group"] and abs(math.log(one["measured"] / other["measured"])) > math.log(1 + least):
                yield one, other, (one["measured"] < other["measured"]) == (one["estimated"] < other["estimated"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("predicted", help="from raddle profile --json")
    parser.add_argument("measured", help="what gpu_model has printed on the GPU")
    parser.add_argument("--least", type=float, default=0.05, help="pairs that differ by less have no order (0.05)")
    parser.add_argument("--json", action="store_true", help="print all that is known as JSON")
    arguments = parser.parse_args()
    with open(arguments.predicted) as file:
        predicted = estimates(json.load(file))
    with open(arguments.measured) as file:
        measured = json.load(file)
    rows = []
    for kernel in measured["kernels"]:
        estimate = predicted.get(key(kernel["kernel"]))
        if not estimate:
            print(f"no estimate for {kernel['kernel']}", file=sys.stderr)
            continue
        rows.append({"group": kernel["group"], "kernel": kernel["kernel"], "measured": kernel["nanoseconds"] / 1e3,
                     "estimated": estimate["nanoseconds"] / 1e3, "bound": estimate["bound"],
                     "parts": estimate["parts"], "doubts": estimate["doubts"]})
    if not rows:
        return "nothing to compare"
    if arguments.json:
        print(json.dumps(rows, indent=1))
        return 0
    print(f"{'kernel':<28} {'measured':>10} {'estimated':>10} {'ratio':>6}  bounded by")
    for row in rows:
        print(f"{row['kernel']:<28} {row['measured']:>7.1f} us {row['estimated']:>7.1f} us "
              f"{row['estimated'] / row['measured']:>6.2f}  {row['bound']}{'  (doubted)' if row['doubts'] else ''}")
    for what, some in (("all kernels", rows), ("kernels without doubts", [row for row in rows if not row["doubts"]])):
        errors = [abs(math.log(row["estimated"] / row["measured"])) for row in some]
        order = list(pairs(some, arguments.least))
        if not errors:
            continue
        print(f"\n{what}: {len(some)}; error: geometric mean {math.exp(statistics.mean(errors)):.2f}x, "
              f"median {math.exp(statistics.median(errors)):.2f}x, worst {math.exp(max(errors)):.2f}x; "
              f"{sum(right for _, _, right in order)} of {len(order)} pairs of variants in the right order")
        for one, other, right in order:
            if not right:
                print(f"  not: {one['kernel']} ({one['measured']:.1f} us) and {other['kernel']} ({other['measured']:.1f} us)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
