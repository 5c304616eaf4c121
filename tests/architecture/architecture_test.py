#!/usr/bin/env python3
"""Holds the tree to rules.py, and shows on trees made for it that each rule bites."""

import tempfile
import unittest
from pathlib import Path

from rules import LONGEST_FILE, complaints

ROOT = Path(__file__).resolve().parents[2]


class Tree(unittest.TestCase):
    longMessage = False

    def test_holds_every_rule(self):
        found = complaints(ROOT)
        self.assertFalse(found, "\n".join(["what breaks the rules:", *found]))


class Rules(unittest.TestCase):
    """Each story writes a small tree and says what is to be found in it."""

    def complaints(self, files, pragma="#pragma once\n"):
        with tempfile.TemporaryDirectory() as root:
            for path, text in files.items():
                file = Path(root, path)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text((pragma if path.endswith(".h") else "") + text)
            return complaints(root)

    def allow(self, files):
        self.assertEqual([], self.complaints(files))

    def refuse(self, expected, files, **options):
        found = self.complaints(files, **options)
        self.assertEqual(1, len(found), found)
        self.assertIn(expected, found[0])

    def test_each_room_may_include_its_own_libraries(self):
        self.allow({
            "model/units/a.h": "#include <cstdint>\n",
            "model/network/a.cpp": '#include <boost/graph/adjacency_list.hpp>\n#include "model/units/a.h"\n',
            "model/ns3/a.h": '#include <ns3/simulator.h>\n#include "model/units/a.h"\n',
            "analysis/a.h": '#include <Eigen/Dense>\n#include "model/units/a.h"\n',
            "helpers/scenario/a.h": '#include <yaml-cpp/yaml.h>\n#include <nlohmann/json.hpp>\n#include <fmt/core.h>\n',
            "helpers/results/a.h": '#include <nlohmann/json.hpp>\n#include <unistd.h>\n#include "analysis/a.h"\n',
            "helpers/simulate/a.h": '#include <ns3/simulator.h>\n#include <sys/wait.h>\n#include "model/ns3/a.h"\n',
            "helpers/traffic_trace/a.h": '#include <fstream>\n#include "model/units/a.h"\n',
            "helpers/emulate/a.h": '#include <linux/if_packet.h>\n#include "model/units/a.h"\n',
            "cli/a.cpp": '#include <CLI/CLI.hpp>\n#include "helpers/simulate/a.h"\n#include "helpers/scenario/a.h"\n',
            "gui/views/a.cpp": '#include <QtCharts/QChart>\n#include <QWidget>\n#include "helpers/scenario/a.h"\n',
            "benchmarks/a.cpp": '#include <benchmark/benchmark.h>\n#include "model/units/a.h"\n',
            "tests/a.cpp": '#include <gtest/gtest.h>\n#include "helpers/scenario/a.h"\n',
        })

    def test_no_room_may_include_the_library_of_another(self):
        for path, header, library in [
            ("model/units/a.h", "ns3/simulator.h", "ns-3"),
            ("model/qos/a.cpp", "boost/graph/adjacency_list.hpp", "Boost.Graph"),
            ("model/qos/a.cpp", "boost/container/flat_map.hpp", "boost/container/flat_map.hpp"),
            ("model/qos/a.cpp", "Eigen/Dense", "Eigen"),
            ("model/qos/a.cpp", "fmt/core.h", "fmt"),
            ("model/qos/a.cpp", "unistd.h", "system"),
            ("model/network/a.cpp", "ns3/node.h", "ns-3"),
            ("model/ns3/a.h", "nlohmann/json.hpp", "nlohmann-json"),
            ("model/ns3/a.h", "unistd.h", "system"),
            ("analysis/a.cpp", "ns3/simulator.h", "ns-3"),
            ("analysis/a.cpp", "nlohmann/json.hpp", "nlohmann-json"),
            ("helpers/scenario/a.cpp", "ns3/simulator.h", "ns-3"),
            ("helpers/results/a.cpp", "yaml-cpp/yaml.h", "yaml-cpp"),
            ("helpers/simulate/a.cpp", "yaml-cpp/yaml.h", "yaml-cpp"),
            ("helpers/traffic_trace/a.cpp", "unistd.h", "system"),
            ("helpers/emulate/a.cpp", "ns3/simulator.h", "ns-3"),
            ("cli/a.cpp", "ns3/simulator.h", "ns-3"),
            ("gui/a.cpp", "ns3/simulator.h", "ns-3"),
            ("benchmarks/a.cpp", "ns3/simulator.h", "ns-3"),
        ]:
            with self.subTest(path=path, header=header):
                self.refuse(f" may not include {library} (<{header}>)", {path: f"#include <{header}>\n"})

    def test_no_room_may_know_what_builds_on_it(self):
        for path, other in [
            ("model/qos/a.cpp", "model/ns3/b.h"),
            ("model/qos/a.cpp", "analysis/b.h"),
            ("model/qos/a.cpp", "cli/b.h"),
            ("model/network/a.cpp", "model/ns3/b.h"),
            ("model/ns3/a.cpp", "helpers/simulate/b.h"),
            ("analysis/a.cpp", "helpers/results/b.h"),
            ("analysis/a.cpp", "model/ns3/b.h"),
            ("helpers/scenario/a.cpp", "analysis/b.h"),
            ("helpers/scenario/a.cpp", "helpers/results/b.h"),
            ("helpers/results/a.cpp", "helpers/scenario/b.h"),
            ("helpers/simulate/a.cpp", "helpers/scenario/b.h"),
            ("helpers/simulate/a.cpp", "cli/b.h"),
            ("helpers/traffic_trace/a.cpp", "helpers/scenario/b.h"),
            ("helpers/emulate/a.cpp", "model/ns3/b.h"),
            ("cli/a.cpp", "model/ns3/b.h"),
            ("cli/a.cpp", "gui/b.h"),
            ("gui/a.cpp", "helpers/simulate/b.h"),
            ("gui/a.cpp", "cli/b.h"),
            ("model/qos/a.cpp", "tests/b.h"),
        ]:
            with self.subTest(path=path, other=other):
                self.refuse(f"may not know {other.rsplit('/', 1)[0]} ", {path: f'#include "{other}"\n', other: ""})

    def test_an_include_names_a_file_from_the_root(self):
        files = {"model/qos/a.h": "", "model/qos/b.cpp": '#include "a.h"\n'}
        self.refuse('model/qos/b.cpp:1: "a.h" is no path from the root', files)
        self.refuse("is no path from the root", {"model/qos/a.cpp": '#include "model/qos/gone.h"\n'})

    def test_includes_are_found_however_they_are_spaced(self):
        self.refuse("a.cpp:2: model may not include ns-3", {"model/qos/a.cpp": "\n  #  include<ns3/node.h> // why\n"})

    def test_the_model_has_neither_clock_nor_files(self):
        for header in ["chrono", "ctime", "iostream", "fstream", "filesystem"]:
            with self.subTest(header=header):
                self.refuse("neither clock nor files", {"model/qos/a.cpp": f"#include <{header}>\n"})
        self.allow({"helpers/simulate/a.cpp": "#include <chrono>\n"})

    def test_files_do_not_include_each_other_in_a_circle(self):
        self.refuse("model/a/x.h → model/a/y.h → model/a/z.h → model/a/x.h", {
            "model/a/x.h": '#include "model/a/y.h"\n',
            "model/a/y.h": '#include "model/a/z.h"\n',
            "model/a/z.h": '#include "model/a/x.h"\n',
        })

    def test_folders_do_not_know_each_other_in_a_circle(self):
        self.refuse("folders that know each other: model/network → model/qos → model/network", {
            "model/network/a.h": '#include "model/qos/x.h"\n',
            "model/network/b.h": "",
            "model/qos/x.h": "",
            "model/qos/queue/y.h": '#include "model/network/b.h"\n',
        })

    def test_a_file_is_short(self):
        self.allow({"model/qos/a.cpp": "\n" * LONGEST_FILE})
        self.refuse("351 lines; at most 350", {"model/qos/a.cpp": "\n" * (LONGEST_FILE + 1)})

    def test_every_file_lies_in_a_room(self):
        self.refuse("helpers/misc/a.cpp:1: lies in no room", {"helpers/misc/a.cpp": "#include <unistd.h>\n"})

    def test_names_say_what_a_thing_is(self):
        self.refuse("snake_case", {"model/qos/TokenBucket.cpp": ""})
        self.refuse("'QueueManager' does not say", {"model/qos/a.h": "class QueueManager {\n"})
        self.refuse("'get_rate': a function is named after", {"model/qos/a.h": "Rate get_rate() const;\n"})
        self.allow({"model/qos/a.h": "auto x = std::get<int>(v); // budget_of(x)\nauto* y = app.get_option();\n"})

    def test_a_header_can_be_included_twice_and_opens_no_namespace(self):
        self.refuse("a.h:1: a header begins with #pragma once", {"model/qos/a.h": ""}, pragma="")
        self.refuse("a.h:2: a header opens no namespace", {"model/qos/a.h": "using namespace std;\n"})
        self.allow({"model/qos/a.cpp": "using namespace literals;\n"})

    def test_a_full_name_is_one_type(self):
        drawing = "namespace qoslab {\nstruct Drawing {\n};\n}\n"
        self.refuse("b.h:3: qoslab::Drawing is defined in model/qos/a.h, too",
                    {"model/qos/a.h": drawing, "model/qos/b.h": drawing})
        self.allow({"model/qos/a.h": drawing, "model/qos/b.h": drawing.replace("qoslab", "qoslab::other"),
                    "model/qos/c.h": "namespace qoslab {\nstruct Drawing;\nclass A {\n  struct Drawing {\n  };\n};\n}\n"})

    def test_nothing_is_left_for_later(self):
        self.refuse("a.cpp:1: unfinished", {"model/qos/a.cpp": "// TO" "DO: the rest\n"})


if __name__ == "__main__":
    unittest.main()
