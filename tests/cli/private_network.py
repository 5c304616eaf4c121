"""A network namespace for tests, its cables, and the hosts at their far ends."""
import ctypes
import os
import pathlib
import select
import signal
import socket
import struct
import subprocess
import time
import unittest

ETH_P_ALL, SOL_PACKET, PACKET_AUXDATA, PACKET_QDISC_BYPASS, PACKET_IGNORE_OUTGOING = 3, 263, 8, 20, 23
CLONE_NEWNS, CLONE_NEWUSER, CLONE_NEWNET = 0x20000, 0x10000000, 0x40000000
TP_STATUS_VLAN_VALID = 16
PROBE = 0x88b5  # a type for experiments
PATIENCE = 10  # seconds, for what takes a fraction of one on a machine that is not busy


def enter():
    """This process, from now on, has a network and mounts of its own. Skips the module where that is not allowed."""
    libc = ctypes.CDLL(None, use_errno=True)
    ids = {"uid_map": os.getuid(), "gid_map": os.getgid()}
    if os.getuid() != 0:
        if libc.unshare(CLONE_NEWUSER) != 0:
            raise unittest.SkipTest("no user namespace is allowed here")
        pathlib.Path("/proc/self/setgroups").write_text("deny")
        for name, number in ids.items():
            pathlib.Path("/proc/self", name).write_text(f"0 {number} 1")
    if libc.unshare(CLONE_NEWNET | CLONE_NEWNS) != 0:
        raise unittest.SkipTest("no network namespace is allowed here: " + os.strerror(ctypes.get_errno()))
    subprocess.run(["mount", "--make-rprivate", "/"], check=False)
    ip("link", "set", "dev", "lo", "up")
    try:  # so that what is sent at once is, also on a busy machine
        os.sched_setscheduler(0, os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, os.sched_param(10))
    except OSError:
        pass


def ip(*arguments):
    subprocess.run(["ip", *arguments], check=True, stdout=subprocess.DEVNULL)


def cable(a, b, mtu=1500):
    ip("link", "add", a, "mtu", str(mtu), "type", "veth", "peer", "name", b, "mtu", str(mtu))
    for end in a, b:
        ip("link", "set", "dev", end, "addrgenmode", "none")  # it says nothing by itself
        ip("link", "set", "dev", end, "up")


def remove(*devices):
    for device in devices:
        subprocess.run(["ip", "link", "del", device], check=False, stderr=subprocess.DEVNULL)


def checksum(data):
    total = sum(struct.unpack(f"!{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xffff) + (total >> 16)
    return ~total & 0xffff


def ipv4(source, destination, dscp=0, size=1000, number=0):
    """A packet of UDP without a checksum."""
    header = bytearray(struct.pack("!BBHHHBBH4s4s", 0x45, dscp << 2, size, number & 0xffff, 0, 64, 17, 0,
                                   socket.inet_aton(source), socket.inet_aton(destination)))
    header[10:12] = struct.pack("!H", checksum(bytes(header)))
    udp = struct.pack("!HHHH", 5000, 5001, size - 20, 0)
    return bytes(header) + udp + struct.pack("!I", number) + bytes((number + i) & 0xff for i in range(size - 32))


def ipv6(size=1000, number=0):
    return (struct.pack("!IHBB", 0x6 << 28, size - 40, 59, 64) + socket.inet_pton(socket.AF_INET6, "fd00::1") +
            socket.inet_pton(socket.AF_INET6, "fd00::2") + bytes((number + i) & 0xff for i in range(size - 40)))


def ethernet(kind, content, *tags):
    """`tags`: (type, value) from the outside."""
    return (b"\x02\0\0\0\0\x01\x02\0\0\0\0\x02" + b"".join(struct.pack("!HH", *tag) for tag in tags) +
            struct.pack("!H", kind) + content)


class Host:
    """At the far end of a cable: what is received has its tags as they were on the wire."""

    def __init__(self, device):
        self.socket = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETH_P_ALL))
        for option in PACKET_AUXDATA, PACKET_IGNORE_OUTGOING, PACKET_QDISC_BYPASS:
            self.socket.setsockopt(SOL_PACKET, option, 1)
        self.socket.setsockopt(socket.SOL_SOCKET, 33, 16 << 20)  # SO_RCVBUFFORCE
        self.socket.bind((device, 0))

    def send(self, frame):
        self.socket.send(frame)

    def send_at_once(self, frames):
        """How many seconds that took."""
        began = time.monotonic()
        for frame in frames:
            self.socket.send(frame)
        return time.monotonic() - began

    def receive(self, patience=PATIENCE):
        """The next frame; nothing: none came."""
        if not select.select([self.socket], [], [], patience)[0]:
            return None
        data, about, _, _ = self.socket.recvmsg(65536, 256)
        for level, kind, value in about:
            if (level, kind) == (SOL_PACKET, PACKET_AUXDATA):
                status, _, _, _, _, tci, tpid = struct.unpack("IIIHHHH", value[:20])
                if status & TP_STATUS_VLAN_VALID:
                    data = data[:12] + struct.pack("!HH", tpid, tci) + data[12:]
        return data

    def frames(self, number, quiet=PATIENCE):
        """So many, or what comes until it is quiet."""
        result = []
        while len(result) < number and (frame := self.receive(quiet)) is not None:
            result.append(frame)
        return result

    def close(self):
        self.socket.close()


def listening(device):
    """Sockets of AF_PACKET on it."""
    index = socket.if_nametoindex(device)
    rows = (row.split() for row in pathlib.Path("/proc/self/net/packet").read_text().splitlines()[1:])
    return sum(int(row[4]) == index for row in rows)


class Emulation:
    """The program between `access` and `network`, or whatever is bound."""

    def __init__(self, program, *arguments, **options):
        options.setdefault("stdout", subprocess.PIPE)
        self.process = subprocess.Popen([program, "emulate", *map(str, arguments)], stderr=subprocess.PIPE, text=True,
                                        **options)

    def ready(self, here, there):
        """It runs: a probe has come from one host to the other, and no other one is on its way."""
        probe = ethernet(PROBE, bytes(46))
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            here.send(probe)
            if probe in there.frames(1, 0.02):
                break
            if time.monotonic() > end:
                raise TimeoutError("the emulation does not begin")
        there.frames(1000, 0.05)
        return self

    def signal(self, number):
        self.process.send_signal(number)

    def end(self, number=None):
        """Status, stdout, stderr."""
        if self.process.stderr.closed:
            return None
        if number is not None and self.process.poll() is None:
            self.process.send_signal(number)
        try:
            out, error = self.process.communicate(timeout=6 * PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGKILL)
            self.process.communicate()
            raise
        return self.process.returncode, out, error
