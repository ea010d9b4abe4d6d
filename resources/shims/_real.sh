# shellcheck shell=sh
# Read by the shims. Sets `here`, the folder of the shims, and `real`, the next program of the shim's name on the PATH that
# is not itself a shim; ends as a shell would, with 127, if there is none. The program takes over the shim's process, so
# signals, job control, standard input and the exit code are its own, and nothing is left to clean up.
here=${0%/*}
name=${0##*/}
real=
rest=$PATH:
while [ -n "$rest" ]; do
    folder=${rest%%:*}
    rest=${rest#*:}
    folder=${folder:-.}
    if [ -f "$folder/$name" ] && [ -x "$folder/$name" ] && [ ! -e "$folder/_real.sh" ]; then
        real=$folder/$name
        break
    fi
done
if [ -z "$real" ]; then
    echo "$name: command not found" >&2
    exit 127
fi
if [ "$name" = tmux ] || [ -z "${PANEFLOW_SOCKET_PATH-}" ] || [ "${PANEFLOW_AGENT_HOOKS-}" = off ]; then
    exec "$real" "$@"
fi
export PANEFLOW_AI_TOOL="$name" PANEFLOW_AI_PID=$$
hooks=$here/../hooks
