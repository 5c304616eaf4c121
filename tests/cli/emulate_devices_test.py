"""`emulate` between devices and what can befall it: each fault, its exit status, and what is said of it. All in a network
namespace of its own. Arguments: program, scenarios folder."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import private_network
from private_network import Emulation, Host, cable, ethernet, ip, ipv4, ipv6, remove

PROGRAM, SCENARIOS = sys.argv[1], pathlib.Path(sys.argv[2])
LINK = SCENARIOS / "emulation" / "plain-link.yaml"
GATEWAY = SCENARIOS / "emulation" / "gateway.yaml"
FINE, DOES_NOT_HOLD, WRONG_INPUT, ENVIRONMENT, OUTPUT = range(5)
INTERRUPTED = 130
HELP = subprocess.run([PROGRAM, "emulate", "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
QUICK = ["--no-self-test"] if "--no-self-test" in HELP else []
ARP, IPV4, IPV6 = 0x0806, 0x0800, 0x86dd


def setUpModule():
    private_network.enter()


def frame(number=0, size=200):
    return ethernet(IPV4, ipv4("10.0.0.1", "10.0.0.2", 0, size, number))


class Devices(unittest.TestCase):
    MTU = 1600

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        for ends in (("home", "access"), ("network", "server")):
            cable(*ends, self.MTU)
        self.addCleanup(remove, "home", "server")
        self.home, self.server = Host("home"), Host("server")
        self.addCleanup(self.home.close)
        self.addCleanup(self.server.close)

    def running(self, *more):
        return self.emulation(*more).ready(self.home, self.server)

    def emulation(self, *more, **options):
        return Emulation(PROGRAM, LINK, "--bind=left=access", "--bind=right=network", "--json", *QUICK, *more, **options)

    def sent(self, frames):
        """They come out at the other end."""
        for data in frames:
            self.home.send(data)
        self.assertEqual(self.server.frames(len(frames)), list(frames))

    def results(self, ended, *statuses):
        """A busy machine may make a run invalid for a reason of its own."""
        status, out, error = ended
        self.assertIn(status, statuses or (FINE, DOES_NOT_HOLD), error)
        return json.loads(out)

    def refused(self, *arguments, message, **options):
        run = subprocess.run([PROGRAM, "emulate", *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             text=True, check=False, **options)
        self.assertEqual((run.returncode, run.stdout), (ENVIRONMENT, ""), run.stderr)
        self.assertIn(message, run.stderr)


class BeforeTheRun(Devices):
    BOUND = (LINK, "--bind=left=access", "--bind=right=network", "--duration", "1 s")

    def test_a_device_that_is_down(self):
        ip("link", "set", "dev", "access", "down")
        self.refused(*self.BOUND, message="access: is down: ip link set dev access up")

    def test_an_mtu_that_is_too_small(self):
        ip("link", "set", "dev", "network", "mtu", "1400")
        self.refused(GATEWAY, "--bind=access=access", "--bind=network=network", "--duration", "1 s",
                     message="network: its MTU of 1400 is too small for the scenario's frames: ip link set dev network mtu 15")

    def test_rights_that_are_missing(self):
        run = subprocess.run(["setpriv", "--bounding-set=-net_raw,-net_admin", "--inh-caps=-net_raw,-net_admin", PROGRAM,
                              "emulate", *map(str, self.BOUND)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                             check=False)
        self.assertEqual((run.returncode, run.stdout), (ENVIRONMENT, ""), run.stderr)
        self.assertIn("CAP_NET_RAW", run.stderr)
        self.assertIn("CAP_NET_ADMIN", run.stderr)

    def test_a_device_that_another_run_has(self):
        first = self.running()
        self.refused(*self.BOUND, message=f"another run has it, process {first.process.pid}")
        self.sent([frame(1)])
        self.results(first.end(signal.SIGINT))


class InMidRun(Devices):
    def test_a_link_that_goes_away_and_comes_back(self):
        run = self.running()
        self.sent([frame(i) for i in range(20)])
        ip("link", "set", "dev", "access", "down")
        time.sleep(0.2)
        ip("link", "set", "dev", "access", "up")
        time.sleep(0.1)
        self.sent([frame(i) for i in range(20, 60)])
        results = self.results(run.end(signal.SIGTERM), DOES_NOT_HOLD)
        access = results["ports"][0]
        self.assertEqual((access["gaps"], access["removed"]), (1, False))
        self.assertGreater(access["down_s"], 0.1)
        self.assertIn("1 time without a link at left (access)", results["certificate"]["reasons"])

    def test_a_device_that_is_removed(self):
        run = self.running()
        self.sent([frame(1)])
        remove("access")
        self.server.send(frame(2))  # has nowhere to go
        time.sleep(0.1)
        self.assertIsNone(run.process.poll(), "it goes on")
        results = self.results(run.end(signal.SIGINT), DOES_NOT_HOLD)
        self.assertTrue(results["ports"][0]["removed"])
        self.assertIn("the device was removed at left (access)", results["certificate"]["reasons"])
        lost = {a["name"]: a["lost_by_host"]["packets"] for a in results["accounts"]}
        self.assertEqual(lost["right-left.dscp0"], 1)

    def test_a_process_that_is_stopped_and_continued(self):
        run = self.running()
        self.sent([frame(1)])
        run.signal(signal.SIGSTOP)
        for i in range(100):
            self.home.send(frame(i))
        time.sleep(0.3)
        run.signal(signal.SIGCONT)
        self.assertEqual(self.server.frames(100), [frame(i) for i in range(100)])
        self.sent([frame(i) for i in range(5)])
        results = self.results(run.end(signal.SIGINT), DOES_NOT_HOLD)
        self.assertGreaterEqual(results["certificate"]["clock_steps"], 1)
        self.assertIn("that the process stood still for more than 100 ms", " ".join(results["certificate"]["reasons"]))
        model = next(a for a in results["accounts"] if a["name"] == "left-right.dscp0")["model_delay_ns"]
        self.assertLess(model["max"], 10_000_000, "their time of arrival is the kernel's")

    def test_frames_that_are_damaged(self):
        run = self.running()
        good = [frame(i) for i in range(3)]
        fragment = bytearray(ipv4("10.0.0.1", "10.0.0.2"))
        fragment[6:8] = b"\x20\x03"
        fragment[10:12] = b"\0\0"
        fragment[10:12] = private_network.checksum(bytes(fragment[:20])).to_bytes(2, "big")
        passes = [ethernet(ARP, bytes(46)), ethernet(IPV4, bytes(fragment)), ethernet(IPV4, bytes(fragment), (0x9100, 5)),
                  ethernet(IPV6, ipv6(200), (0x88a8, 1), (0x8100, 2), (0x8100, 3)), ethernet(0x8100, bytes(1) * 50)]
        self.sent([good[0], *passes, good[1]])
        long = bytearray(frame(9))
        long[16:18] = b"\x40\0"  # its length is more than it has
        wrong = bytearray(frame(10))
        wrong[24] ^= 1  # the header's checksum
        damaged = [ethernet(IPV4, b""), bytes(long), bytes(wrong), ethernet(IPV4, b"\x41" + bytes(60)),
                   ethernet(IPV6, b"\x60" + bytes(10))]
        for data in (*damaged, good[2]):
            self.home.send(data)
        *came, last = self.server.frames(len(damaged) + 1, 0.5)
        self.assertEqual(last, good[2])
        self.assertEqual(came, [data for data in damaged if data in came], "whole, as they would pass a wire")
        results = self.results(run.end(signal.SIGINT))
        self.assertEqual(len(came) + sum(results["ports"][0]["refused"].values()), len(damaged), "or counted")

    def test_signals(self):
        for number in signal.SIGINT, signal.SIGTERM:
            run = self.running("--duration", "60 s", "--out", self.folder / str(int(number)))
            self.sent([frame(1)])
            results = self.results(run.end(number), INTERRUPTED)
            self.assertFalse(results["complete"])
            self.assertEqual(json.loads((self.folder / str(int(number)) / "results.json").read_text()), results)
            run = self.running()  # without a duration, a signal is how it ends
            self.sent([frame(1)])
            self.assertTrue(self.results(run.end(number))["complete"])

    def test_signals_that_come_twice_leave_nothing_behind(self):
        before = self.offloads()
        for _ in range(5):
            run = self.running("--duration", "60 s")
            run.signal(signal.SIGINT)
            run.signal(signal.SIGTERM)
            status, _, _ = run.end()
            self.assertEqual(status, INTERRUPTED)
            self.assertEqual(self.offloads(), before)

    @staticmethod
    def offloads():
        return [subprocess.run(["ip", "-d", "link", "show", device], check=True, stdout=subprocess.PIPE).stdout
                for device in ("access", "network")]

    def test_cycles_under_load_leave_nothing_behind(self):
        before = self.offloads()
        over = threading.Event()

        def load():
            while not over.is_set():
                for i in range(20):
                    self.home.send(frame(i))
                time.sleep(0.001)

        thread = threading.Thread(target=load)
        thread.start()
        try:
            for _ in range(20):
                self.results(self.emulation("--duration", "20 ms").end())
        finally:
            over.set()
            thread.join()
        self.assertEqual(self.offloads(), before)
        self.assertEqual([private_network.listening(d) for d in ("access", "network")], [0, 0])
        with self.assertRaises(ChildProcessError):
            os.waitpid(-1, os.WNOHANG)


class Output(Devices):
    def mounted(self, *options):
        room = self.folder / "room"
        room.mkdir()
        if subprocess.run(["mount", "-t", "tmpfs", "-o", ",".join(options), "none", room], check=False).returncode != 0:
            self.skipTest("no mounts are allowed here")
        self.addCleanup(subprocess.run, ["umount", room], check=True)
        return room

    def test_a_full_disk(self):
        room = self.mounted("size=4k")
        run = self.running("--out", room / "results")
        self.sent([frame(1)])
        status, out, error = run.end(signal.SIGINT)
        self.assertEqual(status, OUTPUT, error)
        self.assertIn("No space left on device", error)
        self.assertEqual(json.loads(out)["command"], "emulate", "the reader has it nevertheless")
        self.assertEqual([p.name for p in room.rglob("*") if p.is_file() and p.stat().st_size], [], "nothing half written")

    def test_a_disk_that_is_read_only(self):
        room = self.mounted("ro")
        status, out, error = self.emulation("--out", room / "results").end()
        self.assertEqual((status, out), (OUTPUT, ""), "before it begins")
        self.assertIn("Read-only file system", error)


class Frames(Devices):
    MTU = 9020

    def test_a_thousand_pairs_of_tags_and_jumbo_frames_byte_by_byte(self):
        run = self.running()
        sent = []
        for i in range(1000):
            tags = ((0x88a8 if i % 2 else 0x8100, i + 1), (0x8100, 4094 - i))
            size = 9000 if i % 50 == 0 else 60 + 7 * (i % 200)
            sent.append(ethernet(IPV6, ipv6(size, i), *tags) if i % 3 == 0 else
                        ethernet(IPV4, ipv4("10.0.0.1", "10.0.0.2", i % 64, size, i), *tags))
        for i in range(0, len(sent), 50):
            self.sent(sent[i:i + 50])
        for data in sent[:50]:
            self.server.send(data)
        self.assertEqual(self.home.frames(50), sent[:50])
        self.results(run.end(signal.SIGINT))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
