# Read by every bash in a surface that runs a command or a script: BASH_ENV names it. A login shell has read /etc/profile by now,
# which on many systems replaces the PATH, so Paneflow's programs come first again; the PATH of others is as their caller
# wants it. What BASH_ENV named before is read too.
if [[ -z ${__paneflow_reading-} ]]; then
    __paneflow_reading=1
    if [[ -n ${PANEFLOW_BIN_DIR-} && $PATH != "$PANEFLOW_BIN_DIR":* ]] && shopt -q login_shell; then
        PATH=":$PATH:"
        PATH=${PATH//":$PANEFLOW_BIN_DIR:"/:}
        PATH=${PATH#:}
        PATH=$PANEFLOW_BIN_DIR:${PATH%:}
    fi
    if [[ -n ${PANEFLOW_BASH_ENV-} ]]; then
        eval "__paneflow_file=\"$PANEFLOW_BASH_ENV\""
        if [[ -r $__paneflow_file ]]; then . "$__paneflow_file"; fi
        unset __paneflow_file
    fi
    unset __paneflow_reading
fi
