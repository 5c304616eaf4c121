#!/bin/bash
# The launcher in a tree of its own with a toy program, and with stand-ins for Debian's package tools. A story is a
# function; it runs in a fresh tree, in a subshell, and fails at the first thing that is not as told.
set -u -o pipefail

source_root=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../..
space=$(mktemp --directory "${TMPDIR:-/tmp}/launcher test XXXXXX")
trap 'rm -rf "$space"' EXIT

# Only these commands exist for the launcher, so that a machine with or without sudo and apt tells the same story.
mkdir "$space/bin"
for tool in bash cat cmake cp dirname env find flock grep mkdir mv ninja nproc readlink rm sleep touch; do
  ln -s "$(command -v "$tool")" "$space/bin/$tool"
done

command_named() { cat >"$space/bin/$1" && chmod +x "$space/bin/$1"; }

fresh_tree() {
  tree="$space/tree"
  rm -rf "$tree" "$space"/bin/{dpkg-query,apt-get,sudo} "$space"/{installed,apt}
  mkdir -p "$tree"/{cmake,model,analysis,helpers,cli}
  cp "$source_root/qoslab" "$tree"
  printf '%s\n' '# a list' '[run]' 'alpha  # why' '' 'beta' '[test]' 'gamma' >"$tree/packages.txt"
  printf '%s\n' alpha beta >"$space/installed"
  cat >"$tree/CMakePresets.json" <<'JSON'
{"version": 6, "configurePresets": [
  {"name": "release", "generator": "Ninja", "binaryDir": "${sourceDir}/build/${presetName}"}]}
JSON
  cat >"$tree/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(toy LANGUAGES NONE)
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/qoslab DEPENDS ${CMAKE_SOURCE_DIR}/cli/program
  COMMAND bash ${CMAKE_SOURCE_DIR}/cli/compile ${CMAKE_SOURCE_DIR}/cli/program ${CMAKE_BINARY_DIR}/qoslab)
add_custom_target(program ALL DEPENDS ${CMAKE_BINARY_DIR}/qoslab)
CMAKE
  echo 'cp "$1" "$2"' >"$tree/cli/compile"
  program <<<'printf "<%s>" "$@"; exit 0'
  command_named dpkg-query <<SH
#!/bin/bash
while read -r package; do echo "installed \$package"; done <"$space/installed"
SH
  command_named apt-get <<SH
#!/bin/bash
echo "\$*" >>"$space/apt"
[[ " \$* " == *" --simulate "* ]] || printf '%s\n' alpha beta gamma >"$space/installed"
SH
}
program() {
  { echo '#!/bin/bash' && cat; } >"$tree/cli/program"
  chmod +x "$tree/cli/program"
}

# launch ARGUMENT...: sets out, err and status.
launch() {
  out=$(PATH="$space/bin" "${launcher:-$tree/qoslab}" "$@" 2>"$space/err")
  status=$?
  err=$(<"$space/err")
}
fail() {
  echo "  $*"
  echo "  status $status, stdout: $out"
  echo "  stderr: $err"
  exit 1
}
is() { [[ $1 == "$2" ]] || fail "'$1' is not '$2'"; }
has() { [[ $1 == *"$2"* ]] || fail "'$2' is not in '$1'"; }
lacks() { [[ $1 != *"$2"* ]] || fail "'$2' is in '$1'"; }

every_argument_reaches_the_program_as_it_was() {
  launch run 'a b.yaml' --seed 7 '' '*'
  is "$out" '<run><a b.yaml><--seed><7><><*>'
  is "$status" 0
  launch --unknown
  is "$out" '<--unknown>'
}

the_exit_status_is_the_programs() {
  local wanted
  for wanted in 0 1 2 3 4 5 130; do
    program <<<"exit $wanted"
    launch run
    is "$status" "$wanted"
  done
}

only_the_program_writes_to_stdout() {
  program <<<'echo report'
  launch
  is "$out" report
  has "$err" 'building release'
}

a_second_start_builds_nothing_and_says_nothing() {
  launch
  launch check
  is "$err" ''
  is "$out" '<check>'
}

a_change_is_built() {
  launch
  program <<<'echo changed'
  launch
  is "$out" changed
}

the_folder_from_which_it_is_started_stays() {
  mkdir -p "$space/elsewhere/scenario files"
  program <<<'pwd; cat "$1"'
  echo text >"$space/elsewhere/scenario files/a.yaml"
  chmod -R a-w "$space/elsewhere/scenario files"
  cd "$space/elsewhere" || exit
  launch 'scenario files/a.yaml'
  is "$out" "$space/elsewhere"$'\n'text
  chmod -R u+w "$space/elsewhere"
}

it_works_through_links() {
  mkdir -p "$space/links"
  ln -sf "$tree/qoslab" "$space/links/first"
  ln -sf first "$space/links/second"
  launcher="$space/links/second" launch run
  is "$out" '<run>'
}

a_tree_that_was_moved_builds_itself_not_its_origin() {
  launch
  mv "$tree" "$space/moved"
  program() { { echo '#!/bin/bash' && cat; } >"$space/moved/cli/program" && chmod +x "$space/moved/cli/program"; }
  program <<<'echo moved'
  launcher="$space/moved/qoslab" launch
  is "$out" moved
  rm -rf "$space/moved"
}

what_does_not_build_is_shown_and_not_run() {
  launch
  printf '%s\n' 'echo the compiler complains' 'exit 1' >"$tree/cli/compile"
  program <<<'echo never'
  launch
  is "$status" 3
  is "$out" ''
  has "$err" 'the compiler complains'
  has "$err" 'could not be built'
  launch
  is "$status" 3
}

a_project_that_does_not_configure_is_shown() {
  echo 'message(FATAL_ERROR "no such thing")' >>"$tree/CMakeLists.txt"
  launch
  is "$status" 3
  has "$err" 'no such thing'
}

missing_packages_are_installed_once() {
  echo alpha >"$space/installed"
  launch run
  is "$out" '<run>'
  has "$err" ': beta'
  lacks "$err" alpha
  has "$(<"$space/apt")" 'install beta'
  lacks "$(<"$space/apt")" gamma
  rm "$space/apt"
  launch run
  [[ ! -e $space/apt ]] || fail "asked again: $(<"$space/apt")"
}

a_package_added_to_the_list_is_installed() {
  launch
  sed -i 's/beta/beta\ndelta/' "$tree/packages.txt"
  launch
  has "$(<"$space/apt")" 'install delta'
}

old_package_lists_are_fetched_anew() {
  echo alpha >"$space/installed"
  command_named apt-get <<SH
#!/bin/bash
echo "\$*" >>"$space/apt"
[[ " \$* " != *" install "* || -e "$space/updated" ]] || exit 100
[[ " \$* " != *" update "* ]] || touch "$space/updated"
SH
  launch run
  is "$out" '<run>'
  has "$(<"$space/apt")" update
}

without_apt_it_names_the_packages() {
  rm "$space/bin/apt-get"
  true >"$space/installed"
  launch run
  is "$status" 3
  is "$out" ''
  has "$err" 'alpha beta'
  lacks "$err" gamma
}

without_rights_it_names_the_packages() {
  ((EUID == 0)) || return 0
  true >"$space/installed"
  chmod -R a+rwX "$space"
  launcher=$(command -v setpriv) launch --reuid=65534 --clear-groups "$tree/qoslab" run
  is "$status" 3
  has "$err" 'neither root nor sudo'
  has "$err" 'alpha beta'
}

when_installing_fails_it_names_the_packages() {
  printf '#!/bin/bash\nexit 100\n' | command_named apt-get
  true >"$space/installed"
  launch run
  is "$status" 3
  has "$err" 'alpha beta'
}

help_needs_neither_packages_nor_build() {
  rm "$space/bin/dpkg-query" "$space/bin/apt-get"
  launch help
  is "$status" 0
  has "$out" './qoslab test'
  [[ ! -e $tree/build ]] || fail 'something was built'
}

the_help_of_the_benchmarks_needs_neither_and_runs_none() {
  rm "$space/bin/dpkg-query" "$space/bin/apt-get"
  local words
  for words in '--help' '-h' 'gateway --help'; do
    launch bench $words
    is "$status" 0
    is "$err" ''
    has "$out" './qoslab bench gateway'
  done
  [[ ! -e $tree/build ]] || fail 'something was built'
}

# A tree with two benchmarks.
benchmarks() {
  sed -i 's/{"name": "release"\(.*\)}]}/{"name": "release"\1},\n  {"name": "bench"\1}]}/' "$tree/CMakePresets.json"
  local name
  for name in gateway model; do
    cat >>"$tree/CMakeLists.txt" <<CMAKE
file(WRITE \${CMAKE_BINARY_DIR}/bench_$name "#!/bin/bash\nprintf '<%s>' $name \"\$@\"\n")
file(CHMOD \${CMAKE_BINARY_DIR}/bench_$name PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
CMAKE
  done
}

benchmarks_are_run_all_or_one() {
  benchmarks
  launch bench
  is "$out" '<gateway><model>'
  launch bench gateway 7
  is "$out" '<gateway><7>'
  launch bench model --benchmark_filter=meter
  is "$out" '<model><--benchmark_filter=meter>'
  launch bench --benchmark_filter=meter
  is "$out" '<model><--benchmark_filter=meter>'
}

an_unknown_benchmark_is_refused() {
  benchmarks
  launch bench gatewy
  is "$status" 2
  is "$out" ''
  has "$err" "no benchmark 'gatewy'"
}

an_interrupted_build_exits_130_and_is_taken_up_again() {
  printf '%s\n' 'echo half >"$2"' 'sleep 20' 'cp "$1" "$2"' >"$tree/cli/compile"
  set -m
  (PATH="$space/bin" exec "$tree/qoslab" run >"$space/out" 2>"$space/err") &
  set +m
  for _ in {1..200}; do
    if [[ -e $tree/build/release/qoslab ]]; then break; fi
    sleep 0.05
  done
  kill -INT -- -$!
  wait $!
  status=$? out=$(<"$space/out") err=$(<"$space/err")
  is "$status" 130
  is "$out" ''
  echo 'cp "$1" "$2"' >"$tree/cli/compile"
  launch run
  is "$out" '<run>'
}

failed=0
for story in $(sed -n 's/^\([a-z0-9_]*_[a-z0-9_]*\)() {$/\1/p' "${BASH_SOURCE[0]}" | grep -vE '^(command_named|fresh_tree)$'); do
  fresh_tree
  status='' out='' err=''
  if ! ( "$story" ); then
    echo "FAILED ${story//_/ }"
    failed=$((failed + 1))
  fi
done
((failed == 0)) && echo 'every story is as told'
