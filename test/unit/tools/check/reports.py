"""What `raddle check` and compute-sanitizer write, as programs that know nothing of Raddle read it: reports.py RADDLECC RADDLE."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

FOLDER = pathlib.Path(__file__).resolve().parent
RADDLECC, RADDLE = map(pathlib.Path, sys.argv[1:3])


def run(*command, status):
    result = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert result.returncode == status, (command, result.returncode, status, result.stdout, result.stderr)
    return result


# What the schema of SARIF 2.1.0 says of the objects that are written: required and allowed properties with their types.
# A string is the name of a kind of object, [x] an array of x.
SARIF = {
    "sarifLog": ({"version": str, "runs": ["run"]}, {"$schema": str}),
    "run": ({"tool": "tool"}, {"results": ["result"], "invocations": ["invocation"], "columnKind": str}),
    "tool": ({"driver": "toolComponent"}, {}),
    "toolComponent": ({"name": str}, {"version": str, "rules": ["reportingDescriptor"]}),
    "reportingDescriptor": ({"id": str}, {"shortDescription": "message", "help": "message",
                                          "defaultConfiguration": "reportingConfiguration", "properties": "propertyBag"}),
    "reportingConfiguration": ({}, {"level": str}),
    "propertyBag": ({}, {"tags": [str]}),
    "invocation": ({"executionSuccessful": bool}, {"commandLine": str, "exitCode": int}),
    "result": ({"message": "message"}, {"ruleId": str, "ruleIndex": int, "level": str, "locations": ["location"],
                                        "relatedLocations": ["location"], "stacks": ["stack"], "occurrenceCount": int}),
    "message": ({"text": str}, {}),
    "location": ({}, {"id": int, "physicalLocation": "physicalLocation", "message": "message",
                      "logicalLocations": ["logicalLocation"]}),
    "physicalLocation": ({"artifactLocation": "artifactLocation"}, {"region": "region"}),
    "artifactLocation": ({"uri": str}, {}),
    "region": ({"startLine": int}, {"startColumn": int}),
    "logicalLocation": ({}, {"fullyQualifiedName": str, "kind": str}),
    "stack": ({"frames": ["stackFrame"]}, {"message": "message"}),
    "stackFrame": ({}, {"location": "location"}),
}


def check_sarif(value, kind, where):
    if isinstance(kind, list):
        assert isinstance(value, list), where
        for index, element in enumerate(value):
            check_sarif(element, kind[0], f"{where}[{index}]")
    elif isinstance(kind, str):
        required, optional = SARIF[kind]
        assert isinstance(value, dict), where
        assert set(required) <= set(value) <= set(required) | set(optional), (where, list(value))
        for name, element in value.items():
            check_sarif(element, {**required, **optional}[name], f"{where}.{name}")
    else:
        assert type(value) is kind, (where, value)


def check_meaning(sarif):
    assert sarif["version"] == "2.1.0"
    [first] = sarif["runs"]
    rules = first["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    for result in first["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ["error", "warning", "note"]
        assert result["occurrenceCount"] >= 1
        for location in result.get("locations", []):
            region = location["physicalLocation"]["region"]
            assert region["startLine"] >= 1 and region.get("startColumn", 1) >= 1


def check_raddle(program, folder):
    files = {kind: folder / f"report.{kind}" for kind in ["json", "sarif", "junit", "html"]}
    options = [word for kind, file in files.items() for word in (f"--{kind}", file)]
    run(RADDLE, "check", "--leak-check", "full", *options, program, "a", status=86)

    report = json.loads(files["json"].read_text())
    rules = [finding["rule"] for finding in report["findings"]]
    assert rules == ["copy-too-long", "double-free"], rules
    assert report["command"] == [str(program), "a"] and report["status"] == 0 and report["errors"] == 2
    double = report["findings"][1]
    assert not {"process", "number", "words_of_sanitizer"} & set(double), list(double)
    assert double["detector"] == "memory" and double["place"].split(":")[1] == "6", double
    assert [frame["function"].split("<")[0].split(" ")[-1] for frame in double["here"]["stack"]][:2] == ["freeTwice", "main"]

    sarif = json.loads(files["sarif"].read_text())
    check_sarif(sarif, "sarifLog", "log")
    check_meaning(sarif)
    assert [result["ruleId"] for result in sarif["runs"][0]["results"]] == rules

    suite = xml.parse(files["junit"]).getroot().find("testsuite")
    assert suite.get("tests") == suite.get("failures") == "2"
    assert [case.find("failure").get("type") for case in suite.iter("testcase")] == rules

    page = files["html"].read_text()
    body = xml.fromstring(page.removeprefix("<!DOCTYPE html>")).find("body")
    assert len(body.findall("section")) == 2
    marked = ["".join(row.itertext()) for row in body.iter("tr") if row.get("class") == "here"]
    assert marked[1].strip().endswith("cudaFree(values);"), marked
    for name in ["http:", "https:", "src=", "@import", "url("]:
        assert name not in page, name

    # Statuses: of findings, of the program, of what was asked for.
    run(RADDLE, "check", "-q", "--error-exitcode", "9", program, status=9)
    run(RADDLE, "check", "-q", "--fail-on", "never", program, "a", "b", status=3)
    quiet = folder / "suppressions"
    quiet.write_text("# Known.\nrule=copy-too-long place=faulty.cu\nrule=double-free function=*freeTwice*\n")
    run(RADDLE, "check", "--suppressions", quiet, program, "a", status=0)
    run(RADDLE, "check", "--report-api-errors", "no", "--junit", files["junit"], program, "a", status=0)
    assert xml.parse(files["junit"]).getroot().find("testsuite").get("failures") == "0"
    error = run(RADDLE, "check", "--leak-chek", "full", program, status=1).stderr
    assert "unknown option '--leak-chek'; did you mean '--leak-check'?" in error, error
    error = run(RADDLE, "check", "--detectors", "memory,race", program, status=1).stderr
    assert "the detector 'race' does not exist yet" in error, error
    # Nothing is found where nobody looks, and nothing is said.
    assert "raddle check" not in run(program, status=0).stderr


def check_sanitizer(program, folder):
    sanitizer = RADDLE.parent / "compute-sanitizer"
    saved = folder / "saved"
    text = run(sanitizer, program, "a", status=0).stdout
    assert text.startswith("========= COMPUTE-SANITIZER\n") and text.endswith("========= ERROR SUMMARY: 2 errors\n"), text
    assert '========= Program hit cudaErrorInvalidValue (error 1) due to "invalid argument" on CUDA API call to cudaFree.' in text
    run(sanitizer, "--error-exitcode=5", program, "a", status=5)
    run(sanitizer, "--error-exitcode=5", program, "a", "b", status=3)
    run(sanitizer, "--tool", "synccheck", "--error-exitcode=5", program, "a", status=0)
    run(sanitizer, "--xml", "--save", saved, program, "a", status=0)
    records = xml.parse(saved).getroot()
    assert records.tag == "ComputeSanitizerOutput"
    assert [record.findtext("kind") for record in records] == ["Api", "Api"]
    assert records[1].findtext("what/api") == "cudaFree"
    known = run(sanitizer, "--suppressions", saved, "--error-exitcode=5", program, "a", status=0).stdout
    assert known.endswith("========= ERROR SUMMARY: 0 errors\n"), known
    log = folder / "log"
    assert run(sanitizer, "--save", saved, "--log-file", log, program, "a", status=0).stdout == ""
    assert run(sanitizer, "--read", saved, status=0).stdout == log.read_text()
    leak = run(sanitizer, "--leak-check", "full", program, status=0).stdout
    assert "========= Leaked 64 bytes" in leak and "========= LEAK SUMMARY: 1 allocation leaked" in leak, leak
    # How much of the stacks is shown, and which processes are looked at.
    shown = run(sanitizer, "--show-backtrace", "no", program, "a", status=0).stdout
    assert "Host Frame" in text and "Host Frame" not in shown, shown
    assert run(sanitizer, "--num-callers-host", "1", program, "a", status=0).stdout.count("Host Frame") < text.count("Host Frame")
    shell = ["sh", "-c", f"{program} a; true"]
    run(sanitizer, "--error-exitcode=5", *shell, status=5)
    run(sanitizer, "--error-exitcode=5", "--target-processes", "application-only", "--require-cuda-init=no", *shell, status=0)
    run(sanitizer, "--error-exitcode=5", "--target-processes-filter", "exclude:faulty", "--require-cuda-init", "no", *shell, status=0)
    run(sanitizer, "--error-exitcode=5", "--target-processes-filter", "regex:f.*y", *shell, status=5)
    assert "has not called CUDA" in run(sanitizer, "true", status=1).stdout
    run(sanitizer, "--error-exitcode=5", "--check-api-memory-access", "no", "--report-api-errors", "no", program, "a", status=0)
    error = run(sanitizer, "--tool", "racecheck", program, status=1).stderr
    assert "the tool 'racecheck' does not exist yet" in error, error


def main():
    for name in [name for name in os.environ if name.startswith("RADDLE_") and name != "RADDLE_CACHE_DIR"]:
        del os.environ[name]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program = folder / "faulty"
        subprocess.run([RADDLECC, "-o", program, FOLDER / "faulty.cu"], check=True)
        check_raddle(program, folder)
        check_sanitizer(program, folder)


main()
