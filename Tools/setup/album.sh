# shellcheck shell=bash
# The demo album, and the album that tests search in, from pictures that came with the Debian packages.

demo=$prefix/share/evoke/demo
album=$prefix/share/evoke/album

album_sources() {
  { cat "$checkout/Tools/album/make-album" && debian_packages | grep -E '^(mate-backgrounds|tuxpaint-stamps-default)='; } |
    sha256sum | cut -d ' ' -f 1
}

demo_sources() {
  { cat "$checkout/Tools/album/make-demo" "$checkout/Tools/album/travels.txt" &&
    debian_packages | grep -E '^(gcompris-qt-data|mate-backgrounds)='; } | sha256sum | cut -d ' ' -f 1
}

album_is_current() { is_current album "$(album_sources)" "$album" && is_current demo "$(demo_sources)" "$demo"; }

install_album() {
  if album_is_current; then
    say "Albums" "up to date"
    return
  fi
  say "Albums" "copying pictures to $demo and $album"
  mkdir -p "$staging"
  local name
  for name in album demo; do
    run_logged "Albums" "$python" "$checkout/Tools/album/make-$name" "$staging/$name" ||
      fail "The $name could not be made: $(last_words .)" "Everything its maker said is in $log."
    put_in_place "$name" "$("${name}_sources")" "$staging/$name" "$prefix/share/evoke/$name"
  done
}
