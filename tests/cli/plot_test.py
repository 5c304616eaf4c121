"""`plot` as a report's author calls it, and the windows' program where there is no desktop.
Arguments: program, program of the windows."""
import csv
import io
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

PROGRAM, WINDOWS = sys.argv[1], sys.argv[2]
FINE, WRONG_INPUT, NO_DESKTOP, NOT_WRITTEN = 0, 2, 3, 4
SCENARIO = """version: 1
question: Who is lost?
nodes: {a: {kind: host}, b: {kind: host}}
links: {wan: {between: [a, b], rate: 1 Mbit/s line}}
flows:
  busy: {from: a, to: b, traffic: {kind: constant, rate: 900 kbit/s line, packet: 982 B}}
  calm: {from: a, to: b, traffic: {kind: constant, rate: 300 kbit/s line, packet: 982 B}}
runs: {duration: 2 s, warmup: 1 s, record: 500 ms}
"""


class Plot(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)
        (cls.folder / "net.yaml").write_text(SCENARIO)
        for seed in ("1", "2"):
            subprocess.run([PROGRAM, "run", cls.folder / "net.yaml", "--seed", seed, "--out", cls.folder / f"seed{seed}"],
                           check=True, capture_output=True)
        cls.results = str(cls.folder / "seed1")

    def plot(self, *arguments, status=FINE):
        run = subprocess.run([WINDOWS, "plot", *arguments], capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, status, run.stderr)
        self.assertEqual(run.stdout, "")
        return run.stderr

    def drawn(self, suffix, *options):
        file = self.folder / f"picture{suffix}"
        self.assertEqual(self.plot(self.results, "-o", str(file), *options), "")
        return file.read_bytes()

    def views(self, *results):
        return self.plot(*(results or [self.results]), status=WRONG_INPUT).split(" the views ")[1].strip().split(", ")

    def test_every_view_is_drawn_in_every_format(self):
        views = self.views()
        self.assertIn("throughput", views)
        for view in views:
            with self.subTest(view):
                if view == "notes":
                    self.assertIn("has nothing to draw", self.plot(self.results, "-o", "x.svg", "--view", view, status=WRONG_INPUT))
                    self.assertIn("every packet is accounted for", self.drawn(".csv", "--view", view).decode())
                    continue
                root = xml.etree.ElementTree.fromstring(self.drawn(".svg", "--view", view))
                self.assertTrue(root.tag.endswith("svg"))
                points = list(csv.DictReader(io.StringIO(self.drawn(".csv", "--view", view).decode())))
                self.assertTrue(points)
        self.assertEqual(self.drawn(".png", "--size", "640x480")[16:24], (640).to_bytes(4, "big") + (480).to_bytes(4, "big"))
        self.assertTrue(self.drawn(".pdf").startswith(b"%PDF"))

    def test_points_are_those_of_the_series(self):
        with open(self.folder / "seed1" / "series.csv", newline="", encoding="utf-8") as file:
            series = [(float(row["time_s"]), float(row["value"])) for row in csv.DictReader(file)
                      if (row["flow"], row["metric"]) == ("calm", "goodput_bps")]
        self.assertEqual(len(series), 4)
        drawn = self.drawn(".csv", "--view", "throughput", "--curve", "calm").decode()
        head, *points = csv.reader(io.StringIO(drawn))
        self.assertEqual(len(head), 3)
        self.assertEqual([("calm", *point) for point in series], [(c, float(x), float(y)) for c, x, y in points])

    def test_several_are_compared(self):
        both = self.views(self.results, str(self.folder / "seed2"))
        self.assertIn("loss_percent", both)
        self.assertEqual(both, self.views(str(self.folder)), "a folder of results is all of them")

    def test_wrong_use_is_named_and_nothing_is_left(self):
        file = self.folder / "never.svg"
        self.assertIn("results are wanted", self.plot("-o", str(file), status=WRONG_INPUT))
        self.assertIn("no view 'beauty'", self.plot(self.results, "-o", str(file), "--view", "beauty", status=WRONG_INPUT))
        self.assertIn("no curve", self.plot(self.results, "-o", str(file), "--curve", "nobody", status=WRONG_INPUT))
        self.assertIn("--size", self.plot(self.results, "-o", str(file), "--size", "9x9", status=WRONG_INPUT))
        self.assertIn("nowhere", self.plot(str(self.folder / "nowhere"), "-o", str(file), status=WRONG_INPUT))
        self.plot(self.results, "-o", str(self.folder / "no" / "folder.svg"), status=NOT_WRITTEN)
        full = self.folder / "full.csv"
        full.symlink_to("/dev/full")
        self.assertIn("No space left", self.plot(self.results, "-o", str(full), status=NOT_WRITTEN))
        full.unlink()
        for name in ("picture.bmp", "picture", ""):
            self.assertIn("has to end with", self.plot(self.results, "-o", name, status=WRONG_INPUT))
        self.assertIn("--output is wanted once", self.plot(self.results, "-o", str(file), "-o", "b.svg", status=WRONG_INPUT))
        self.assertIn("no curve 'nobody'", self.plot(self.results, "-o", str(file), "--curve", "calm", "--curve", "nobody",
                                                     status=WRONG_INPUT))
        series = self.folder / "seed1" / "series.csv"
        before = series.read_text()
        self.assertIn("one of the files that are read", self.plot(self.results, "-o", str(series), status=WRONG_INPUT))
        self.assertEqual(series.read_text(), before)
        self.assertFalse(file.exists())

    def test_a_pipe_is_written_and_stays(self):
        pipe = self.folder / "pipe.csv"
        os.mkfifo(pipe)
        with subprocess.Popen([WINDOWS, "plot", self.results, "-o", str(pipe)]) as run:
            self.assertTrue(pipe.read_text().startswith("curve,"))
        self.assertEqual(run.returncode, FINE)
        self.assertTrue(pipe.is_fifo())

    def test_windows_without_a_desktop(self):
        environment = {name: value for name, value in os.environ.items()
                       if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
        call = lambda *a: subprocess.run([WINDOWS, *a], env=environment, capture_output=True, text=True, check=False)
        helped = call("--help")
        self.assertEqual((helped.returncode, helped.stderr), (FINE, ""))
        self.assertIn("PATH", helped.stdout)
        refused = call()
        self.assertEqual(refused.returncode, NO_DESKTOP)
        self.assertIn("qoslab plot", refused.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
