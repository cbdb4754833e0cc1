"""Random programs under `raddle check`. They are right, so nothing may be found in them. Each has a twin without one of
its synchronisations; where that changes what it computes on the thread engine, whose threads run one after the other as
far as they come, something has to be found on both engines.
"""

import collections
import copy
import json
import os
import random
import re
import shutil
import subprocess
import tempfile

from program import batch_text, program_text, synchronisations
from shrink import shrink

HERE = os.path.dirname(os.path.abspath(__file__))
# The first one's results say whether a synchronisation was needed.
CONFIGURATIONS = [("thread engine, one worker", {"RADDLE_LANES": "1", "RADDLE_WORKERS": "1"}),
                  ("warp engine, three workers", {"RADDLE_LANES": "32", "RADDLE_WORKERS": "3"})]
# What the warp engine tells of where lanes wait for those that would come later, or return (meetings.py).
WAITING = re.compile(r"\[(mask-names-absent-lanes|divergent-barrier|deadlock)\]")
KERNEL = re.compile(r"\bn_(\w+)::")


def twin_of(program):
    """Without one synchronisation; None if it has none."""
    count = len(synchronisations(program_text(program)))
    if not count:
        return None
    twin = copy.deepcopy(program)
    twin.name += "_twin"
    twin.left_out = random.Random(program.name).randrange(count)
    return twin


class Checker:
    def __init__(self, options):
        self.options = options
        self.raddle = options.raddle or os.path.join(os.path.dirname(options.raddlecc), "raddle")

    def run(self, programs, level):
        """For each configuration the digests of each program's launches, and the findings in it; or a complaint."""
        folder = tempfile.mkdtemp(prefix="raddle-fuzz-")
        try:
            source, binary = os.path.join(folder, "batch.cu"), os.path.join(folder, "batch")
            with open(source, "w", encoding="utf-8") as file:
                file.write(batch_text(programs))
            command = [self.options.raddlecc, "-std=c++17", "-w", *level, "-I", HERE, "-o", binary, source]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                return "does not compile: " + done.stderr[-2000:]
            return [self.outcome(folder, binary, environment) for _, environment in CONFIGURATIONS]
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def outcome(self, folder, binary, environment):
        report = os.path.join(folder, "report.json")
        command = [self.raddle, "check", "--quiet", "--fail-on", "never", "--report-api-errors", "no", "--json", report, binary]
        environment = {**os.environ, "RADDLE_HANG_SECONDS": "5", "RADDLE_FALLBACK": "0", **environment,
                       "RADDLE_CACHE_DIR": os.path.join(folder, "cache")}
        digests, findings = collections.defaultdict(list), collections.defaultdict(list)
        try:
            done = subprocess.run(command, env=environment, capture_output=True, text=True, errors="replace", check=False,
                                  timeout=self.options.timeout)
            lines, end = done.stdout.splitlines(), f"ended with {done.returncode}: {done.stderr[-600:]}"
        except subprocess.TimeoutExpired as hung:
            lines, end = (hung.stdout or b"").decode().splitlines(), "hangs"
        for line in lines:
            if len(words := line.split(" ", 2)) == 3:
                digests[words[0]].append(words[2])
        if not os.path.exists(report):
            return digests, None, end
        with open(report, encoding="utf-8") as file:
            for finding in json.load(file)["findings"]:
                if finding["severity"] != "note":
                    name = KERNEL.search(finding["here"].get("who", {}).get("kernel", ""))
                    findings[name.group(1) if name else ""].append(
                        f"{finding['what']} [{finding['rule']}] at {finding.get('place', 'no place')}")
        return digests, findings, end

    def verdicts(self, programs, level):
        """Of programs and twins: None, or what is wrong, after a word and a colon. And how many twins had to be found."""
        outcomes = self.run(programs, level)
        if isinstance(outcomes, str):
            return [outcomes] * len(programs), 0
        verdicts, needed = [], 0
        for program in programs:
            verdict, is_twin = None, program.left_out is not None
            # Without the synchronisation it may not come to the end, too.
            other = program.name.removesuffix("_twin")
            digests = outcomes[0][0]
            must_be_found = is_twin and other in digests and digests[program.name] != digests[other]
            needed += must_be_found
            for (configuration, _), (results, findings, end) in zip(CONFIGURATIONS, outcomes):
                if verdict:
                    break
                if findings is None or len(results[program.name]) < len(program.launches):
                    verdict = f"fails: {configuration}: {end}"
                elif not is_twin and (found := findings[program.name] + findings[""]):
                    stops = program.stops and configuration.startswith("warp") and all(map(WAITING.search, found))
                    verdict = f"{'stops' if stops else 'alarm'}: {configuration}: {'; '.join(found)}"
                elif must_be_found and not findings[program.name]:
                    verdict = f"missed: {configuration}: nothing is found without synchronisation {program.left_out}"
            verdicts.append(verdict)
        return verdicts, needed

    def with_twins(self, programs):
        twins = [twin_of(program) for program in programs]
        return [one for pair in zip(programs, twins) for one in pair if one]

    def shrunk(self, program, verdict, level):
        kind = verdict.split(":")[0] + ":"
        is_twin = program.left_out is not None

        def failing(candidates):
            # Twins are compared with what they are twins of.
            programs = []
            for number, candidate in enumerate(candidates):
                one = copy.deepcopy(candidate)
                one.name, one.left_out = f"program_{number}", None
                programs.append(one)
                if is_twin:
                    twin = copy.deepcopy(candidate)
                    twin.name = one.name + "_twin"
                    programs.append(twin)
            verdicts = self.verdicts(programs, level)[0]
            return [(verdict or "").startswith(kind) for verdict in (verdicts[1::2] if is_twin else verdicts)]
        return shrink(program, failing)
