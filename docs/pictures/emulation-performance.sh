#!/bin/bash
# Measures what an emulation costs and how exact it is, and writes the tables of docs/emulation-performance.md. Takes four
# to six minutes: the more other programs disturb, the longer. As root.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."
page=docs/emulation-performance.md
tables=$(./qoslab bench emulate)
prediction=$(docs/pictures/emulation-prediction.py)
text=$(sed '/^## Measured$/q' $page)
printf '%s\n\n%s\n\n%s\n' "$text" "$tables" "$prediction" >$page
