# shellcheck shell=bash
# What every step of bootstrap uses: words to the user, running as root, and putting finished work in place.

# shellcheck disable=SC2034 # The steps use it.
checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
prefix=${PREFIX:-/usr/local}
cache=${XDG_CACHE_HOME:-${HOME:?is not set; set it to your home folder, then run this again}/.cache}/evoke

# Where a step prepares its work, and where the output of the programs it runs goes.
staging=$cache/staging
log=$cache/bootstrap.log

# What each folder under the prefix was made from.
stamps=$prefix/share/evoke/.stamps

# One line a step.
say() { printf '%-18s %s\n' "$1" "$2"; }

# Stops with one sentence on what went wrong and one on what to do.
fail() {
  printf 'bootstrap: %s\n' "$1" >&2
  printf '           %s\n' "${@:2}" >&2
  exit "$explained"
}

# The exit status that tells the end of bootstrap that the user knows why.
explained=3

# Opens the cache folder, for one bootstrap at a time, and clears what an interrupted one left.
begin() {
  { mkdir -p "$cache/downloads" && : >"$log"; } 2>/dev/null ||
    fail "The cache folder $cache cannot be written." \
      "Make it writable, or set XDG_CACHE_HOME to a folder that is, then run bootstrap again."
  exec 9>"$cache/lock"
  if ! flock --nonblock 9; then
    say waiting "for another bootstrap to finish"
    flock 9
  fi
  rm -rf "$staging"
  trap end EXIT
  trap 'exit 130' INT TERM
}

end() {
  local status=$?
  rm -rf "$staging"
  case $status in
    0 | 130 | "$explained") ;;
    *)
      printf 'bootstrap: %s\n           %s\n' "It was stopped by the error above, or the last one in $log." \
        "What was installed before is untouched. Put the error right, then run bootstrap again." >&2
      ;;
  esac
}

# Runs a command with its output in the log; says every ten seconds that it is still at work.
run_logged() {
  local step=$1 status=0 heartbeat
  shift
  SECONDS=0
  while sleep 10 >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do say "$step" "still at work, $SECONDS s"; done 9>&- &
  heartbeat=$!
  "$@" >>"$log" 2>&1 9>&- || status=$?
  kill "$heartbeat" 2>/dev/null
  wait "$heartbeat" 2>/dev/null || true
  return "$status"
}

# The last thing a program said before it failed, that matches a pattern, for a message.
last_words() { grep -E "$1" "$log" | tail -n 1 | sed 's/^[[:space:]]*//' || true; }

# After a failure: stops if it was for want of space, which no check beforehand can rule out.
check_room() {
  if grep -q 'No space left on device' "$log"; then
    fail "The disk that holds $1 is full." "Free some space there, then run bootstrap again."
  fi
}

# True when files under the prefix can be made without root.
prefix_is_writable() {
  local folder
  for folder in "$prefix" "$prefix"/{lib,include,share} "$prefix"/lib/{evoke,pkgconfig} \
    "$prefix"/share/evoke{,/models,/.stamps}; do
    [[ -w $(nearest_existing "$folder") ]] || return 1
  done
}

# The folder itself, or the closest one above it that exists.
nearest_existing() {
  local folder=$1
  until [[ -e $folder ]]; do folder=$(dirname "$folder"); done
  printf '%s\n' "$folder"
}

is_root() { ((EUID == 0)); }

as_root() {
  if is_root; then "$@"; else sudo "$@"; fi
}

in_prefix() {
  if prefix_is_writable; then "$@"; else as_root "$@"; fi
}

# A hash over what is in some files, wherever the checkout is.
fingerprint() { cat "$@" | sha256sum | cut -d ' ' -f 1; }

# What a folder holds, as a hash of names and sizes: enough to notice a file that is missing or cut short.
listing() { (cd "$1" && find . -type f -printf '%P %s\n' | LC_ALL=C sort | sha256sum | cut -d ' ' -f 1); }

# True when a folder is what a step made the last time, from the same sources.
is_current() {
  local name=$1 sources=$2 folder=$3
  [[ -f $stamps/$name && -d $folder && $(<"$stamps/$name") == "$sources $(listing "$folder")" ]]
}

# Puts a staged folder in the place of an older one, and notes what it was made from.
put_in_place() {
  local name=$1 sources=$2 staged=$3 folder=$4
  local incoming="$folder.incoming" outgoing="$folder.outgoing"
  in_prefix mkdir -p "$(dirname "$folder")" "$stamps"
  in_prefix rm -rf "$stamps/$name" "$incoming" "$outgoing"
  if ! in_prefix cp -R "$staged" "$incoming" 2>>"$log"; then
    in_prefix rm -rf "$incoming"
    check_room "$prefix"
    fail "$folder could not be written: $(last_words .)." "Make $prefix writable or choose another PREFIX, then run bootstrap again."
  fi
  if [[ -e $folder ]]; then in_prefix mv -T "$folder" "$outgoing"; fi
  in_prefix mv -T "$incoming" "$folder"
  in_prefix rm -rf "$outgoing"
  printf '%s %s\n' "$sources" "$(listing "$folder")" | in_prefix tee "$stamps/$name" >/dev/null
}
