#!/bin/bash
# Measures what the windows cost, and writes the tables of docs/gui-performance.md. Takes about a minute; on a machine
# that does nothing else.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."
page=docs/gui-performance.md
tables=$(./qoslab bench gui)
text=$(sed '/^## Measured$/q' $page)
printf '%s\n\n%s\n' "$text" "$tables" >$page
