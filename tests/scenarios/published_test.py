"""Runs the scenarios as a user does and holds their results to what was published. Arguments: program, scenarios folder."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM, SCENARIOS = sys.argv[1], pathlib.Path(sys.argv[2])



class Folder:
    """A folder of published numbers: id → lowest and highest value wanted, in the reference's unit; how many parameters may be
    set by hand; seconds and replications at least."""
    def __init__(self, name, wanted, most_calibrated, seconds, replications):
        self.path = SCENARIOS / name
        self.wanted, self.most_calibrated = wanted, most_calibrated
        self.seconds, self.replications = seconds, replications


INTSERV_DIFFSERV = Folder("intserv-diffserv", {
    "table2.be": (0.747, 0.913), "table2.is_be": (0.846, 1.034), "table2.is_cntl": (4.59, 5.61), "table2.ds": (0.81, 0.99),
    "table3.be": (864, 918), "table3.is_be": (560, 594), "table3.is_cntl": (373, 397), "table3.ds_be": (440, 468),
    "table3.ef": (187, 199), "table3.af1": (65.3, 76.7), "table3.af2": (127.9, 150.1), "table3.af3": (46.9, 55.1),
    "table3.af4": (73.6, 86.4),
    "table4.be": (8.5, 11.5), "table4.is_be": (5.0, 7.4), "table4.is_cntl": (1e-9, 0.17), "table4.ds_be": (22.9, 26.9),
    "table4.ef": (0, 0.05), "table4.af2": (0, 0.05),
    "table5.is_cntl": (0, 0.16), "table5.ef": (23.9, 31.9), "table5.af2": (19.1, 31.1),
    "fig29.mean": (7.7, 8.7), "fig29.min": (0, 8.7), "fig29.max": (7.7, 50), "fig30.mean": (4.57, 5.77),
    "fig30.max_over_mean": (1, 2), "fig31.max_over_mean": (3, 100), "hfsc.ef.max_over_mean": (1, 1.5),
}, most_calibrated=10, seconds=120, replications=10)
# The latencies of the IMIX run follow from stalls that were set on the other: within a factor of four.
VSR_BNG = Folder("vsr-bng", {
    "imix.rate": (78.8, 79.6), "imix.loss": (0, 0), "imix.latency.mean": (0.35, 5.6), "imix.latency.max": (8, 128),
    "pppoe.rate": (78.8, 79.6), "scale64k.loss": (0, 0), "scale128k.loss": (0, 0),
    "100b.pps": (30.69, 31.31), "100b.latency.min": (0.051, 0.053), "100b.latency.mean": (0.3, 0.5),
    "100b.latency.max": (5.2, 6.4),
}, most_calibrated=4, seconds=0.5, replications=1)


def results_of(directory, *options):
    """By file stem, and the program's exit status."""
    with tempfile.TemporaryDirectory() as out:
        run = subprocess.run([PROGRAM, "run", directory, "--out", out, "--progress", "none", *options],
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        files = pathlib.Path(out).glob("*/results.json")
        return {f.parent.name: json.loads(f.read_text()) for f in files}, run


class Published:
    folder = None

    @classmethod
    def setUpClass(cls):
        cls.results, cls.run_ = results_of(cls.folder.path)

    def references(self):
        return [r for result in self.results.values() for r in result["references"]]

    def test_every_number_lies_where_it_should(self):
        simulated = {r["id"]: r["simulated"] for r in self.references()}
        self.assertEqual(set(simulated), set(self.folder.wanted))
        for name, (lowest, highest) in self.folder.wanted.items():
            with self.subTest(name):
                self.assertGreaterEqual(simulated[name], lowest)
                self.assertLessEqual(simulated[name], highest)

    def test_each_file_has_its_results_whole_and_balanced(self):
        files = {f.stem for f in self.folder.path.glob("*.yaml")}
        self.assertEqual(set(self.results), files, self.run_.stderr)
        for name, result in self.results.items():
            with self.subTest(name):
                self.assertTrue(result["complete"])
                self.assertTrue(result["balance"]["ok"])

    def test_they_ran_long_enough(self):
        for name, result in self.results.items():
            with self.subTest(name):
                self.assertGreaterEqual(result["duration_s"], self.folder.seconds)
                self.assertTrue(all(r["replications"] >= self.folder.replications for r in result["references"]))

    def test_few_numbers_were_put_in_by_hand(self):
        calibrated = {p["name"] for result in self.results.values() for p in result["parameters"]
                      if p["kind"] == "calibrated"}
        kinds = {r["id"]: r["kind"] for r in self.references()}
        self.assertLessEqual(len(calibrated), self.folder.most_calibrated)
        self.assertGreaterEqual(list(kinds.values()).count("predicted"), len(kinds) / 2)

    def test_exit_status_says_that_all_holds(self):
        self.assertEqual(self.run_.returncode, 0, self.run_.stderr)


class IntServAndDiffServ(Published, unittest.TestCase):
    folder = INTSERV_DIFFSERV


class VsrBng(Published, unittest.TestCase):
    folder = VSR_BNG


class Lessons(unittest.TestCase):
    def test_what_they_teach_happens(self):
        for folder, files in ("first", 3), ("planning", 3):
            with self.subTest(folder):
                results, run = results_of(SCENARIOS / folder)
                self.assertEqual(run.returncode, 0, run.stderr)
                self.assertEqual(len(results), files)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
