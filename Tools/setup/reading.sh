# shellcheck shell=bash
# The models that find and read text in pictures, installed beside the starter model. What reads lines in other scripts,
# Tesseract, is a Debian package, with one for each language.

readers=(text-detector text-turns text-recognizer)

# The maker takes out the graphs with known hashes, and refuses any others.
reading_sources() { fingerprint "$checkout"/Tools/reading/{make-readers,parts.txt}; }

reading_is_current() {
  local name
  for name in "${readers[@]}"; do
    is_current "$name" "$(reading_sources)" "$prefix/share/evoke/models/$name" || return 1
  done
}

install_reading() {
  local name
  if reading_is_current; then
    say "Reading text" "up to date"
    return
  fi
  fetch "Reading text" "$checkout/Tools/reading/parts.txt" --python-version 3.12 --platform any
  say "Reading text" "installing its models"
  mkdir -p "$staging"
  run_logged "Reading text" "$python" -B "$checkout/Tools/reading/make-readers" --wheels "$cache/downloads" \
    --out "$staging/reading" || {
    check_room "$cache"
    fail "The graphs that read text could not be unpacked: $(last_words .)" "Everything that was said is in $log."
  }
  for name in "${readers[@]}"; do
    put_in_place "$name" "$(reading_sources)" "$staging/reading/$name" "$prefix/share/evoke/models/$name"
  done
}
