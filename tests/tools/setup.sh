#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs what is missing and prints what it installs.
#
#   setup.sh packages   JavaScript packages (npm ci, only when out of date)
#   setup.sh build      + a C compiler and emcc
#   setup.sh test       + Chromium, and what some tests use when they find it
#   setup.sh test STAGE…  + what these stages alone need
#
# On Debian and Ubuntu, as root or with sudo, programs come from apt. Elsewhere, or
# without permission to install, it names what to install and stops.
set -eu
cd "$(dirname "$0")/../.."

goal=${1:-test}
stages=" $* "
NODE_OLDEST=20.19

has() { command -v "$1" >/dev/null 2>&1; }
say() { printf 'set-up: %s\n' "$*"; }
fail() {
    printf 'set-up: %s\n' "$*" >&2
    exit 1
}

# ---- programs --------------------------------------------------------------------

missing=       # Debian packages that the goal cannot do without
optional=      # … and those whose absence only leaves something out
explain=       # one line each for people elsewhere

need() { # need PACKAGE "what for" PROGRAM…: any one of the programs will do
    package=$1 reason=$2
    shift 2
    for program in "$@"; do
        if has "$program"; then return 0; fi
    done
    missing="$missing $package"
    explain="$explain
  $1 ($reason; on Debian: $package)"
}

want() { # want PACKAGE PROGRAM…
    package=$1
    shift
    for program in "$@"; do
        if has "$program"; then return 0; fi
    done
    optional="$optional $package"
}

clang_sanitizes() {
    echo 'int main(void) { return 0; }' |
        clang -fsanitize=address,undefined -x c - -o /dev/null 2>/dev/null
}

apt_prefix() { # how to call apt-get here; fails when there is no way
    if ! has apt-get; then return 1; fi
    if [ "$(id -u)" -eq 0 ]; then return 0; fi
    if has sudo; then
        echo sudo
        return 0
    fi
    return 1
}

apt_install() { # apt_install PACKAGE…; leaves what apt-get said in $log
    log=$($prefix env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "$@" 2>&1)
}

tried=build/optional-tried # packages that could not be installed are tried once

install_programs() {
    if [ "$optional" = "$(cat $tried 2>/dev/null)" ]; then optional=; fi
    if [ -z "$missing$optional" ]; then return 0; fi
    if prefix=$(apt_prefix); then
        say "installing with apt-get (some minutes):$missing$optional"
        log=$($prefix apt-get update -qq 2>&1) || say "$log"
        if [ -n "$missing" ]; then
            # shellcheck disable=SC2086  # words on purpose
            apt_install $missing || fail "apt-get could not install:$missing
$log"
        fi
        for package in $optional; do
            apt_install "$package" || say "$package is not available; continuing without it"
        done
        mkdir -p build && echo "$optional" >$tried
    elif [ -n "$missing" ]; then
        fail "please install:$explain"
    fi
}

has node || fail "please install Node.js $NODE_OLDEST or newer (https://nodejs.org)"
has npm || fail "please install npm (it comes with Node.js)"
node -e "
const [major, minor] = process.versions.node.split('.').map(Number);
const [oldMajor, oldMinor] = '$NODE_OLDEST'.split('.').map(Number);
process.exit(major > oldMajor || (major === oldMajor && minor >= oldMinor) ? 0 : 1);" ||
    fail "Node.js $(node -v) is too old; $NODE_OLDEST or newer is needed"

case $goal in
packages) ;;
build | test)
    need "gcc libc6-dev" "a C17 compiler" gcc clang cc
    need emscripten "Emscripten, for the wasm" emcc
    if [ "$goal" = test ]; then
        need "chromium fonts-dejavu-core" "the browser that the page is tested in" \
            chromium-headless-shell chromium chromium-browser google-chrome \
            google-chrome-stable
        want chromium-headless-shell chromium-headless-shell
        # Checks by a second compiler, style of the C sources, other browsers.
        want clang clang
        clang_sanitizes || optional="$optional libclang-rt-dev"
        want clang-format clang-format
        want firefox-esr firefox-esr firefox
        want webkit2gtk-driver WebKitWebDriver
        want xvfb Xvfb
    fi
    case $stages in
    *" arm64 "*)
        need "gcc-aarch64-linux-gnu libc6-dev-arm64-cross" "a C17 compiler for arm64" \
            aarch64-linux-gnu-gcc
        [ "$(uname -m)" = aarch64 ] ||
            need qemu-user-static "runs programs for arm64" qemu-aarch64-static qemu-aarch64
        ;;
    esac
    ;;
*) fail "unknown goal: $goal (packages, build or test)" ;;
esac
install_programs

# ---- JavaScript packages ---------------------------------------------------------

# npm ci throws node_modules away first, so the mark disappears when it fails halfway.
mark=node_modules/.glassformer-lock
if ! cmp -s package-lock.json "$mark"; then
    say "installing JavaScript packages (npm ci)"
    # No package here needs its install script to work.
    log=$(npm ci --ignore-scripts --loglevel=error 2>&1) || fail "npm ci failed:
$log"
    cp package-lock.json "$mark"
fi
