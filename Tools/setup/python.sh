# shellcheck shell=bash
# A private Python environment that builds and checks the starter model, and pip for every download.

# Debian's own Python: whatever else is in the PATH may be of another version than the pinned wheels.
python=/usr/bin/python3
python_environment=$cache/python

python_sources() { fingerprint "$checkout/Tools/starter/requirements.txt"; }
python_environment_is_current() {
  [[ -f $python_environment/.made-from && $(<"$python_environment/.made-from") == "$(python_sources)" ]]
}

install_python_environment() {
  if python_environment_is_current; then
    say "Python" "up to date"
    return
  fi
  make_pip
  fetch "Python" "$checkout/Tools/starter/requirements.txt"
  say "Python" "installing numpy and onnx into $python_environment"
  run_logged "Python" pip install --no-deps --require-hashes --no-index --find-links "$cache/downloads" \
    --requirement "$checkout/Tools/starter/requirements.txt" || {
    check_room "$cache"
    fail "numpy and onnx could not be installed: $(last_words ERROR)" "Everything pip said is in $log."
  }
  python_sources >"$python_environment/.made-from"
}

# An empty environment with Debian's pip in it, unless there is one.
make_pip() {
  if pip --version >/dev/null 2>&1; then return; fi
  rm -rf "$python_environment"
  run_logged "Python" "$python" -m venv "$python_environment" ||
    fail "Python could not make an environment in $python_environment: $(last_words .)" \
      "Check that the Debian package python3-venv is whole: apt-get install --reinstall python3-venv python3.11-venv"
}

pip() { "$python_environment/bin/python" -m pip --disable-pip-version-check --no-input "$@"; }

# Brings the wheels of a requirements file, each checked by its hash, into the downloads folder. What is
# there already is not asked for again, so that a second prefix needs no network.
fetch() {
  local step=$1 requirements=$2
  shift 2
  local download=(pip download --no-deps --require-hashes --only-binary=:all:
    --dest "$cache/downloads" --requirement "$requirements" "$@")
  if run_logged "$step" "${download[@]}" --no-index --find-links "$cache/downloads"; then return; fi

  say "$step" "downloading"
  : >"$log"
  if run_logged "$step" "${download[@]}" --retries 2; then return; fi
  if grep -q 'DO NOT MATCH THE HASHES' "$log"; then
    fail "A downloaded file is not the one that Evoke was tested with: $(last_words '://')" \
      "Nothing of it was used. Run bootstrap again; if that does not help, ask who runs your network or proxy."
  fi
  check_room "$cache"
  # What pip says last when no server answers is that nobody has the package.
  if grep -q 'Retrying (' "$log"; then
    fail "$step: the package index could not be reached." \
      "Check the network connection (and the proxy, if there is one), then run bootstrap again." \
      "Everything pip said is in $log."
  fi
  fail "$step: the download failed; pip says: $(last_words ERROR)" "Everything pip said is in $log."
}
