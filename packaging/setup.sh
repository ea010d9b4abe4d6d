# Makes .venv and installs what Paneflow needs. Sourced by run.sh and test.sh, which set `root` and call `prepare`.
# Nothing is done twice: a stamp in .venv is newer than whatever it was made from.

WINDOW_PACKAGES="libegl1 libgl1 libx11-6 libxkbcommon0 libfontconfig1 libfreetype6 libdbus-1-3 libglib2.0-0 libzstd1 zlib1g
libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0 libxcb-render-util0 libxcb-render0
libxcb-shape0 libxcb-shm0 libxcb-sync1 libxcb-util1 libxcb-xfixes0 libxcb-xkb1 libxcb1 libx11-xcb1
fonts-dejavu-core fonts-jetbrains-mono fonts-noto-mono fonts-noto-cjk fonts-noto-color-emoji"
TEST_PACKAGES="xvfb xdotool x11-utils libgl1-mesa-dri fonts-dejavu tmux vim htop less man-db zsh fish netcat-openbsd xterm git procps
locales tmuxinator curl jq imagemagick dbus-daemon at-spi2-core python3-pyatspi gir1.2-atspi-2.0"

say() { printf 'paneflow: %s\n' "$*" >&2; }

die() {
    say "$@"
    exit 1
}

# prepare EXTRAS PACKAGES: everything in place for `pip install -e .[EXTRAS]`; system packages as far as we may.
prepare() {
    cd "$root"
    case $(uname -s) in
    MINGW* | MSYS* | CYGWIN*) bin=$root/.venv/Scripts ;;
    *) bin=$root/.venv/bin ;;
    esac
    stamp=$root/.venv/.ready-$(printf %s "$1" | tr , -)
    if ! is_ready; then
        mkdir -p .venv
        if command -v flock >/dev/null 2>&1; then
            exec 9>.venv/.lock
            flock 9 # two of us at once: the second one finds everything done
        fi
        is_ready || install "$1" "$2"
        if command -v flock >/dev/null 2>&1; then exec 9>&-; fi
    fi
    compile
}

is_ready() {
    [ -x "$bin/python" ] && [ -f "$stamp" ] && [ "$stamp" -nt pyproject.toml ] && [ "$stamp" -nt packaging/setup.sh ]
}

install() {
    system_packages "$2"
    make_venv
    say "installing into .venv (once)"
    quietly "$bin/python" -m pip install --quiet --upgrade pip ||
        say "pip could not be brought up to date; the commands it makes start a little slower"
    quietly "$bin/python" -m pip install --quiet --editable ".[$1]" || die "pip could not install Paneflow; see above"
    : >"$stamp"
}

# Byte code is made here, since the environment may forbid Python to write it: without it a verb takes twice as long.
compile() {
    compiled=$root/.venv/.compiled
    if [ ! -f "$compiled" ] || [ -n "$(find paneflow paneflow_mcp -name '*.py' -newer "$compiled" | head -n 1)" ]; then
        "$bin/python" -m compileall -q paneflow paneflow_mcp && : >"$compiled"
    fi
}

make_venv() {
    if "$bin/python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null &&
        "$bin/python" -m pip --version >/dev/null 2>&1; then
        return
    fi
    find_python
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        version=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
        as_root "$version" || die "Python has no venv module here; install it with: sudo apt-get install -y $version"
    fi
    rm -rf .venv/bin .venv/lib .venv/pyvenv.cfg # what a broken one has left
    "$python" -m venv .venv || die "$python -m venv .venv failed; see above"
}

find_python() {
    for python in ${PANEFLOW_PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11 python; do
        if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then return; fi
    done
    die "no Python 3.11 or newer is on the PATH (PANEFLOW_PYTHON may name one)"
}

# Debian's and Ubuntu's packages: installed when we are root, else the command is shown and we go on without.
system_packages() {
    command -v dpkg-query >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1 || return 0
    missing=
    for package in $1; do
        is_installed "$package" || missing="$missing $package"
    done
    [ -z "$missing" ] && return 0
    # shellcheck disable=SC2086 # a list of words
    as_root $missing || say "some system packages are missing; install them with: sudo apt-get install -y$missing"
}

is_installed() { # Ubuntu has renamed some libraries to *t64
    dpkg-query -W -f '${db:Status-Status}\n' "$1" "$1t64" 2>/dev/null | grep -qx installed
}

as_root() {
    [ "$(id -u)" = 0 ] || return 1
    say "installing system packages (once)"
    quietly apt-get update || true
    known=
    for package in "$@"; do
        if apt-cache show "$package" >/dev/null 2>&1; then known="$known $package"; fi
    done
    # shellcheck disable=SC2086
    [ -n "$known" ] && DEBIAN_FRONTEND=noninteractive quietly apt-get install -y --no-install-recommends $known
}

# Runs a command; shows what it said only if it fails.
quietly() {
    said=$("$@" 2>&1 9>&-) && return
    printf '%s\n' "$said" >&2
    return 1
}
