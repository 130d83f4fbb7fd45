# shellcheck shell=bash
# A pkg-config file for libvips with the paths of its headers alone: it is loaded when it is first called, and of -pthread
# the Swift package manager would warn at each build.

vips=$prefix/lib/evoke/vips

vips_sources() { { cat "$checkout/Tools/setup/vips.sh" && write_vips_pc; } | sha256sum | cut -d ' ' -f 1; }

vips_is_current() {
  is_current vips "$(vips_sources)" "$vips" && [[ -e $prefix/lib/pkgconfig/evoke-vips.pc ]]
}

install_vips() {
  if vips_is_current; then
    say "libvips" "$(pkg-config --modversion vips) is there"
    return
  fi
  say "libvips" "describing $(pkg-config --modversion vips) to the Swift package manager"
  mkdir -p "$staging/vips"
  write_vips_pc >"$staging/vips/evoke-vips.pc"
  put_in_place vips "$(vips_sources)" "$staging/vips" "$vips"
  in_prefix mkdir -p "$prefix/lib/pkgconfig"
  in_prefix ln -sfn "../evoke/vips/evoke-vips.pc" "$prefix/lib/pkgconfig/evoke-vips.pc"
}

write_vips_pc() {
  cat <<PC
Name: evoke-vips
Description: libvips, for the Swift package manager
Version: $(pkg-config --modversion vips)
Cflags: $(pkg-config --cflags-only-I vips)
PC
}
