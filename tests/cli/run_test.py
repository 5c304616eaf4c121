"""`run` and `check` as another program calls them: progress lines, options, interrupts, exit status, what stdout has.
Arguments: program, scenarios folder."""
import csv
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest

PROGRAM, SCENARIOS = sys.argv[1], pathlib.Path(sys.argv[2])
FINE, DOES_NOT_HOLD, WRONG_INPUT, ENVIRONMENT, OUTPUT = range(5)
INTERRUPTED = 130
NETWORK = """version: 1
question: What waits?
lesson: ["First look.", "Then think."]
parameters: {load: {value: 1.5 Mbit/s line, kind: assumed, source: a test}}
nodes: {a: {kind: host}, r: {kind: router}, b: {kind: host}}
links:
  near: {between: [a, r], rate: 10 Mbit/s line, delay: 1 ms}
  wan: {between: [r, b], rate: 1 Mbit/s line, delay: 2 ms}
ports:
  r.wan: {scheduler: fifo, classes: {all: {queue: {limit: 20 packets}}}}
flows:
  stream: {from: a, to: b, label: be, traffic: {kind: constant, rate: $load, packet: 982 B}}
runs: {duration: 3 s, warmup: 1 s, record: 500 ms}
"""


class Run(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.scenario = self.write("net.yaml", NETWORK)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return str(path)

    def qoslab(self, *arguments):
        return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)

    def results(self, out):
        json_text = (self.folder / out / "results.json").read_text()
        with open(self.folder / out / "series.csv", newline="", encoding="utf-8") as file:
            return json.loads(json_text), list(csv.DictReader(file))

    def test_a_parameter_is_swept_once(self):
        run = self.qoslab("check", self.scenario, "--sweep", "load=1 Mbit/s line,2 Mbit/s line", "--sweep", "load=3 Mbit/s line")
        self.assertEqual(run.returncode, WRONG_INPUT)
        self.assertIn("'load' twice", run.stderr)

    def test_progress_lines_are_a_contract(self):
        run = self.qoslab("run", self.scenario, "--progress", "json", "--json", "--runs", "2")
        self.assertEqual(run.returncode, FINE, run.stderr)
        self.assertEqual(json.loads(run.stdout)["status"], "complete", "stdout is the report alone")
        lines = [json.loads(line) for line in run.stderr.splitlines() if line.startswith("{")]
        self.assertTrue(all(line["scenario"] == self.scenario for line in lines))
        progress = [line for line in lines if "done" in line]
        shares = [line["done"] for line in progress]
        self.assertEqual(shares, sorted(shares))
        self.assertEqual(shares.count(1), 1)
        self.assertEqual(lines[-1]["done"], 1)
        self.assertLess({"done", "elapsed_s", "left_s"}, set(progress[0]))
        live = [line for line in lines if "live" in line]
        self.assertGreaterEqual(len(live), 1)
        self.assertEqual(live[-1]["time_s"], 4)
        self.assertAlmostEqual(sum(line["over_s"] for line in live), 3, msg="measured time without gaps")
        stream = live[-1]["live"]["stream"]
        self.assertEqual(set(stream), {"goodput_bps", "loss_percent", "delay_mean_ms"})
        self.assertAlmostEqual(stream["goodput_bps"], 954 * 8 / 8.16e-3, delta=2e4)
        self.assertAlmostEqual(stream["loss_percent"], 100 / 3, delta=3)

    def test_telling_changes_nothing(self):
        for kind in ("json", "none"):
            run = self.qoslab("run", self.scenario, "--progress", kind, "--out", str(self.folder / kind))
            self.assertEqual(run.returncode, FINE, run.stderr)
        told, told_series = self.results("json")
        silent, silent_series = self.results("none")
        for field in ("flows", "classes", "balance"):
            self.assertEqual(told[field], silent[field])
        self.assertEqual(told_series, silent_series)

    def test_files_have_what_charts_need(self):
        run = self.qoslab("run", self.scenario, "--out", str(self.folder / "out"))
        self.assertEqual((run.returncode, run.stderr), (FINE, ""))
        results, series = self.results("out")
        self.assertEqual(results["lesson"], ["First look.", "Then think."])
        stream = results["flows"][0]
        delays = stream["histogram_ns"]
        self.assertEqual(sum(count for _, count in delays), stream["measured"]["carried"]["packets"])
        self.assertLessEqual(delays[-1][0], stream["delay_ms"]["max"] * 1e6)
        self.assertAlmostEqual(delays[-1][0], stream["delay_ms"]["max"] * 1e6, delta=stream["delay_ms"]["max"] * 1e3)
        waiting = [row for row in series if (row["flow"], row["metric"]) == ("r.wan/all", "waiting_packets")]
        self.assertEqual([row["time_s"] for row in waiting], ["1", "1.5", "2", "2.5", "3", "3.5"])
        self.assertEqual(waiting[-1]["value"], "20")

    def test_the_command_line_changes_a_run(self):
        changed = ("--seed", "7", "--runs", "2", "--duration", "1 s", "--warmup", "0 s", "--set", "load=0.5 Mbit/s line")
        out = ("--out", str(self.folder / "out"))
        self.assertEqual(self.qoslab("run", self.scenario, *changed, *out).returncode, FINE)
        results, _ = self.results("out")
        self.assertEqual(results["provenance"]["seed"], 7)
        self.assertEqual((results["replications"], results["duration_s"], results["warmup_s"]), (2, 1, 0))
        self.assertEqual(results["parameters"][0]["value"], "0.5 Mbit/s line")
        self.assertEqual(results["flows"][0]["lost"], 0)
        self.assertEqual(self.qoslab("run", self.scenario, *out).returncode, OUTPUT, "there are results already")
        self.assertEqual(self.qoslab("run", self.scenario, *out, "--force").returncode, FINE)

    def test_an_interrupt_keeps_what_there_is(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            command = [PROGRAM, "run", self.scenario, "--duration", "100 h", "--most-packets", "1e12", "--progress", "json",
                       "--json", "--force", "--out", str(self.folder / "out")]
            with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
                lines = [json.loads(next(child.stderr))]
                while "live" not in lines[-1]:
                    lines.append(json.loads(next(child.stderr)))
                child.send_signal(number)
                report, rest = child.communicate()
            self.assertEqual(child.returncode, INTERRUPTED, rest)
            self.assertEqual(json.loads(report)["status"], "incomplete")
            self.assertNotIn('"done":1,', rest, "it is not done")
            results, _ = self.results("out")
            self.assertGreater(results["duration_s"], 0)
            self.assertGreater(results["flows"][0]["delivered"], 0)
            self.assertTrue(results["balance"]["ok"])

    def test_check_tells_programs_where_and_what(self):
        check = self.qoslab("check", self.scenario, "--json")
        self.assertEqual((check.returncode, check.stderr), (FINE, ""))
        self.assertEqual(json.loads(check.stdout), {"format": 1, "files": [
            {"file": self.scenario, "scenario": "net", "question": "What waits?", "sound": True, "points": 1,
             "diagnostics": []}]})
        wrong = self.write("wrong.yaml", NETWORK.replace("to: b", "to: nobody"))
        check = self.qoslab("check", wrong, "--json")
        self.assertEqual((check.returncode, check.stderr), (WRONG_INPUT, ""))
        file = json.loads(check.stdout)["files"][0]
        self.assertFalse(file["sound"])
        first = file["diagnostics"][0]
        self.assertEqual(set(first), {"file", "line", "column", "severity", "what", "fix"})
        self.assertEqual((first["file"], first["severity"]), (wrong, "error"))
        self.assertEqual(NETWORK.splitlines()[first["line"] - 1][first["column"] - 1:][:1], "b")
        self.assertIn("nobody", first["what"])
        both = json.loads(self.qoslab("check", str(self.folder), "--json").stdout)["files"]
        self.assertEqual([(f["scenario"], f["sound"]) for f in both], [("net", True), ("wrong", False)])

    def test_check_survives_what_is_no_text(self):
        (self.folder / "bytes.yaml").write_bytes(b"version: 1\nquestion: \xff\xfe\n\x00")
        check = self.qoslab("check", str(self.folder / "bytes.yaml"), "--json")
        self.assertEqual(check.returncode, WRONG_INPUT)
        self.assertTrue(json.loads(check.stdout)["files"][0]["diagnostics"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
