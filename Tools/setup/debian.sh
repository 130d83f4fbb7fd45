# shellcheck shell=bash
# The Debian packages, and nothing of apt's when they are all there.

debian_list=$checkout/Tools/setup/debian-packages.txt

debian_packages() { sed -e 's/#.*//' -e 's/[[:space:]]//g' -e '/^$/d' "$debian_list"; }

# The packages that are not installed in their pinned version, as apt wants to hear them. False when none is.
debian_packages_missing() {
  # shellcheck disable=SC2016 # The names in braces are dpkg-query's.
  local format='${Package} ${Version} ${db:Status-Abbrev}\n'
  local wanted name version status any=1
  declare -A installed
  while read -r name version status; do
    [[ $status == ii ]] && installed[$name]=$version
  done < <(debian_packages | cut -d = -f 1 | xargs dpkg-query --show --showformat "$format" 2>/dev/null)

  while read -r wanted; do
    # Unquoted on the right, for the star in the pinned version.
    # shellcheck disable=SC2053
    if [[ ${installed[${wanted%%=*}]:-none} != ${wanted#*=} ]]; then
      printf '%s\n' "$wanted"
      any=0
    fi
  done < <(debian_packages)
  return "$any"
}

install_debian_packages() {
  local missing
  if ! missing=$(debian_packages_missing); then
    say "Debian packages" "all there"
    return
  fi

  mapfile -t missing <<<"$missing"
  say "Debian packages" "installing ${missing[*]%%=*}"
  # Package lists that cannot be renewed are no reason to stop: they may be good as they are.
  local mirrors=reached
  run_logged "Debian packages" as_root apt-get --quiet -o APT::Update::Error-Mode=any update || mirrors=unreached
  if run_logged "Debian packages" as_root env DEBIAN_FRONTEND=noninteractive apt-get --quiet --yes \
    --no-install-recommends -o DPkg::Lock::Timeout=300 -o Acquire::Retries=2 install "${missing[@]}"; then
    return
  fi

  check_room /
  [[ $mirrors == reached ]] ||
    fail "Debian's package mirrors could not be reached." \
      "Check the network connection and the package sources in /etc/apt, then run bootstrap again." \
      "Everything apt-get said is in $log."
  fail "The Debian packages could not be installed; apt-get says: $(last_words '^E:')" \
    "Put that right, then run bootstrap again. Everything apt-get said is in $log."
}
