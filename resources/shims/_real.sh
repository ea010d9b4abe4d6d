# shellcheck shell=sh
# Read by the shims. Sets `here`, the folder of the shims, and `real`, the next program of the shim's name on the PATH that
# is not itself a shim; ends as a shell would, with 127, if there is none. The program takes over the shim's process, so
# signals, job control, standard input and the exit code are its own, and nothing is left to clean up.
#
# A wrapper of the same name may itself look for the next program on the PATH, and find the shim again. If it took over the
# process, it is the turn of what comes after it; if it starts others without end, that ends here.
here=${0%/*}
name=${0##*/}
real=
tried=
[ "${PANEFLOW_SHIM_PID-}" != $$ ] || tried=${PANEFLOW_SHIM_TRIED-}
case ${PANEFLOW_SHIM_DEPTH-} in "" | *[!0-9]* | ???*) depth=1 ;; *) depth=$((PANEFLOW_SHIM_DEPTH + 1)) ;; esac
rest=$PATH:
[ "$depth" -le 32 ] || rest=
while [ -n "$rest" ]; do
    folder=${rest%%:*}
    rest=${rest#*:}
    folder=${folder:-.}
    case :$tried: in *":$folder/$name:"*) continue ;; esac
    if [ -f "$folder/$name" ] && [ -x "$folder/$name" ] && [ ! -e "$folder/_real.sh" ]; then
        real=$folder/$name
        break
    fi
done
if [ -z "$real" ]; then
    echo "$name: command not found" >&2
    exit 127
fi
export PANEFLOW_SHIM_PID=$$ PANEFLOW_SHIM_TRIED="$tried:$real" PANEFLOW_SHIM_DEPTH="$depth"
if [ "$name" = tmux ] || [ -z "${PANEFLOW_SOCKET_PATH-}" ] || [ "${PANEFLOW_AGENT_HOOKS-}" = off ]; then
    exec "$real" "$@"
fi
export PANEFLOW_AI_TOOL="$name" PANEFLOW_AI_PID=$$
hooks=$here/../hooks
