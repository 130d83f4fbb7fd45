# shellcheck shell=bash
# OpenVINO's C API from its wheel: headers, the libraries that run ONNX, TensorFlow Lite and OpenVINO's own
# models on the processor, and a pkg-config file.
#
# The libraries live in a folder of their own, lib/evoke/openvino, because OpenVINO brings its own TBB and
# hwloc: in the loader's path these would come before Debian's and be used by every other program. Only
# libopenvino_c.so is linked where programs look; its run path leads to the rest.

openvino_version=$(sed -n 's/^openvino==\([0-9.]*\).*/\1/p' "$checkout/Tools/setup/openvino.txt")
openvino=$prefix/lib/evoke/openvino

openvino_sources() { fingerprint "$checkout"/Tools/setup/openvino.{sh,txt}; }

openvino_is_current() {
  is_current openvino "$(openvino_sources)" "$openvino" &&
    [[ -e $prefix/lib/libopenvino_c.so && -e $prefix/include/openvino/c/openvino.h && -e $prefix/lib/pkgconfig/openvino.pc ]]
}

install_openvino() {
  if openvino_is_current; then
    say "OpenVINO" "$openvino_version is there"
    return
  fi
  check_foreign_openvino

  fetch "OpenVINO" "$checkout/Tools/setup/openvino.txt" --python-version 3.11 --implementation cp --abi cp311 \
    --platform "$(openvino_platform)"
  say "OpenVINO" "installing $openvino_version under $prefix"
  stage_openvino "$cache"/downloads/openvino-"$openvino_version"-*_"$(uname -m)".whl
  put_in_place openvino "$(openvino_sources)" "$staging/openvino" "$openvino"
  link_openvino
}

# The wheels of the two processors are tagged for different C libraries, both older than Debian 12's.
openvino_platform() {
  case $(uname -m) in
    x86_64) echo manylinux_2_28_x86_64 ;;
    aarch64) echo manylinux_2_35_aarch64 ;;
  esac
}

# Refuses to overwrite an OpenVINO that somebody else put under the prefix.
check_foreign_openvino() {
  local path
  for path in "$prefix/include/openvino" "$prefix/lib/libopenvino_c.so"; do
    [[ -L $path && $(readlink "$path") == *evoke/openvino/* || ! -e $path ]] ||
      fail "$path belongs to another installation of OpenVINO." \
        "Remove that one, or choose another folder with PREFIX, then run bootstrap again."
  done
}

stage_openvino() {
  local wheel=$1 unpacked=$staging/wheel staged=$staging/openvino
  mkdir -p "$unpacked" "$staged"
  # Left out: the plugins for graphics and neural processors, and the readers of training frameworks' files.
  unzip -q "$wheel" -d "$unpacked" \
    'openvino/include/openvino/c/*' \
    'openvino/libs/libopenvino.so.*' 'openvino/libs/libopenvino_c.so.*' \
    'openvino/libs/libopenvino_*_cpu_plugin.so' 'openvino/libs/libopenvino_auto*_plugin.so' \
    'openvino/libs/libopenvino_hetero_plugin.so' \
    'openvino/libs/libopenvino_ir_frontend.so.*' 'openvino/libs/libopenvino_onnx_frontend.so.*' \
    'openvino/libs/libopenvino_tensorflow_lite_frontend.so.*' \
    'openvino/libs/libtbb.so.*' 'openvino/libs/libtbbbind*' 'openvino/libs/libtbbmalloc.so.*' \
    'openvino/libs/libhwloc.so.*' '*.dist-info/licenses/*' >>"$log" 2>&1 ||
    fail "The wheel of OpenVINO could not be unpacked: $(last_words .)" "Delete $wheel, then run bootstrap again."
  mv "$unpacked/openvino/include" "$unpacked/openvino/libs" "$unpacked"/*.dist-info/licenses "$staged"
  patchelf --set-rpath "\$ORIGIN:\$ORIGIN/evoke/openvino/libs" "$staged"/libs/libopenvino_c.so.*
  write_openvino_pc >"$staged/openvino.pc"
}

write_openvino_pc() {
  cat <<PC
prefix=$prefix
includedir=\${prefix}/include
libdir=\${prefix}/lib

Name: OpenVINO
Description: OpenVINO's C API
Version: $openvino_version
Cflags: -I\${includedir}
PC
}

# Links what compilers and the loader look for; the names that an older release had, go.
link_openvino() {
  local library
  library=$(basename "$openvino"/libs/libopenvino_c.so.*)
  in_prefix mkdir -p "$prefix/include" "$prefix/lib/pkgconfig"
  in_prefix find "$prefix/lib" -maxdepth 1 -name 'libopenvino_c.so.*' -lname 'evoke/openvino/*' -delete
  in_prefix ln -sfn "../lib/evoke/openvino/include/openvino" "$prefix/include/openvino"
  in_prefix ln -sfn "evoke/openvino/libs/$library" "$prefix/lib/$library"
  in_prefix ln -sfn "evoke/openvino/libs/$library" "$prefix/lib/libopenvino_c.so"
  in_prefix ln -sfn "../evoke/openvino/openvino.pc" "$prefix/lib/pkgconfig/openvino.pc"
  if loader_looks_in "$prefix/lib"; then in_prefix /sbin/ldconfig; fi
}

# Reads all of ldconfig's words: with pipefail, a grep that leaves early would look like a failure.
loader_looks_in() { /sbin/ldconfig -v -N -X 2>/dev/null | grep "^$1:" >/dev/null; }
