#!/usr/bin/env bash
# Makes the checkout ready to run: .venv with everything installed, our messages built into install/.
#
# Safe to interrupt and repeat: a stage's stamp (a hash of all it depends on) is written when the
# stage is complete, so a half-done stage is done again and a finished one costs nothing.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
venv="$root/.venv"
python="$venv/bin/python"
install_stamp="$venv/.egoplan-installed"
build_stamp="$root/install/.egoplan-built"
unfinished="$root/build/.unfinished"
warm_stamp="$venv/.egoplan-warm"
cd "$root"

say() { printf 'setup: %s\n' "$*"; }
fail() { printf 'setup: %s\n' "$*" >&2; exit 1; }
trap 'printf "setup: interrupted; run it again to go on\n" >&2; exit 130' INT TERM

# Another ROS, another virtual environment or a calling make must not leak into the build.
unset _ROS_WHEELS_BOOTSTRAP_COMPLETE PYTHONHOME PYTHONPATH PIP_USER PIP_TARGET PIP_PREFIX
unset AMENT_PREFIX_PATH CMAKE_PREFIX_PATH COLCON_PREFIX_PATH LD_LIBRARY_PATH
unset COLCON_DEFAULTS_FILE MAKEFLAGS MAKELEVEL MFLAGS

install_hash() {
  { pwd -P; cat requirements/*.txt scripts/setup.sh; } | sha256sum | cut -d' ' -f1
}

build_hash() {
  {
    install_hash
    cat package.xml CMakeLists.txt scripts/node scripts/command
    find msg srv action third_party -type f -exec sha256sum {} + | LC_ALL=C sort
    find egoplan_ros config launch -name __pycache__ -prune -o -type f -print 2>/dev/null |
      LC_ALL=C sort
  } | sha256sum | cut -d' ' -f1
}

warm_hash() {
  { install_hash; cat egoplan_ros/sim/textures/*.py egoplan_ros/sim/rendering/*.py; } |
    sha256sum | cut -d' ' -f1
}

holds() { [ -f "$1" ] && [ "$(cat "$1")" = "$2" ]; }

works() { "$python" -c 'import pip' >/dev/null 2>&1; }

if [ "${1:-}" = --check ]; then # is everything up to date? (no output)
  holds "$install_stamp" "$(install_hash)" && holds "$build_stamp" "$(build_hash)" &&
    holds "$warm_stamp" "$(warm_hash)" && [ -x "$python" ]
  exit
fi

# Lists of folders are split at : and ; and the interfaces' generators read paths as ASCII.
LC_ALL=C
case $root in
  *[!\ -~]* | *[:\;\"\'\$\`\\]*)
    fail "the folder $root: use a path of ASCII letters, digits, spaces and . _ - alone; move the checkout" ;;
esac
unset LC_ALL

# Two at once would write into the same folders: the second waits for the first.
if command -v flock >/dev/null; then
  exec 9<"$root"
  flock -n 9 || { say "another set-up of this checkout is running; waiting for it"; flock 9; }
fi

# A Python that was asked for is taken, or told why not.
asked_for() {
  local version
  [ -n "${PYTHON:-}" ] || return 0
  version=$(version_of "$PYTHON") || fail "PYTHON=$PYTHON: cannot be run; name Python 3.11 or 3.12, or leave it out"
  usable "$PYTHON" >/dev/null ||
    fail "PYTHON=$PYTHON: is Python $version; the ROS 2 wheels are for 3.11 and 3.12 of 64 bits"
  if [ -x "$python" ] && [ "$(version_of "$python")" != "$version" ]; then
    fail "PYTHON=$PYTHON: is Python $version, and .venv has $(version_of "$python"); make clean first, or leave it out"
  fi
}

# The base interpreter: an activated .venv must not be the parent of its own replacement.
usable() {
  "$1" -c '
import sys
if (3, 11) <= sys.version_info[:2] <= (3, 12) and sys.maxsize > 2**32:
    print(sys._base_executable)' 2>/dev/null | grep .
}

find_python() {
  local candidate base
  for candidate in ${PYTHON:+"$PYTHON"} python3 python3.12 python3.11; do
    base=$(usable "$candidate") || continue
    printf '%s\n' "$base"
    return
  done
  return 1
}

version_of() { "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null; }

check_machine() {
  local missing=() packages=() base name=python3 other=
  [ "$(uname -s)-$(uname -m)" = Linux-x86_64 ] ||
    fail "$(uname -s) on $(uname -m): the ROS 2 wheels are for Linux on x86_64; use a ROS 2 Jazzy installation and colcon build"
  # Debian and Ubuntu have one version as python3; any other goes by its number (22.04: python3.11).
  if base=$(find_python); then
    [ "$(version_of "$base")" = "$(version_of python3)" ] || name=python$(version_of "$base")
    "$base" -c 'import venv, ensurepip' 2>/dev/null ||
      { missing+=("Python's venv module"); packages+=("$name-venv"); }
    "$base" -c '
import sys, sysconfig
from pathlib import Path
sys.exit(not (Path(sysconfig.get_path("include")) / "Python.h").exists())' ||
      { missing+=("Python's C headers"); packages+=("$name-dev"); }
  else
    if command -v python3 >/dev/null; then
      name=python3.11 other="; or name one that is elsewhere: PYTHON=/path/to/python3.12 make setup"
    fi
    missing+=("Python 3.11 or 3.12"); packages+=("$name" "$name-venv" "$name-dev")
  fi
  command -v cmake >/dev/null || { missing+=(cmake); packages+=(cmake); }
  command -v make >/dev/null || { missing+=(make); packages+=(make); }
  { command -v cc && command -v c++; } >/dev/null ||
    { missing+=("a C and C++ compiler"); packages+=(g++); }
  if [ ${#missing[@]} -gt 0 ]; then
    local list
    list=$(printf '%s, ' "${missing[@]}")
    fail "missing: ${list%, }; install with: sudo apt-get install -y ${packages[*]}$other"
  fi
  base_python=$base
}

install_packages() {
  check_machine
  rm -f "$install_stamp"
  if [ -e "$venv" ] && ! { works && [ "$(cat "$venv/.egoplan-root" 2>/dev/null || pwd -P)" = "$root" ]; }; then
    say "the virtual environment in .venv is broken or was moved; making a new one"
    rm -rf "$venv"
  fi
  if [ ! -e "$venv" ]; then
    say "making .venv with $base_python"
    "$base_python" -m venv "$venv" || { rm -rf "$venv"; fail "cannot make $venv"; }
  fi
  printf '%s\n' "$root" >"$venv/.egoplan-root"

  # Modules are compiled as they are imported: most of them never are.
  local pip=("$python" -m pip --disable-pip-version-check install -qq --no-input --no-compile)
  local constraints=(-c requirements/constraints-jazzy.txt)
  say "installing Python packages and ROS 2 wheels (a few minutes the first time)"
  "${pip[@]}" "${constraints[@]}" -r requirements/ros.txt -r requirements/run.txt \
    -r requirements/dev.txt -r requirements/thor-deps.txt ||
    fail "pip could not install the requirements; check the network and run this again"
  "${pip[@]}" --no-deps "${constraints[@]}" -r requirements/ros-build.txt -r requirements/thor.txt ||
    fail "pip could not install the build tools; check the network and run this again"

  # opencv-python and its headless build overwrite each other's files: only the latter may stay.
  if "$python" -m pip --disable-pip-version-check show --quiet opencv-python 2>/dev/null; then
    "$python" -m pip --disable-pip-version-check uninstall --quiet --yes opencv-python
    "${pip[@]}" --no-deps --force-reinstall "$(grep '^opencv-python-headless' requirements/run.txt)"
  fi

  # The checkout first, then the built messages; `egoplan_ros.nodes` joins the two.
  local site
  site=$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
  printf '%s\n' "$root" "$root/install/${site#"$venv"/}" >"$site/egoplan_ros.pth"
  cat >"$venv/bin/egoplan" <<'LAUNCHER'
#!/bin/sh
here=$(CDPATH='' cd -- "$(dirname -- "$(readlink -f -- "$0")")" && pwd)
exec "$here/python" -P -m egoplan_ros.cli "$@"
LAUNCHER
  chmod +x "$venv/bin/egoplan"
  install_hash >"$install_stamp"
}

build_messages() {
  say "building the ROS 2 interfaces"
  rm -f "$build_stamp"
  # A build that was killed, or made in another place, is not built upon.
  if [ -e "$unfinished" ] || { [ -e build/.root ] && [ "$(cat build/.root)" != "$root" ]; }; then
    rm -rf build install
  fi
  mkdir -p build
  printf '%s\n' "$root" | tee build/.root >"$unfinished"

  local paths=(.) log=build/colcon.log package
  for package in tf2_msgs vision_msgs nav2_msgs; do # built where the installed ROS 2 lacks them
    "$python" -c "import $package" 2>/dev/null && [ ! -e "install/share/$package" ] ||
      paths+=("third_party/$package")
  done
  PATH="$venv/bin:$PATH" AMENT_PREFIX_PATH="$venv" CMAKE_PREFIX_PATH="$venv" \
    COLCON_HOME="$root/build/.colcon" VIRTUAL_ENV="$venv" \
    "$python" "$venv/bin/colcon" --log-base build/log build \
    --merge-install --symlink-install --base-paths "${paths[@]}" \
    --event-handlers console_direct+ \
    --cmake-args "-DPython3_EXECUTABLE=$python" -DBUILD_TESTING=OFF -DEGOPLAN_WITHOUT_CPP=ON \
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-O1 -DCMAKE_CXX_FLAGS_RELEASE=-O1 \
    >"$log" 2>&1 || {
    tail -n 30 "$log" >&2
    fail "the build failed; the whole log is $root/$log"
  }

  # Beside the wheels' own libraries, where the interpreter of .venv looks for them at start.
  find "$venv/lib" -maxdepth 1 -lname "$root/install/*" -delete
  find "$root/install/lib" -maxdepth 1 -name 'lib*.so' -exec ln -sf -t "$venv/lib" {} +
  rm -f "$unfinished"
  build_hash >"$build_stamp"
}

asked_for
if ! { holds "$install_stamp" "$(install_hash)" && [ -x "$python" ]; }; then
  install_packages
fi
# Textures are made beside the build, which leaves a core free.
warming=
trap '[ -z "$warming" ] || kill "$warming" 2>/dev/null || :' EXIT
if ! holds "$warm_stamp" "$(warm_hash)"; then
  say "making the simulator's textures (half a minute the first time)"
  "$root/scripts/in-venv" python -m egoplan_ros.sim.warm_up >/dev/null 9>&- &
  warming=$!
fi
fresh=
if ! holds "$build_stamp" "$(build_hash)"; then
  build_messages
  fresh=yes
fi
if [ -n "$warming" ]; then
  if wait "$warming"; then
    warm_hash >"$warm_stamp"
  else
    say "the textures could not be made beforehand; they are made as scenes need them"
  fi
  warming=
fi
if [ -n "$fresh" ]; then
  say "ready: ./egoplan --help"
fi
