#!/usr/bin/env python3
"""What raddle profile says where something is wrong, and what it keeps of programs that crash."""

import csv
import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import program_checks


class Checks(program_checks.Checks):
    def command(self):
        return [self.raddle, "profile"]

    def all(self):
        program, missing = self.program, os.path.join(self.folder, "missing", "file")
        self.expect("the program's status", self.run(program, "3"), 3, "first(int*)", "second<int>(int*)")
        self.expect("no such kernel", self.run("--kernel", "third", program), 1,
                    "raddle: error: no kernel that ran contains 'third'; there are\n", "  first(int*)", "  second<int>(int*)")
        self.expect("no expression", self.run("--kernel", "(", program), 1, "'(' is no regular expression")
        named = self.run("--kernel", "second<int>(int*)", program)
        self.expect("a name as it is listed", named, 0, "second<int>(int*)  <<<(2,3), 32>>>")
        if "first(int*)" in named.stderr:
            self.fail(f"a name as it is listed chooses others, too:\n{named.stderr}")
        self.expect("a GPU", self.run("--gpu", "H100 SXM", program), 0, "on an H100 SXM")
        self.expect("no such GPU", self.run("--gpu", "H100", program), 1, "no sm_90 is known as 'H100'; --gpu can be H200, H100 SXM, H100 PCIe")
        self.expect("no such metric", self.run("--metrics", "launch__grid_siz", program), 1,
                    "there is no metric 'launch__grid_siz'; did you mean 'launch__grid_size'?")
        for option in ("--json", "--csv"):
            self.expect("an output that cannot be written", self.run(option, missing, program), 1,
                        f"raddle: error: cannot write {missing}: No such file or directory")
        for option, begin in (("--json", "{"), ("--csv", '"'), ("--timeline", "{")):
            self.kept_elsewhere(option, begin)
        self.expect("no kernel", self.run(program, "nothing"), 0, "raddle profile: no kernel has run")
        empty = os.path.join(self.folder, "empty.json")
        self.expect("no kernel in JSON", self.run("-q", "--json", empty, program, "nothing"), 0)
        if json.loads(pathlib.Path(empty).read_text())["kernels"] != []:
            self.fail("no kernel in JSON: there are some")
        self.expect("an architecture that is not known", self.run(program, environment={"RADDLE_DEVICE": "sm_53"}), 0,
                    "no estimate of a GPU's time: how fast sm_53 does what is not known")
        self.expect("one that is guessed", self.run(program, environment={"RADDLE_DEVICE": "sm_87"}), 0,
                    "each on a Jetson AGX Orin 64 GB", "parameters of this architecture are estimated in part")
        self.expect("no program", self.run(), 1, "raddle profile needs a program, or --import")
        self.expect("a program that is missing", self.run(missing), 127, f"cannot run {missing}")
        self.expect("a source", self.run("app.cu"), 1, "app.cu is a source: compile it first, with raddlecc")
        self.expect("an unknown option", self.run("--kernels", "x", program), 1, "--kernel")
        self.expect("no record", self.run("--import", missing), 1,
                    f"{missing} is no folder that RADDLE_PROFILE or --record has named")
        self.expect("a metric", self.run("--quiet", "--csv", "-", "--metrics", "launch__grid_size", program), 0,
                    '"second<int>(int*)","(32, 1, 1)","(2, 3, 1)","0","sm_90","launch__grid_size","block","6","same"')
        for how, status in (("abort", 134), ("fault", 0)):
            done = self.run("--json", "-", program, how)
            self.expect(f"a program that ends by {how}", done, status)
            counted = json.loads(done.stdout)
            if sum(kernel["counts"]["memory"]["store.global"]["requests"] for kernel in counted["kernels"]) < 4:
                self.fail(f"a program that ends by {how}: counts are lost\n{done.stdout}")
        self.folders()
        self.hot_lines()
        self.timelines()
        self.front_ends()

    def timelines(self):
        program, trace = self.program, os.path.join(self.folder, "trace.json")
        self.expect("an unwritable timeline", self.run("--timeline", self.program + "/x", program), 1, "cannot write")
        self.expect("nothing that runs", self.run("--timeline", trace, "--import", self.folder), 1, "need a program that runs")
        for how, status in (("abort", 134), ("3", 3)):
            self.expect("a timeline", self.run("--timeline", trace, program, how), status, "  kernels", "second<int>(int*)",
                        "cudaMalloc", "outer range", "  ranges of NVTX")
            with open(trace) as file:
                events = json.load(file)["traceEvents"]
            kinds = {event.get("cat") for event in events}
            if not {"kernel", "memcpy", "memset", "cuda", "nvtx", "host function"} <= kinds:
                self.fail(f"a timeline that ends with {how} has only {kinds}")
            kernels = [event for event in events if event.get("cat") == "kernel"]
            if [event["args"]["grid"] for event in kernels[:2]] != [[1, 1, 1], [2, 3, 1]] or any(e["dur"] <= 0 for e in kernels):
                self.fail(f"kernels on the timeline: {kernels}")
        self.expect("scaling", self.run("--scaling", program, environment={"RADDLE_WORKERS": "2"}), 0, "x with 2", "first(int*)")

    def hot_lines(self):
        """Where the time of this CPU goes, on both engines, and of a program that is killed."""
        output = os.path.join(self.folder, "hot.json")
        for lanes in ("32", "1"):
            self.expect("hot lines", self.run("--hot-lines", "--json", output, self.program, "long", environment={"RADDLE_LANES": lanes}), 0,
                        "samples of threads that worked for kernels", "spin(float*, int)", "the hot line")
            with open(output) as file:
                hot = json.load(file)
            line = program_checks.PROGRAM.split("// the hot line")[0].count("\n") + 1
            on_line = sum(each["samples"] for each in hot["kernels"][0]["lines"] if abs(each["line"] - line) <= 1)
            if hot["kernels"][0]["name"] != "spin(float*, int)" or on_line < hot["samples"] // 2 or hot["samples"] < 5:
                self.fail(f"{lanes} lanes: hot lines are not where the time goes: {hot}")
        self.expect("no samples", self.run("--hot-lines", self.program, "nothing"), 0, "no kernel has run for long enough")
        self.expect("hot lines and counts", self.run("--hot-lines", "--csv", output, self.program), 1, "--hot-lines counts nothing")
        self.expect("hot lines of nothing", self.run("--hot-lines", "--import", self.folder), 1, "need a program that runs")
        unusable = os.path.join(self.program, "folder")
        self.expect("samples that cannot be kept", self.run(binary=self.program, environment={"RADDLE_SAMPLES": unusable}), 0,
                    f"raddle: warning: RADDLE_SAMPLES={unusable}: Not a directory; no lines are sampled")

    def front_ends(self):
        """Under the names of NVIDIA's profilers."""
        tools = os.path.dirname(self.raddle)

        def tool(name, *words):
            return self.run(*words, binary=os.path.join(tools, name))

        self.expect("ncu", tool("ncu", "--csv", "--metrics=launch__grid_size", "-k", "second", self.program), 0,
                    '"second<int>(int*)","(32, 1, 1)","(2, 3, 1)","0","sm_90","launch__grid_size","block","6"')
        self.expect("ncu with an expression", tool("ncu", "--csv", "--metrics=launch__grid_size", "-k", "regex:^sec", self.program), 0,
                    '"second<int>(int*)"')
        for name, words in (("sec", "is called 'sec'"), ("regex:^ond", "has a name that matches '^ond'"), ("regex:int", "matches 'int'")):
            self.expect("ncu without such a kernel", tool("ncu", "-k", name, self.program), 1, f"{words}; there are\n  ")
        self.expect("ncu with no expression", tool("ncu", "-k", "regex:f(", self.program), 1, "'f(' is no regular expression")
        self.raw_page(tool("ncu", "--csv", "--page", "raw", self.program), None)
        self.raw_page(tool("ncu", "--csv", "--page", "raw", "--metrics", "launch__grid_size,launch__block_size", self.program),
                      {"launch__block_size": ("thread", "40", "32"), "launch__grid_size": ("block", "1", "6")})
        self.expect("the details of ncu", tool("ncu", "--csv", "--page", "details", "--metrics", "launch__grid_size", self.program), 0,
                    '"Metric Name","Metric Unit","Metric Value"', '"second<int>(int*)"')
        self.expect("an option of ncu", tool("ncu", "--set", "full", self.program), 1, "ncu: error: --set is not supported")
        self.expect("a metric of ncu", tool("ncu", "--metrics", "dram__bytes.sum", self.program), 1, "there is no metric 'dram__bytes.sum'")
        self.expect("ncu without a program", tool("ncu", "--csv"), 1, "ncu: error: no program is named")
        self.expect("nsys", tool("nsys", "profile", "-t", "cuda,nvtx", "--stats=true", "-o", "report", self.program, "4"), 4,
                    "Generated:", "report.json", "  kernels")
        self.expect("nsys again", tool("nsys", "profile", "-o", "report", self.program), 1,
                    "report.json is there already; --force-overwrite true replaces it")
        self.expect("nsys by force", tool("nsys", "profile", "-f", "true", "-o", "report", self.program), 0, "Generated:")
        self.expect("an option of nsys", tool("nsys", "profile", "--delay", "3", self.program), 1, "nsys: error: --delay is not supported")
        self.expect("a command of nsys", tool("nsys", "stats", "x"), 1, "nsys: error: stats is not supported")

    def raw_page(self, done, metrics):
        """Rows are launches in their order, columns metrics in that of their names; the second row has the units."""
        self.expect("the raw page", done, 0)
        head, units, *rows = csv.reader(done.stdout.splitlines())
        known = ["ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Context", "Stream", "Block Size", "Grid Size", "Device", "CC"]
        if head[:11] != known or units[:11] != [""] * 11 or head[11:] != sorted(head[11:]):
            self.fail(f"the raw page has columns {head}, {units}")
        if [(row[0], row[2], row[4], row[7], row[8], row[10]) for row in rows] != [
                ("0", "program", "first(int*)", "(40, 1, 1)", "(1, 1, 1)", "9.0"),
                ("1", "program", "second<int>(int*)", "(32, 1, 1)", "(2, 3, 1)", "9.0")]:
            self.fail(f"the raw page has rows {rows}")
        if metrics and {name: tuple(row[11 + i] for row in (units, *rows)) for i, name in enumerate(head[11:])} != metrics:
            self.fail(f"the raw page has metrics {done.stdout}")

    def folders(self):
        """By the variable alone, and read later."""
        record = os.path.join(self.folder, "record")
        done = self.run(binary=self.program, environment={"RADDLE_PROFILE": record})
        self.expect("with the variable", done, 0)
        self.expect("what it has recorded", self.run("--import", record), 0, "first(int*)", "second<int>(int*)")
        unusable = os.path.join(self.program, "folder")
        done = self.run(binary=self.program, environment={"RADDLE_PROFILE": unusable})
        self.expect("a folder that cannot be made", done, 0,
                    f"raddle: warning: cannot write to RADDLE_PROFILE={unusable}: Not a directory; nothing is counted")


if __name__ == "__main__":
    program_checks.run_checks(Checks, __doc__)
