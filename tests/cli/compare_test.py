"""`compare` of a simulation and an emulation of the same arrivals, as a user calls it. Arguments: program."""
import json
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv[1]
FINE, DOES_NOT_HOLD, WRONG_INPUT = range(3)
TODAY = 1_790_000_000 * 10**9  # ns
END = 470_000_000  # ns
# More than the line carries, in both classes. Emissions are whole nanoseconds apart: 80 us and 200 us.
SCENARIO = """version: 1
nodes: {left: {kind: host}, router: {kind: router}, right: {kind: host}}
links:
  lan: {between: [left, router], rate: 1 Gbit/s line}
  line: {between: [router, right], rate: 19.987 Mbit/s line, delay: 1 ms}  # no two things happen at once
ports:
  router.line:
    scheduler: wf2q+
    classes:
      thirty: {rate: 30 Mbit/s line, queue: {limit: 20 packets}}
      seventy: {rate: 70 Mbit/s line, queue: {limit: 20 packets}}
    classify: [{dscp: AF11, class: thirty}, {class: seventy}]
flows:
  small: {from: left, to: right, dscp: AF11, stop: 470 ms, traffic: {kind: on_off, peak: 30 Mbit/s ip, packet: 300 B, $ALWAYS}}
  large:
    {from: left, to: right, dscp: AF21, start: 37 us, stop: 470 ms,
     traffic: {kind: on_off, peak: 56 Mbit/s ip, packet: 1400 B, $ALWAYS}}
runs: {duration: 500 ms, warmup: 0 s}
""".replace("$ALWAYS", "mean_on: 10000 s, mean_off: 1 s")  # a constant source would begin at a random phase


def frame(dscp, size):
    header = bytearray(struct.pack("!BBHHHBBH4B4B", 0x45, dscp << 2, size, 0, 0, 64, 17, 0, 10, 0, 0, 1, 10, 0, 0, 6))
    total = sum(struct.unpack("!10H", header))
    total = (total & 0xffff) + (total >> 16)
    header[10:12] = struct.pack("!H", ~((total & 0xffff) + (total >> 16)) & 0xffff)
    return bytes(12) + b"\x08\0" + bytes(header) + bytes(size - 20)


def capture(start, end):
    small, large = frame(10, 300), frame(18, 1400)
    frames = [(ns, small) for ns in range(0, END, 80_000)] + [(ns, large) for ns in range(37_000, END, 200_000)]
    frames = sorted((ns, data) for ns, data in frames if start <= ns < end)
    return struct.pack("<IHHIIII", 0xa1b23c4d, 2, 4, 0, 0, 65535, 1) + b"".join(
        struct.pack("<IIII", *divmod(TODAY + ns, 10**9), len(data), len(data)) + data for ns, data in frames)


class Compare(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.path("s.yaml").write_text(SCENARIO)

    def path(self, name):
        return self.folder / name

    def program(self, *arguments):
        return subprocess.run([PROGRAM, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              check=False)

    def simulate(self):
        run = self.program("run", self.path("s.yaml"), "--out", self.path("run"))
        self.assertEqual(run.returncode, FINE, run.stderr)

    def emulate(self, arrivals, *more):
        self.path("in").write_bytes(arrivals)
        run = self.program("emulate", self.path("s.yaml"), "--bind", f"left=capture:{self.path('in')}:",
                           "--bind", "right=capture::", "--out", self.path("emulated"), "--force", *more)
        self.assertEqual(run.returncode, FINE, run.stderr)

    def compare(self, first, second):
        run = self.program("compare", "--json", self.path(first), self.path(second))
        self.assertIn(run.returncode, (FINE, DOES_NOT_HOLD), run.stderr)
        return run.returncode, json.loads(run.stdout)

    def test_the_same_arrivals_give_the_same_numbers(self):
        self.simulate()
        self.emulate(capture(0, END))
        status, found = self.compare("run", "emulated")
        numbers = {(row["of"], row["number"]): row for row in found["numbers"]}
        for flow in "small", "large":
            self.assertGreater(numbers[flow, "loss, %"]["first"], 40)
            self.assertEqual(numbers[flow, "loss, %"]["difference"], 0)
            for delay in "mean", "max":
                self.assertAlmostEqual(numbers[flow, f"delay.{delay}, ms"]["difference"], 0, delta=1e-6)  # whole ns
            p99 = numbers[flow, "delay.p99, ms"]
            self.assertLessEqual(abs(p99["difference"]), 0.001 * p99["first"])  # the resolution of a histogram
            rate = numbers[flow, "carried, bit/s of frames"]
            self.assertLess(abs(rate["difference"]), 0.1 * rate["first"])  # one is of 500 ms, the other of departures
        self.assertEqual((status, found["holds"], found["flaw"], found["lateness_ms"]), (FINE, True, None, 0))
        self.assertEqual(found["judged"], 8)
        self.assertEqual(found["agree"], 8)
        self.assertEqual((found["first"]["command"], found["second"]["command"]), ("run", "emulate"))

    def test_other_arrivals_do_not(self):
        self.simulate()
        self.emulate(b"".join((capture(0, 100_000_000), capture(200_000_000, END)[24:])))
        status, found = self.compare("emulated", "run")
        self.assertEqual((status, found["holds"]), (DOES_NOT_HOLD, False))
        self.assertLess(found["agree"], found["judged"])

    def test_the_table_says_what_was_allowed(self):
        self.simulate()
        self.emulate(capture(0, END))
        run = self.program("compare", self.path("run"), self.path("emulated"))
        self.assertEqual(run.returncode, FINE, run.stderr)
        head = run.stdout.splitlines()[3].split()
        self.assertEqual(head, ["of", "number", "first", "second", "difference", "%", "allowed", "agree"])
        self.assertIn("8 of 8 numbers agree within the certificate's 0 ms and chance: they agree", run.stdout)

    def test_what_has_nothing_in_common(self):
        self.simulate()
        self.path("s.yaml").write_text(SCENARIO.replace("small:", "other:").replace("large:", "more:"))
        self.emulate(capture(0, END))
        run = self.program("compare", self.path("run"), self.path("emulated"))
        self.assertEqual((run.returncode, run.stdout), (WRONG_INPUT, ""))
        self.assertIn("no flow, class or account in common", run.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
