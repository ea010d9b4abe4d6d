# Read by a bash that Paneflow started with --posix and ENV set to this file. It reads what bash would have read without that,
# then the integration. Nothing of the user's is changed.
if [ -n "${PANEFLOW_BASH_START-}" ]; then
    __paneflow_start=$PANEFLOW_BASH_START
    unset PANEFLOW_BASH_START
    set +o posix
    shopt -u inherit_errexit 2>/dev/null
    if [ -n "${PANEFLOW_ENV+x}" ]; then export ENV=$PANEFLOW_ENV; else unset ENV; fi
    unset PANEFLOW_ENV
    # --posix would have kept its history elsewhere
    if [ -n "${PANEFLOW_HISTFILE+x}" ]; then export -n HISTFILE; unset PANEFLOW_HISTFILE; fi
    case $__paneflow_start in
    login*)
        case $__paneflow_start in *noprofile*) ;; *)
            if [ -r /etc/profile ]; then . /etc/profile; fi
            for __paneflow_file in ~/.bash_profile ~/.bash_login ~/.profile; do
                if [ -r "$__paneflow_file" ]; then . "$__paneflow_file"; break; fi
            done
            unset __paneflow_file ;;
        esac ;;
    *)
        case $__paneflow_start in *norc*) ;; *)
            for __paneflow_file in /etc/bash.bashrc "${PANEFLOW_BASH_RC:-$HOME/.bashrc}"; do
                if [ -r "$__paneflow_file" ]; then . "$__paneflow_file"; fi
            done
            unset __paneflow_file ;;
        esac ;;
    esac
    unset __paneflow_start PANEFLOW_BASH_RC
    { . "${BASH_SOURCE[0]%/*}/paneflow.bash"; } 2>/dev/null # `set -x` would print the word
fi
