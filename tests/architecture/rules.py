"""The rules of docs/architecture.md that can be read off the text of the tree: who may include whom, and the shape
of files. `complaints(root)` lists every breach as "file:line: what is wrong"."""

import re
from pathlib import Path

MODEL = ["model", "model/network"]

# Room: (other rooms that it may include, libraries that it may include). A folder belongs to the longest room that
# it lies in. Rooms that are not named know nothing of each other.
ROOMS = {
    "model": (MODEL, ["std"]),
    "model/network": (MODEL, ["std", "Boost.Graph"]),
    "model/ns3": (MODEL, ["std", "ns-3"]),
    "analysis": (MODEL, ["std", "Eigen"]),
    "helpers/scenario": ([*MODEL, "helpers/traffic_trace"], ["std", "system", "yaml-cpp", "nlohmann-json", "fmt"]),
    "helpers/recorded": ([], ["std", "nlohmann-json"]),
    "helpers/results": ([*MODEL, "analysis", "helpers/recorded"], ["std", "system", "nlohmann-json", "fmt"]),
    "helpers/traffic_trace": (MODEL, ["std"]),
    "helpers/simulate": ([*MODEL, "model/ns3", "helpers/results", "helpers/traffic_trace"], ["std", "system", "ns-3"]),
    "helpers/emulate": ([*MODEL, "helpers/traffic_trace"], ["std", "system", "XDP"]),
    "cli": (
        [*MODEL, "analysis", "helpers/scenario", "helpers/traffic_trace", "helpers/results", "helpers/simulate",
         "helpers/emulate"],
        ["std", "system", "CLI11", "fmt", "nlohmann-json"],
    ),
    "gui": (["gui/charts", "gui/pictures", "gui/data", "gui/views"], ["std", "Qt"]),
    "gui/data": ([*MODEL, "analysis", "helpers/recorded"], ["std", "system", "nlohmann-json"]),
    "gui/draw": (MODEL, ["std"]),
    "gui/pictures": ([*MODEL, "gui/data", "gui/draw", "helpers/recorded"], ["std"]),
    "gui/charts": (["gui/data"], ["std", "Qt"]),
    "gui/run": ([], ["std", "Qt"]),
    "gui/views": (
        [*MODEL, "gui/data", "gui/draw", "gui/pictures", "gui/charts", "gui/run", "helpers/scenario", "helpers/recorded"],
        ["std", "Qt"],
    ),
    "benchmarks": (MODEL, ["std", "Google Benchmark"]),
    "benchmarks/emulate": ([*MODEL, "helpers/emulate", "benchmarks/gateway", "tests"], ["std", "system"]),
    "benchmarks/gui": (["gui/charts", "gui/data", "gui/views"], ["std", "system", "Qt"]),
    "benchmarks/gateway": ([*MODEL, "tests"], ["std", "system", "ns-3"]),
}
TESTS = "tests"  # may include what they test
CODE = ["model", "analysis", "helpers", "cli", "gui", "benchmarks", TESTS]

LIBRARIES = [
    ("ns-3", r"ns3/"),
    ("Boost.Graph", r"boost/(graph|property_map|range)/"),
    ("Eigen", r"Eigen/"),
    ("yaml-cpp", r"yaml-cpp/"),
    ("nlohmann-json", r"nlohmann/"),
    ("fmt", r"fmt/"),
    ("CLI11", r"CLI/"),
    ("Qt", r"Q[A-Z]|Qt[A-Z]"),
    ("Google Benchmark", r"benchmark/"),
    ("XDP", r"(xdp|bpf)/"),
    ("std", r"[a-z_0-9]+$"),
    ("system", r"([a-z_0-9]+/)*[a-z_0-9]+\.h$"),
]

# The model is pure: it has no clock and touches nothing outside.
IMPURE = {"chrono", "ctime", "filesystem", "fstream", "iostream", "print", "syncstream"}

LONGEST_FILE = 350
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)")')
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
EMPTY_NAME = re.compile(r"\b(?:class|struct)\s+(\w*(?:Manager|Util|Utils|Helper))\b")
NAMESPACE = re.compile(r"namespace ([\w:]+) \{")
TYPE = re.compile(r"(?:class|struct|enum class) (\w+)\b(?!::)[^;]*\{")
GETTER = re.compile(r"(?<!\.)(?<!->)(?<!::)\b(get_\w+)\s*\(")


def room_of(path):
    """The room of a path from the root, or None."""
    rooms = [room for room in [*ROOMS, TESTS] if path.startswith(room + "/")]
    return max(rooms, key=len, default=None)


def folder_of(path):
    """The folder that may be part of no circle: model/qos, helpers/results, analysis."""
    return "/".join(path.split("/")[:-1][:2])


def library_of(header):
    return next((name for name, pattern in LIBRARIES if re.match(pattern, header)), header)


def sources(root):
    for folder in CODE:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".h", ".cpp"):
                yield path.relative_to(root).as_posix()


def complaints(root):
    root = Path(root)
    found = []
    included = {}  # file: {project file that it includes: line}
    types = {}  # (namespace, name): the header that has it
    for path in sources(root):
        lines = (root / path).read_text(encoding="utf-8").splitlines()
        included[path] = {}
        found += shape(path, lines)
        found += twins(path, lines, types)
        for number, line in enumerate(lines, 1):
            if match := INCLUDE.match(line):
                library, own = match.groups()
                wrong = foreign(path, library) if library else domestic(root, path, own)
                if own:
                    included[path][own] = number
                if wrong:
                    found.append(f"{path}:{number}: {wrong}")
    return found + cycles(included)


def shape(path, lines):
    found = []
    if len(lines) > LONGEST_FILE:
        found.append(f"{path}:{LONGEST_FILE + 1}: {len(lines)} lines; at most {LONGEST_FILE}: it does more than one thing")
    if not re.fullmatch(r"[a-z0-9_/]+\.(h|cpp)", path):
        found.append(f"{path}:1: file and folder names are snake_case")
    if path.endswith(".h") and "#pragma once" not in lines:
        found.append(f"{path}:1: a header begins with #pragma once")
    if room_of(path) is None:
        found.append(f"{path}:1: lies in no room; tests/architecture/rules.py lists them")
    for number, line in enumerate(lines, 1):
        if UNFINISHED.search(line):
            found.append(f"{path}:{number}: unfinished work belongs into an issue")
        if path.endswith(".h") and room_of(path) != TESTS and re.match(r"\s*using namespace\b", line):
            found.append(f"{path}:{number}: a header opens no namespace for others")
        if match := EMPTY_NAME.search(line):
            found.append(f"{path}:{number}: '{match[1]}' does not say what the class is")
        if (match := GETTER.search(line)) and room_of(path) != TESTS:
            found.append(f"{path}:{number}: '{match[1]}': a function is named after what it gives")
    return found


def twins(path, lines, types):
    """Types of one full name in two headers: one program may have but one of them (C++20 [basic.def.odr])."""
    if not path.endswith(".h"):
        return []
    found = []
    namespace = ""
    for number, line in enumerate(lines, 1):
        if match := NAMESPACE.match(line):
            namespace = match[1]
        elif match := TYPE.match(line):
            other = types.setdefault((namespace, match[1]), path)
            if other != path:
                found.append(f"{path}:{number}: {namespace}::{match[1]} is defined in {other}, too")
    return found


def foreign(path, header):
    """What is wrong with `#include <header>` in this file."""
    room = room_of(path)
    if room is None or room == TESTS:
        return None
    library = library_of(header)
    if library not in ROOMS[room][1]:
        return f"{room} may not include {library} (<{header}>)"
    if room in ("model", "model/network") and header in IMPURE:
        return f"the model has neither clock nor files (<{header}>)"
    return None


def domestic(root, path, header):
    """What is wrong with `#include "header"` in this file."""
    if not (root / header).is_file():
        return f'"{header}" is no path from the root of the tree to a file'
    room, other = room_of(path), room_of(header)
    if room is None or room == TESTS or room == other or other in ROOMS[room][0]:
        return None
    return f"{room} may not know {other} ({header})"


def cycles(included):
    """Files that include each other in a circle, and folders that do."""
    by_folder = {}
    for path, headers in included.items():
        for header, line in headers.items():
            folder, other = folder_of(path), folder_of(header)
            if folder != other:
                by_folder.setdefault(folder, {}).setdefault(other, f"{path}:{line}")
    found = [f"{circle[0]}:1: included by what it includes: {' → '.join(circle)}" for circle in circles(included)]
    for circle in circles(by_folder):
        found.append(f"{by_folder[circle[0]][circle[1]]}: folders that know each other: {' → '.join(circle)}")
    return found


def circles(graph):
    """Each circle of {node: nodes that it points to} that a depth-first walk closes, as a list a → … → a."""
    found, done = [], set()

    def walk(node, trail):
        if node in trail:
            found.append([*trail[trail.index(node):], node])
        elif node not in done:
            for follower in sorted(graph.get(node, {})):
                walk(follower, [*trail, node])
            done.add(node)

    for start in sorted(graph, key=str):
        walk(start, [])
    return found
