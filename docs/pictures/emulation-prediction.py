#!/usr/bin/env python3
"""What `run` says of the networks of scenarios/emulation beside what `emulate --demo` gets, as a table for
docs/emulation-performance.md. Takes 12 s a file. As root. Argument: the program; default: the launcher."""
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "qoslab")
DURATION = "10 s"
NUMBERS = ("offered, packets", "loss, %", "carried, bit/s of frames", "delay.mean, ms", "delay.p99, ms")


def call(*arguments, fine=(0, 1)):
    run = subprocess.run([PROGRAM, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if run.returncode not in fine:
        sys.exit(run.stderr)
    return run.stdout


def figures(value):
    return f"{value:.4g}" if abs(value) < 1e4 else f"{value:.0f}"


def cell(row, factor):
    if row is None:
        return "-"
    words = f"{figures(row['first'] * factor)} → {figures(row['second'] * factor)}"
    return words if row["agrees"] in (True, None) else f"**{words}**"


def rows_of(file, folder):
    call("run", file, "--warmup", "0 s", "--duration", DURATION, "--out", folder / "run", "--force")
    call("emulate", file, "--demo", "--duration", DURATION, "--out", folder / "emulated", "--force")
    found = json.loads(call("compare", "--json", folder / "run", folder / "emulated"))
    flows = dict.fromkeys(row["of"] for row in found["numbers"])
    for flow in flows:
        numbers = {row["number"]: row for row in found["numbers"] if row["of"] == flow}
        cells = (cell(numbers.get(name), 1e-6 if "bit/s" in name else 1) for name in NUMBERS)
        lateness = f"{found['lateness_ms']:.3f}" + (", not valid" if found["flaw"] else "")
        print(f"| {file.stem} | {flow} | {' | '.join(cells)} | {lateness} |", flush=True)


def main():
    print("### What `run` says → what `emulate --demo` gets\n")
    print("Of 10 s from the start. **Bold**: further apart than the certificate and chance allow, as `qoslab compare` "
          "judges.\n")
    print("| scenario | flow | offered, packets | lost, % | carried, Mbit/s | mean delay, ms | p99, ms | certificate, ms |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        for file in sorted((ROOT / "scenarios" / "emulation").glob("*.yaml")):
            if file.stem != "gateway":  # --demo has no hosts for it
                rows_of(file, pathlib.Path(folder))
    print()


main()
