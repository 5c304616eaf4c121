"""`emulate` over captures as a user calls it: what it says of bad input, its exit status, and what it leaves behind.
Arguments: program, scenarios folder."""
import json
import pathlib
import resource
import struct
import subprocess
import sys
import tempfile
import unittest

PROGRAM, SCENARIOS = sys.argv[1], pathlib.Path(sys.argv[2])
PRIORITY = str(SCENARIOS / "first" / "priority.yaml")
FINE, DOES_NOT_HOLD, WRONG_INPUT, ENVIRONMENT, OUTPUT = range(5)
TODAY = 1_790_000_000 * 10**9  # ns


def frame(dscp=0, size=1000):
    header = bytearray(struct.pack("!BBHHHBBH4B4B", 0x45, dscp << 2, size, 0, 0, 64, 17, 0, 10, 0, 0, 1, 10, 0, 0, 2))
    total = sum(struct.unpack("!10H", header))
    total = (total & 0xffff) + (total >> 16)
    header[10:12] = struct.pack("!H", ~((total & 0xffff) + (total >> 16)) & 0xffff)
    return bytes(12) + b"\x08\0" + bytes(header) + bytes(size - 20)


def pcap(frames):
    records = (struct.pack("<IIII", *divmod(TODAY + ns, 10**9), len(data), len(data)) + data for ns, data in frames)
    return struct.pack("<IHHIIII", 0xa1b23c4d, 2, 4, 0, 0, 65535, 1) + b"".join(records)


class Emulate(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.path("in").write_bytes(pcap([(ms * 1_000_000, frame(46 if ms % 5 == 0 else 0)) for ms in range(0, 400, 4)]))

    def path(self, name):
        return self.folder / name

    def emulate(self, home="in", office="", *more, scenario=PRIORITY, out="out", limit=None):
        """`home` and `office`: captures that come in; what reaches the office is written to `out`."""
        bindings = [f"--bind=home=capture:{home and self.path(home)}:",
                    f"--bind=office=capture:{office and self.path(office)}:{out and self.folder / out}"]
        limited = limit and (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
        return self.run_program(scenario, *bindings, *more, preexec_fn=limited)

    def run_program(self, *arguments, **options):
        options.setdefault("stdout", subprocess.PIPE)
        return subprocess.run([PROGRAM, "emulate", *arguments], stderr=subprocess.PIPE, text=True, check=False, **options)

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())

    def refused(self, run, status, message):
        self.assertEqual(run.returncode, status, run.stderr)
        self.assertIn(message, run.stderr)
        self.assertNotIn("terminate", run.stderr)
        self.assertEqual(run.stdout or "", "")
        self.assertEqual(self.names(), ["in"], "nothing is left behind")

    def test_a_capture_goes_through_a_scenario(self):
        run = self.emulate("in", "", "--out", str(self.path("results")))
        self.assertEqual(run.returncode, FINE, run.stderr)
        self.assertIn("home-office.dscp46", run.stdout)
        self.assertIn("Certificate: valid", run.stdout)
        self.assertEqual(self.names(), ["in", "out", "results"])
        results = json.loads(self.path("results").joinpath("results.json").read_text())
        delivered = sum(account["delivered"]["packets"] for account in results["accounts"])
        dropped = sum(sum(account["drops"].values()) for account in results["accounts"])
        self.assertEqual(delivered + dropped, 100)
        self.assertGreater(dropped, 0)
        self.assertEqual(self.path("out").stat().st_size, 24 + delivered * (16 + 1014))
        self.assertEqual([path.name for path in self.path("results").iterdir()], ["results.json"])

    def test_two_runs_are_the_same_to_the_byte(self):
        first, second = (self.emulate(out=name) for name in ("1", "2"))
        self.assertEqual(first.stdout, second.stdout.replace(str(self.path("2")), str(self.path("1"))))
        self.assertEqual(self.path("1").read_bytes(), self.path("2").read_bytes())

    def test_json_is_the_file(self):
        run = self.emulate("in", "", "--json", "--out", str(self.path("results")))
        self.assertEqual(run.stdout, self.path("results").joinpath("results.json").read_text())

    def test_a_duration_ends_it(self):
        run = self.emulate("in", "", "--json", "--duration", "100 ms")
        self.assertEqual(run.returncode, FINE, run.stderr)
        results = json.loads(run.stdout)
        self.assertEqual((results["duration_s"], results["complete"]), (0.1, True))
        self.assertEqual(results["ports"][0]["received"]["packets"], 26)

    def test_wrong_bindings(self):
        self.refused(self.run_program(PRIORITY, "--bind", "home=a", "--bind", "mars=b"), WRONG_INPUT,
                     "qoslab: nothing is called 'mars' that could be bound; there is: home, office")
        self.refused(self.run_program(PRIORITY, "--bind", "home"), WRONG_INPUT, "NAME=DEVICE is wanted")
        self.refused(self.run_program(PRIORITY, "--bind", "home=a"), WRONG_INPUT, "two bindings are wanted")
        self.refused(self.run_program(PRIORITY), WRONG_INPUT, "--bind")
        both = self.run_program(PRIORITY, "--bind", "home", "--bind", "=b")
        self.assertEqual(both.stderr.count("qoslab: --bind"), 2, "all that is wrong is said at once")

    def test_wrong_scenarios(self):
        self.refused(self.emulate(scenario=str(self.path("none.yaml"))), WRONG_INPUT, "none.yaml")
        self.refused(self.emulate(scenario=str(SCENARIOS / "first")), WRONG_INPUT, "one file is emulated at a time")

    def test_a_sweep_wants_a_choice(self):
        sweep = self.path("sweep.yaml")
        sweep.write_text("""version: 1
parameters: {delay: 1 ms}
sweep: {delay: [1 ms, 2 ms]}
nodes: {home: {kind: host}, office: {kind: host}}
links: {wire: {between: [home, office], rate: 1 Mbit/s line, delay: $delay}}
flows: {f: {from: home, to: office, traffic: {kind: constant, rate: 100 kbit/s ip, packet: 500 B}}}
runs: {duration: 1 s}
""")
        run = self.emulate(scenario=str(sweep))
        self.assertEqual(run.returncode, WRONG_INPUT, run.stderr)
        self.assertIn("the file sweeps over 2 points; choose one with --set PARAMETER=VALUE", run.stderr)
        chosen = self.emulate("in", "", "--set", "delay=2 ms", scenario=str(sweep))
        self.assertEqual(chosen.returncode, FINE, chosen.stderr)

    def test_wrong_times(self):
        for option in ("--duration", "--precision"):
            for time in ("0 s", "-1 s", "1", "soon", ""):
                self.refused(self.emulate("in", "", option, time), WRONG_INPUT, option)

    def test_captures_that_are_none(self):
        self.refused(self.emulate("missing"), WRONG_INPUT, "missing: cannot be read: No such file or directory")
        self.refused(self.emulate("."), WRONG_INPUT, "is a directory, not a capture")
        whole = self.path("in").read_bytes()
        for content, message in ((b"", "the file is empty"), (b"not a capture at all", "neither pcap nor pcapng"),
                                 (whole[:20], "ends within its header"), (whole[:20] + b"\x71\0\0\0", "link type 113")):
            self.path("in").write_bytes(content)
            self.refused(self.emulate(), WRONG_INPUT, f"in: {message}" if content[:1] != whole[:1] else message)

    def test_a_capture_that_is_cut_off_is_sent_as_far_as_it_goes(self):
        self.path("in").write_bytes(self.path("in").read_bytes()[:-1])
        run = self.emulate()
        self.assertEqual(run.returncode, FINE, run.stderr)
        self.assertIn("refused: cut off by the end of the file", run.stdout)

    def test_what_is_read_is_not_written_over(self):
        before = self.path("in").read_bytes()
        self.refused(self.emulate(out="in"), WRONG_INPUT, "would be written over what is read")
        self.assertEqual(self.path("in").read_bytes(), before)

    def test_captures_that_cannot_be_written(self):
        self.refused(self.emulate(out="/dev/full"), OUTPUT, "/dev/full: cannot be written: No space left on device")
        self.refused(self.emulate(out="none/out"), OUTPUT, "none/out: cannot be written: No such file or directory")
        self.refused(self.emulate(out="in/out"), OUTPUT, "Not a directory")

    def test_a_limit_of_the_files_size_leaves_nothing_and_keeps_what_was_there(self):
        self.refused(self.emulate(limit=10_000), OUTPUT, "out: cannot be written: File too large")
        self.path("out").write_text("earlier")
        self.assertEqual(self.emulate(limit=10_000).returncode, OUTPUT)
        self.assertEqual(self.path("out").read_text(), "earlier")
        self.assertEqual(self.names(), ["in", "out"])

    def test_results_that_cannot_be_written(self):
        self.refused(self.emulate("in", "", "--out", str(self.path("in"))), OUTPUT, "in")
        with open("/dev/full", "w") as full:
            run = self.run_program(PRIORITY, f"--bind=home=capture:{self.path('in')}:", "--bind=office=capture::",
                                   stdout=full)
        self.refused(run, OUTPUT, "standard output: cannot be written: No space left on device")

    def test_results_are_replaced_only_by_force(self):
        out = ("--out", str(self.path("results")))
        self.assertEqual(self.emulate("in", "", *out).returncode, FINE)
        self.path("out").unlink()
        again = self.emulate("in", "", *out)
        self.assertEqual(again.returncode, OUTPUT)
        self.assertIn("--force", again.stderr)
        self.assertEqual(self.names(), ["in", "results"])
        self.assertEqual(self.emulate("in", "", "--force", *out).returncode, FINE)

    def test_a_device_that_is_missing_is_the_environments(self):
        run = self.run_program(PRIORITY, "--bind", "home=nodevice0", "--bind", "office=nodevice1", "--duration", "1 s")
        self.refused(run, ENVIRONMENT, "nodevice0")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
