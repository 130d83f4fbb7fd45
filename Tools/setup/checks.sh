# shellcheck shell=bash
# What must be so before bootstrap touches anything. Each check takes what it judges as arguments, so that
# the tests can show it other machines.

oldest_swift=6.2

check_system() {
  local release=$1 name
  # shellcheck disable=SC1090 # The file is an argument.
  name=$(. "$release" 2>/dev/null && printf '%s %s' "${ID:-}" "${VERSION_ID:-}") || true
  [[ $name == "debian 12" ]] ||
    fail "Evoke is set up on Debian 12; this system is ${name:-unknown}." \
      "Run it on Debian 12: in a virtual machine or a container, for instance."
}

check_processor() {
  local machine=$1 cpuinfo=$2
  case $machine in
    aarch64) ;;
    x86_64)
      # The least that OpenVINO's system requirements name.
      grep -qw sse4_2 "$cpuinfo" ||
        fail "This processor lacks SSE4.2, which OpenVINO needs." "Use a machine with a processor made after 2011."
      ;;
    *)
      fail "OpenVINO comes for x86_64 and aarch64 processors; this one is $machine." \
        "Use a machine with one of those."
      ;;
  esac
}

check_prefix() {
  # pkg-config and the linker both split their options at spaces.
  [[ $1 == /* && $1 != *[[:space:]]* ]] ||
    fail "PREFIX must be a full path without spaces; it is '$1'." "Choose another, such as PREFIX=\$HOME/evoke."
}

check_swift_is_there() {
  command -v swift >/dev/null ||
    fail "The Swift toolchain is not in the PATH." \
      "Install Swift $oldest_swift or later for Debian 12 from https://swift.org/install/linux, then add its usr/bin folder to PATH."
}

# Empty when the toolchain does not start, as before the packages it needs are installed.
swift_version() { swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p'; }

check_swift_version() {
  [[ -n $1 ]] ||
    fail "The Swift toolchain at $(command -v swift) does not start: $(swift --version 2>&1 | tail -n 1)." \
      "Install it again from https://swift.org/install/linux."
  [[ $(printf '%s\n' "$oldest_swift" "$1" | sort --version-sort | head -n 1) == "$oldest_swift" ]] ||
    fail "Evoke needs Swift $oldest_swift or later; $(command -v swift) is $1." \
      "Install a newer one from https://swift.org/install/linux, and put its usr/bin folder first in PATH."
}

# What the steps that are still to be done will write: a line each of megabytes and folder.
space_needed() {
  if debian_packages_missing >/dev/null; then echo "1700 /usr"; fi
  openvino_is_current || printf '%s\n' "260 $cache" "100 $prefix"
  python_environment_is_current || echo "250 $cache"
  starter_model_is_current || printf '%s\n' "300 $cache" "150 $prefix"
  reading_is_current || printf '%s\n' "35 $cache" "20 $prefix"
  faces_are_current || printf '%s\n' "150 $cache" "30 $prefix"
  places_are_current || printf '%s\n' "70 $cache" "60 $prefix"
  album_is_current || printf '%s\n' "65 $cache" "65 $prefix"
  [[ -d $checkout/.build ]] || echo "1000 $checkout"
}

# Reads such lines; folders on one disk are added up.
check_space() {
  local megabytes folder
  while read -r megabytes folder; do
    printf '%s %s\n' "$megabytes" "$(df --block-size=M --output=avail,target "$(nearest_existing "$folder")" | tail -n 1)"
  done | awk '
    { megabytes = $1; free = $2; sub("M", "", free); $1 = $2 = ""; sub(/^ +/, "")
      needed[$0] += megabytes; available[$0] = free }
    END { for (disk in needed) if (available[disk] + 0 < needed[disk]) print needed[disk], available[disk], disk }
  ' | while read -r needed available disk; do
    fail "The disk at $disk is too full: $needed MB are needed, $available MB are free." \
      "Free some space there, or choose other folders with PREFIX and XDG_CACHE_HOME, then run bootstrap again."
  done
}

# With sudo that asks for nothing, or with somebody there to answer it.
can_become_root() { command -v sudo >/dev/null && { sudo -n true 2>/dev/null || { [[ -t 0 ]] && sudo -v; }; }; }

prefix_is_done() { openvino_is_current && starter_model_is_current && reading_is_current && faces_are_current && places_are_current && album_is_current; }

# Stops early when a step will need root and there is no way to become it.
check_root() {
  local missing
  missing=$(debian_packages_missing) || missing=
  if is_root || { [[ -z $missing ]] && { prefix_is_done || prefix_is_writable; }; }; then return; fi
  if can_become_root; then return; fi

  [[ -z $missing ]] ||
    fail "Some Debian packages are missing, and installing them needs root." \
      "As root, run: apt-get install --no-install-recommends '${missing//$'\n'/"' '"}'" \
      "Then run bootstrap again."
  fail "$prefix can only be written by root." \
    "Run bootstrap as root, or choose a folder of your own: PREFIX=\$HOME/evoke."
}
