# shellcheck shell=bash
# The demo album, from pictures that came with the Debian packages.

album=$prefix/share/evoke/album

album_sources() {
  { cat "$checkout/Tools/album/make-album" && debian_packages | grep -E '^(mate-backgrounds|tuxpaint-stamps-default)='; } |
    sha256sum | cut -d ' ' -f 1
}

album_is_current() { is_current album "$(album_sources)" "$album"; }

install_album() {
  if album_is_current; then
    say "Demo album" "up to date"
    return
  fi
  say "Demo album" "copying pictures to $album"
  mkdir -p "$staging"
  run_logged "Demo album" "$python" "$checkout/Tools/album/make-album" "$staging/album" ||
    fail "The demo album could not be made: $(last_words .)" "Everything its maker said is in $log."
  put_in_place album "$(album_sources)" "$staging/album" "$album"
}
