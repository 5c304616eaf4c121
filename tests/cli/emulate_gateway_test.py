"""The gateway of scenarios/emulation between real hosts whose frames have two tags, in a network namespace of its own.
Arguments: program, scenarios folder."""
import json
import pathlib
import signal
import subprocess
import sys
import time
import unittest

import private_network
from private_network import Emulation, Host, cable, ethernet, ipv4, remove

PROGRAM, SCENARIOS = sys.argv[1], pathlib.Path(sys.argv[2])
GATEWAY = SCENARIOS / "emulation" / "gateway.yaml"
HELP = subprocess.run([PROGRAM, "emulate", "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
QUICK = ["--no-self-test"] if "--no-self-test" in HELP else []
FINE, DOES_NOT_HOLD = range(2)
IPV4, EF, BEST_EFFORT = 0x0800, 46, 0
UP, DOWN = "access-network", "network-access"


def setUpModule():
    private_network.enter()


def tagged(home, packet, outer=0x8100):
    """Of household `home`, from 1: provider's tag 100, customer's its number."""
    return ethernet(IPV4, packet, (outer, 100), (0x8100, home))


def upstream(home, number, dscp=BEST_EFFORT, size=1000):
    return tagged(home, ipv4(f"100.64.0.{home - 1}", "192.0.2.1", dscp, size, number))


def downstream(home, number, dscp=BEST_EFFORT, size=1000):
    return tagged(home, ipv4("192.0.2.1", f"100.64.0.{home - 1}", dscp, size, number))


class Gateway(unittest.TestCase):
    def setUp(self):
        for ends in (("home", "access"), ("network", "server")):
            cable(*ends, 1520)
        self.addCleanup(remove, "home", "server")
        self.homes, self.server = Host("home"), Host("server")
        self.addCleanup(self.homes.close)
        self.addCleanup(self.server.close)
        self.emulation = Emulation(PROGRAM, GATEWAY, "--bind=access=access", "--bind=network=network", "--json",
                                   *QUICK).ready(self.homes, self.server)
        self.addCleanup(self.emulation.end, signal.SIGKILL)

    def accounts(self):
        status, out, error = self.emulation.end(signal.SIGINT)
        self.assertIn(status, (FINE, DOES_NOT_HOLD), error)
        return {account["name"]: account for account in json.loads(out)["accounts"]}

    def test_every_household_has_its_own_tags_in_both_directions(self):
        up = [upstream(home, home, dscp) for home in range(2, 17) for dscp in (EF, BEST_EFFORT)]
        down = [downstream(home, home, dscp) for home in range(2, 17) for dscp in (EF, BEST_EFFORT)]
        for data in up:
            self.homes.send(data)
        for data in down:
            self.server.send(data)
        self.assertEqual(sorted(self.server.frames(len(up))), sorted(up), "byte by byte, tags included")
        self.assertEqual(sorted(self.homes.frames(len(down))), sorted(down))
        accounts = self.accounts()
        for direction in UP, DOWN:
            for name in "voice", "data":
                account = accounts[f"{direction}.homes/{name}"]
                self.assertEqual((account["offered"]["packets"], account["delivered"]["packets"]), (15, 15))
                self.assertEqual(account["delivered"]["bytes"], 15 * (1000 + 18 + 8))

    def test_an_outer_tag_of_a_provider_is_kept(self):
        data = tagged(5, ipv4("100.64.0.4", "192.0.2.1"), 0x88a8)
        self.homes.send(data)
        self.assertEqual(self.server.receive(), data)
        self.accounts()

    def test_a_policer_drops_what_is_too_much_and_nobody_else_s(self):
        burst = [upstream(3, number) for number in range(100)]  # 100 kB; a household may send 15 kB at once, and 4 Mbit/s
        for data in burst:
            self.homes.send(data)
        other = [upstream(4, number) for number in range(5)]
        for data in other:
            self.homes.send(data)
        came = self.server.frames(105, 0.3)
        self.assertEqual([data for data in came if data in other], other)
        passed = [data for data in came if data in burst]
        self.assertEqual(passed, [data for data in burst if data in passed], "in their order")
        account = self.accounts()[f"{UP}.homes/data"]
        self.assertEqual(account["delivered"]["packets"], len(came))
        self.assertEqual(sum(account["drops"].values()), 105 - len(came))
        self.assertTrue(all("policer" in reason for reason in account["drops"]), account["drops"])
        self.assertGreaterEqual(len(passed), 14)  # of 1026 B; sent within less than 50 ms, or else some more
        self.assertLess(len(passed), 60)

    def test_a_household_s_line_is_as_fast_as_it_was_sold_and_voice_goes_first(self):
        data = [downstream(7, number) for number in range(60)]
        voice = [downstream(7, number, EF, 200) for number in range(4)]
        for _ in range(20):
            began = time.monotonic()
            sending = self.server.send_at_once(data + voice)
            came = self.homes.frames(64)
            took = time.monotonic() - began
            self.assertEqual(sorted(came), sorted(data + voice), "they wait, and none is lost")
            self.assertEqual([frame for frame in came if frame in data], data)
            self.assertGreater(took, (60 * 1026 - 15_000) * 8 / 20e6 * 0.9, "20 Mbit/s after 15 kB at once")
            if sending < 0.005:  # else there may have been no data before the voice any more
                break
        else:
            self.skipTest("this machine is too busy to send 64 frames within 5 ms")
        self.assertGreater(came.index(data[-1]), came.index(voice[-1]), "voice overtakes")
        accounts = self.accounts()
        self.assertEqual(accounts[f"{DOWN}.homes/data"]["drops"], {})
        model = accounts[f"{DOWN}.homes/voice"]["model_delay_ns"]
        self.assertLess(model["max"], 2_000_000, "a frame or two of data before it")

    def test_frames_of_nobody_pass_beside_it(self):
        strange = [ethernet(IPV4, ipv4("100.64.0.9", "192.0.2.1"), (0x8100, 200), (0x8100, 3)), ethernet(0x0806, bytes(46))]
        for data in strange:
            self.homes.send(data)
            self.assertEqual(self.server.receive(), data)
        accounts = self.accounts()
        beside = [a["delivered"]["packets"] for name, a in accounts.items() if name.startswith(UP) and "homes" not in name]
        self.assertGreaterEqual(sum(beside), 3, "and the probe")
        self.assertFalse(any("homes" in name and a["offered"]["packets"] for name, a in accounts.items()))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
