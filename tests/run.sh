# ./qoslab test [FILTER], in the launcher's own shell: builds the presets from the smallest to the widest, runs every
# test of each, fuzzes briefly, checks the format. Closes with one line that counts all of it.
filter=${1-}
passed=0 failed=0

heading() { echo "== $*"; }
wanted() { [[ $1 =~ $filter ]]; }
close() {
  echo
  echo "$passed passed, $failed failed"
  ((failed == 0 && passed > 0))
  exit
}

# verdict NAME COMMAND...: one test that is a command.
verdict() {
  local name=$1
  shift
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $name"
  fi
}

build_or_close() {
  if ! build "$1"; then
    failed=$((failed + 1))
    echo "FAILED: the $1 preset does not build"
    close
  fi
}

# tests_of PRESET: shows what fails; the whole record is in ctest.log.
tests_of() {
  local dir=$root/build/$1 bad all
  heading "$1"
  build_or_close "$1"
  ctest --test-dir "$dir" --parallel "$(nproc)" --timeout 300 --output-on-failure --no-tests=ignore \
    ${filter:+--tests-regex "$filter"} 2>&1 | tee "$dir/ctest.log" |
    grep --invert-match --extended-regexp '^ +Start +[0-9]+:|\*?\.+ +Passed +[0-9.]+ sec|^Internal ctest changing'
  read -r bad all < <(sed -n 's/.* tests passed, \([0-9]*\) tests failed out of \([0-9]*\).*/\1 \2/p' "$dir/ctest.log")
  failed=$((failed + ${bad:-0}))
  passed=$((passed + ${all:-0} - ${bad:-0}))
}

formatted() {
  local files
  mapfile -t files < <(cd "$root" && find model analysis helpers cli gui benchmarks tests \
    \( -name '*.h' -o -name '*.cpp' \) -print 2>/dev/null)
  (cd "$root" && clang-format-14 --dry-run --Werror "${files[@]}" 2>&1) | grep --only-matching '^[^ :]*\.\(h\|cpp\)' |
    sort --unique >"$root/build/unformatted"
  [[ ! -s $root/build/unformatted ]] ||
    { echo "Not formatted; cure: clang-format-14 -i $(paste --serial --delimiters ' ' "$root/build/unformatted")" && false; }
}

# fuzzed NAME: 20 seconds from the saved corpus, which stays as it is. What breaks it is left in build/fuzz.
fuzzed() {
  local target=$root/build/fuzz/$1 corpus options=() log=$root/build/fuzz/$1.log
  corpus=$(mktemp --directory)
  cp --recursive "$root/tests/fuzz/corpus/${1%_fuzz}/." "$corpus" 2>/dev/null
  if [[ -f $root/tests/fuzz/${1%_fuzz}.dict ]]; then options+=("-dict=$root/tests/fuzz/${1%_fuzz}.dict"); fi
  "$target" -seed=1 -max_total_time=20 -timeout=10 -rss_limit_mb=2048 -artifact_prefix="$root/build/fuzz/$1-" \
    "${options[@]}" "$corpus" &>"$log"
  local status=$?
  rm -r "$corpus"
  if ((status)); then tail -n 60 "$log"; fi
  return $status
}

need run gui test
if wanted format; then heading format && verdict format formatted; fi
tests_of core
tests_of dev
tests_of asan
if wanted fuzz && compgen -G "$root/tests/fuzz/*_fuzz.cpp" >/dev/null; then
  heading fuzz
  build_or_close fuzz
  for source in "$root"/tests/fuzz/*_fuzz.cpp; do
    name=$(basename "$source" .cpp)
    verdict "$name" fuzzed "$name"
  done
fi
close
