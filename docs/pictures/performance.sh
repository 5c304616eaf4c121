#!/bin/bash
# Measures what a packet costs, writes the tables of docs/performance.md, and draws docs/pictures/performance.svg.
# Takes about a minute; on a machine that does nothing else.            (Debian: gnuplot-nox)
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."
page=docs/performance.md
tables=$(./qoslab bench gateway)
text=$(sed '/^## Measured$/q' $page)
printf '%s\n\n%s\n' "$text" "$tables" >$page
gnuplot docs/pictures/performance.gp
