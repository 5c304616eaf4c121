#!/bin/bash
# Draws docs/pictures/gui-*.png: runs scenarios, and takes the pictures that the windows' tests make of their results.
# Takes a minute, and longer where nothing is built yet.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."
folder=$(mktemp --directory)
trap 'rm -r "$folder"' EXIT
for scenario in planning/evening-peak intserv-diffserv/table5-diffserv first/one-queue first/priority; do
  ./qoslab run "scenarios/$scenario.yaml" --out "$folder/results/${scenario#*/}" >/dev/null || (($? == 1))
done
cmake --preset dev -S . >/dev/null
ninja -C build/dev --quiet test_gui
# album NAME ...: the pictures of the folders that it is told.
album() {
  rm -rf "$folder/shown" && mkdir "$folder/shown"
  cp -r "${@/#/$folder/results/}" "$folder/shown"
  QOSLAB_PICTURED=$folder/shown QOSLAB_PICTURES=$folder build/dev/tests/test_gui \
    --gtest_brief=1 --gtest_filter='Looks/Album.*/bright' >"$folder/log" 2>&1 || { cat "$folder/log" && exit 1; }
}
take() { cp "$folder/bright-$1.png" "docs/pictures/gui-$2.png"; }

album one-queue priority
take scenario scenario
take scenario-tree tree
take compared-jitter_ms compared
take presentation-priority-1 presentation
album evening-peak table5-diffserv
take results-evening-peak-subscribers subscribers
take results-table5-diffserv-references published
