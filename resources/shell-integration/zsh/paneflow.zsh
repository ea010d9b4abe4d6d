# Tells the terminal where prompts, commands and their output begin, how commands end (OSC 133), the folder (OSC 7) and a
# title. Sets itself up at the first prompt, after all of the user's files have been read.
typeset -g __paneflow_nonce=${PANEFLOW_SHELL_NONCE-}
unset PANEFLOW_SHELL_NONCE
# What a program that was killed leaves switched on, and a shell cannot be typed into with: kitty's keys, modifyOtherKeys,
# application cursor keys, the mouse, focus reports, a hidden cursor.
typeset -g __paneflow_calm=$'\e[<99u\e[>4m\e[?1;1000;1002;1003;1004l\e[?25h'
typeset -gi __paneflow_ran=-1 # no prompt was there yet
typeset -gi __paneflow_eol_set=0
typeset -g __paneflow_eol_told=$'%{\e]133;D;%?;nonce='"$__paneflow_nonce"$'\a%}'

__paneflow_folder() {
    emulate -L zsh -o no_multibyte
    local path_=$PWD encoded= char
    for char in ${(s::)path_}; do
        case $char in
        [A-Za-z0-9/._~-]) encoded+=$char ;;
        *) encoded+=%${(l:2::0:)$(([##16]#char))} ;;
        esac
    done
    builtin print -rn -- $'\e]7;file://'"$HOST$encoded"$'\a'
}

# Runs before all else at a prompt: what that prints is no output of the command any more. The word is not traced.
__paneflow_precmd() {
    local -i status_=$?
    { emulate -L zsh; unsetopt xtrace } 2>/dev/null
    if [[ ${PROMPT_EOL_MARK-} == "${__paneflow_eol_told-}"* ]]; then
        if ((__paneflow_eol_set)); then PROMPT_EOL_MARK=$__paneflow_eol_mark; else unset PROMPT_EOL_MARK; fi
    fi
    # A line that zsh cannot parse runs nothing, and has a status.
    if ((__paneflow_ran > 0)); then builtin print -rn -- $'\e]133;D;'"$status_;nonce=$__paneflow_nonce"$'\a'"$__paneflow_calm"
    elif ((__paneflow_ran == 0)); then builtin print -rn -- $'\e]133;D;;unrun='"$status_;nonce=$__paneflow_nonce"$'\a'
    fi
    __paneflow_ran=0
    __paneflow_folder
    builtin print -rn -- $'\e]2;'"${(%):-%~}"$'\a'
    __paneflow_mark
    if [[ $precmd_functions[-1] != __paneflow_last ]]; then precmd_functions=(${precmd_functions:#__paneflow_last} __paneflow_last); fi
}

__paneflow_mark() {
    if [[ $PS1 == *']133;B;'* ]]; then return 1; fi
    PS1=$'%{\e]133;A;redraw=last;nonce='"$__paneflow_nonce"$'\a%}'"$PS1"$'%{\e]133;B;nonce='"$__paneflow_nonce"$'\a%}'
}

# Runs after all else: that may have made a new PS1.
__paneflow_last() {
    { emulate -L zsh; unsetopt xtrace } 2>/dev/null
    __paneflow_mark
    return 0
}

# The first prompt's functions were counted before ours was the last of them.
__paneflow_first_line() {
    { emulate -L zsh; unsetopt xtrace } 2>/dev/null
    add-zle-hook-widget -d line-init __paneflow_first_line
    unfunction __paneflow_first_line
    if __paneflow_mark; then zle reset-prompt; fi
}

__paneflow_preexec() {
    { emulate -L zsh; unsetopt xtrace } 2>/dev/null
    __paneflow_ran=1
    # zsh marks an output without a line end before it runs anything of ours: the end has to be told with that mark, and is
    # told once more later for those who switched it off.
    if [[ ${(t)PROMPT_EOL_MARK} != *export* ]]; then # children do not get to know the word
        __paneflow_eol_set=${+PROMPT_EOL_MARK}
        typeset -g __paneflow_eol_mark=${PROMPT_EOL_MARK-'%B%S%#%s%b'}
        typeset -g PROMPT_EOL_MARK=$__paneflow_eol_told$__paneflow_eol_mark
    fi
    builtin print -rn -- $'\e]2;'"${(V)1[1,80]}"$'\a\e]133;C;nonce='"$__paneflow_nonce"$'\a'
}

__paneflow_start() {
    { emulate -L zsh; unsetopt xtrace } 2>/dev/null
    if [[ -n ${PANEFLOW_BIN_DIR-} ]]; then path=("$PANEFLOW_BIN_DIR" ${path:#$PANEFLOW_BIN_DIR}); fi
    precmd_functions=(__paneflow_precmd ${precmd_functions:#__paneflow_start})
    preexec_functions+=(__paneflow_preexec)
    unfunction __paneflow_start
    if autoload -Uz add-zle-hook-widget; then add-zle-hook-widget line-init __paneflow_first_line; fi
    __paneflow_precmd
}

typeset -ga precmd_functions preexec_functions
precmd_functions+=(__paneflow_start)
