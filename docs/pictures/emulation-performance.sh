#!/bin/bash
# Measures what an emulation costs and how exact it is, and writes the tables of docs/emulation-performance.md. Takes two
# to four minutes: the more other programs disturb, the longer. As root.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."
page=docs/emulation-performance.md
tables=$(./qoslab bench emulate)
text=$(sed '/^## Measured$/q' $page)
printf '%s\n\n%s\n' "$text" "$tables" >$page
