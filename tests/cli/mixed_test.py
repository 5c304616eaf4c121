"""`emulate --role mixed` as a user calls it: over captures, and between two hosts in network namespaces, whose kernels
speak TCP and UDP through simulated routers. Arguments: program, scenarios folder."""
import array
import fcntl
import json
import os
import pathlib
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM, SCENARIOS = sys.argv[1], pathlib.Path(sys.argv[2])
ROUTER = str(SCENARIOS / "emulation" / "mixed-router.yaml")
FINE, DOES_NOT_HOLD, WRONG_INPUT = range(3)
LEFT, RIGHT = "10.0.0.1", "10.0.0.9"


def emulate(*arguments, **options):
    return subprocess.run([PROGRAM, "emulate", *arguments], capture_output=True, text=True, check=False, **options)


class OverCaptures(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def test_simulated_hosts_send_to_a_bound_one(self):
        """IntServ between simulated hosts, RSVP and all; what loads the network ends at a real host."""
        scenario = str(SCENARIOS / "intserv-diffserv" / "figure30-intserv-cntl.yaml")
        out = self.folder / "sink.pcap"
        run = emulate(scenario, "--role", "mixed", f"--bind=sink=capture::{out}", "--duration", "25 s", "--json")
        self.assertEqual(run.returncode, FINE, run.stderr)
        results = json.loads(run.stdout)
        sent = {flow["name"]: flow["delivered"]["packets"] for flow in results["model_flows"]}
        self.assertGreater(sent["voice"], 100)
        self.assertGreater(sent["rsvp"], 10)
        # The host says nothing, so that all are lost for want of its MAC address.
        self.assertGreater(sum(a["drops"].get("sink: does not answer ARP", 0) for a in results["accounts"]), 100)
        self.assertEqual(results["ports"][0]["sent"]["packets"] > 3, True, "questions")
        self.assertGreater(out.stat().st_size, 24 + 3 * 76)

    def test_what_cannot_be_mixed_is_said(self):
        def refused(message, *arguments):
            run = emulate(*arguments)
            self.assertEqual(run.returncode, WRONG_INPUT, run.stderr)
            self.assertIn(message, run.stderr)
            self.assertEqual(run.stdout, "")
        mixed = ("--role", "mixed")
        refused("a binding is wanted for each real host", ROUTER, *mixed)
        refused("nothing is called 'r1' that could be bound", ROUTER, *mixed, "--bind", "r1=e")
        refused("'left' is bound twice", ROUTER, *mixed, "--bind", "left=e", "--bind", "left=f")
        refused("device 'e' is bound twice", ROUTER, *mixed, "--bind", "left=e", "--bind", "right=e")
        refused("a gateway stands between two devices", str(SCENARIOS / "emulation" / "gateway.yaml"), *mixed,
                "--bind", "access=e")
        refused("--role mixed takes one or more", ROUTER, "--bind", "left=e")


def offloads_off(device):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        for command in (0x15, 0x17, 0x1f, 0x24, 0x2c):  # receive and transmit checksums, TSO, GSO, GRO
            value = array.array("B", struct.pack("II", command, 0))
            try:
                fcntl.ioctl(control, 0x8946, struct.pack("16sP", device.encode(), value.buffer_info()[0]))
            except OSError:
                pass


# What runs in the hosts' networks: `mixed_test.py host WHAT …`.
def host_offloads(device):
    offloads_off(device)


def host_serve():
    """One connection: so many bytes, and an answer."""
    with socket.create_server((RIGHT, 5000)) as server:
        print("ready", flush=True)
        connection, _ = server.accept()
        with connection:
            received = 0
            while data := connection.recv(1 << 16):
                received += len(data)
            connection.sendall(str(received).encode())


def host_send(size):
    with socket.create_connection((RIGHT, 5000), timeout=20) as connection:
        connection.sendall(bytes(int(size)))
        connection.shutdown(socket.SHUT_WR)
        print(connection.recv(100).decode())


def host_keep():
    """Two connections; the first is kept while the second one comes."""
    with socket.create_server((RIGHT, 5002)) as server:
        server.settimeout(20)
        print("ready", flush=True)
        kept = []
        for _ in range(2):
            kept.append(server.accept()[0])
            print(len(kept[-1].recv(1)), flush=True)


def host_trace():
    """Who tells that a datagram's time has run out, for times of 1, 2, …, until it arrives."""
    ip_recverr, errqueue = 11, 0x2000
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.setsockopt(socket.IPPROTO_IP, ip_recverr, 1)
        for ttl in range(1, 6):
            probe.setsockopt(socket.IPPROTO_IP, socket.IP_TTL, ttl)
            probe.sendto(b"probe", (RIGHT, 33434))
            for _ in range(100):
                time.sleep(0.02)
                try:
                    _, ancillary, _, _ = probe.recvmsg(100, 200, errqueue)
                except BlockingIOError:
                    continue
                error = ancillary[0][2]  # struct sock_extended_err, and after it who it was
                print(error[5], socket.inet_ntoa(error[20:24]))
                if error[5] == 3:
                    return
                break


class InRealTime(unittest.TestCase):
    def setUp(self):
        names = [f"qoslab-{os.getpid()}-{name}" for name in ("left", "right", "between")]
        self.left, self.right, self.between = names
        for name in names:
            if subprocess.run(["ip", "netns", "add", name], capture_output=True, check=False).returncode != 0:
                self.skipTest("no right to make networks")
            self.addCleanup(subprocess.run, ["ip", "netns", "del", name], check=False)
        for host, device, address, first in ((self.left, "e1", LEFT, "10.0.0.2"), (self.right, "e2", RIGHT, "10.0.0.10")):
            self.ip("link", "add", "eth0", "netns", host, "type", "veth", "peer", "name", device, "netns", self.between)
            self.run_in(host, "sysctl", "-qw", "net.ipv6.conf.all.disable_ipv6=1", check=False)
            self.says(self.python(host, "offloads", "eth0"))
            self.ip("-n", host, "link", "set", "dev", "eth0", "up")
            self.ip("-n", self.between, "link", "set", "dev", device, "up")
            self.ip("-n", host, "addr", "add", f"{address}/30", "dev", "eth0")
            self.ip("-n", host, "route", "add", "10.0.0.0/24", "via", first)

    def ip(self, *arguments):
        subprocess.run(["ip", *arguments], check=True)

    def run_in(self, network, *command, check=True):
        return subprocess.run(["ip", "netns", "exec", network, *command], capture_output=True, text=True, check=check)

    def python(self, network, *arguments):
        return subprocess.Popen(["ip", "netns", "exec", network, sys.executable, "-B", __file__, PROGRAM, str(SCENARIOS),
                                 "host", *arguments], stdout=subprocess.PIPE, text=True)

    def says(self, process):
        self.addCleanup(process.stdout.close)
        text = process.communicate(timeout=40)[0]
        self.assertEqual(process.returncode, 0)
        return text.split("\n")[:-1]

    def test_kernels_talk_through_simulated_routers(self):
        emulation = subprocess.Popen(
            ["ip", "netns", "exec", self.between, PROGRAM, "emulate", ROUTER, "--role", "mixed", "--bind", "left=e1",
             "--bind", "right=e2", "--json", "--no-self-test", "--precision", "1 s"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(emulation.stdout.close)
        self.addCleanup(emulation.kill)
        server = self.python(self.right, "serve")
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.kill)
        self.assertEqual(server.stdout.readline(), "ready\n")
        size = 200_000
        self.assertEqual(self.says(self.python(self.left, "send", str(size))), [str(size)])
        self.assertEqual(self.says(self.python(self.left, "trace")), ["11 10.0.0.2", "11 10.0.0.6", f"3 {RIGHT}"])
        emulation.send_signal(2)
        results = json.loads(emulation.communicate(timeout=20)[0])
        accounts = {account["name"]: account for account in results["accounts"]}
        self.assertGreater(accounts["left-right.dscp0"]["delivered"]["bytes"], size)
        self.assertEqual(accounts["left-right.dscp0"]["drops"]["r1: ttl"], 1)
        self.assertEqual(accounts["left-right.dscp0"]["drops"]["r2: ttl"], 1)
        self.assertEqual(accounts["r2-left.dscp0"]["delivered"]["packets"], 1)
        flows = {flow["name"]: flow for flow in results["model_flows"]}
        self.assertGreater(flows["noise"]["delivered"]["packets"], 50)
        self.assertGreater(flows["upload"]["delivered"]["packets"], 50)

    def run_with_a_file_to_the_right(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        scenario = pathlib.Path(folder.name) / "file.yaml"
        file = "  file: {from: left, to: right, port: 5002, traffic: {kind: file, size: 1 MB}}\n"
        scenario.write_text(pathlib.Path(ROUTER).read_text().replace("flows:\n", "flows:\n" + file))
        return ["ip", "netns", "exec", self.between, PROGRAM, "emulate", str(scenario), "--role", "mixed",
                "--bind", "right=e2", "--no-self-test", "--precision", "1 s"]

    def test_where_nobody_listens_is_said(self):
        run = subprocess.run([*self.run_with_a_file_to_the_right(), "--duration", "1 s"], capture_output=True, text=True,
                             check=False)
        self.assertIn("right has refused every connection to its port 5002", run.stdout)

    def test_a_second_run_meets_who_still_has_the_first_ones_connection(self):
        command = self.run_with_a_file_to_the_right()
        server = self.python(self.right, "keep")
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.kill)
        self.assertEqual(server.stdout.readline(), "ready\n")
        for _ in range(2):
            run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            self.addCleanup(run.stdout.close)
            self.addCleanup(run.kill)
            self.assertEqual(server.stdout.readline(), "1\n")
            run.send_signal(2)
            self.assertIn("delivered", run.communicate(timeout=20)[0])


if __name__ == "__main__":
    if sys.argv[3:4] == ["host"]:
        globals()["host_" + sys.argv[4]](*sys.argv[5:])
    else:
        unittest.main(argv=sys.argv[:1])
