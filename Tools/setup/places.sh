# shellcheck shell=bash
# The table of places: GeoNames' cities, and countries and subdivisions from Debian's iso-codes. Beside it lie the outlines
# of the world, from Natural Earth.

places=$prefix/share/evoke/places

# The makers give the same bytes everywhere, and refuse any others.
places_sources() { fingerprint "$checkout/Tools/places/places.sha256"; }

places_are_current() { is_current places "$(places_sources)" "$places"; }

# After the starter model, whose tokenizer knows which names are usual words.
install_places() {
  if places_are_current; then
    say "Places" "up to date"
    return
  fi
  fetch "Places" "$checkout/Tools/places/parts.txt"
  say "Places" "making the table of places and the outlines of the world"
  mkdir -p "$staging"
  run_logged "Places" "$python" -B "$checkout/Tools/places/make-places" --wheels "$cache/downloads" \
    --tokenizer "$starter_model/tokenizer.json" --out "$staging/places" || {
    check_room "$cache"
    fail "The table of places could not be made: $(last_words .)" "Everything its maker said is in $log."
  }
  run_logged "Places" "$python" -B "$checkout/Tools/places/make-outlines" --wheels "$cache/downloads" \
    --out "$staging/places" || {
    check_room "$cache"
    fail "The outlines of the world could not be made: $(last_words .)" "Everything their maker said is in $log."
  }
  put_in_place places "$(places_sources)" "$staging/places" "$places"
}
