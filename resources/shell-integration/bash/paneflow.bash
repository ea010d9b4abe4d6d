# Tells the terminal where prompts, commands and their output begin, how commands end (OSC 133), the folder (OSC 7) and a
# title. Works with bash 3.2 and later; where PS0 is missing (before 4.4) the start of output is not told.
if [[ $- == *i* && -z ${__paneflow_loaded-} ]]; then
    __paneflow_loaded=1
    # Marks carry this word, so that text a program prints cannot pass for one. Children do not get to know it.
    __paneflow_nonce=${PANEFLOW_SHELL_NONCE-}
    unset PANEFLOW_SHELL_NONCE
    __paneflow_ran=-1 # no prompt was there yet
    __paneflow_status=0
    __paneflow_drawn=0 # prompts since PROMPT_COMMAND, which is left out after a line that the history refused or changed
    # What a program that was killed leaves switched on, and a shell cannot be typed into with: kitty's keys, modifyOtherKeys,
    # application cursor keys, the mouse, focus reports, a hidden cursor.
    __paneflow_calm=$'\e[<99u\e[>4m\e[?1;1000;1002;1003;1004l\e[?25h'
    __paneflow_redraw=0 # what of a prompt is drawn anew at another width; must be 0 where PS0 is missing

    if [[ -n ${PANEFLOW_BIN_DIR-} && $PATH != "$PANEFLOW_BIN_DIR":* ]]; then
        __paneflow_path=":$PATH:"
        __paneflow_path=${__paneflow_path//":$PANEFLOW_BIN_DIR:"/:}
        __paneflow_path=${__paneflow_path#:}
        PATH=$PANEFLOW_BIN_DIR:${__paneflow_path%:}
        unset __paneflow_path
    fi

    # Runs before all else at a prompt: what that prints is no output of the command any more.
    __paneflow_ended() {
        __paneflow_status=$?
        # A line that bash cannot parse runs nothing, and has a status.
        if ((__paneflow_ran > 0)); then builtin printf '\e]133;D;%s;nonce=%s\a%s' "$__paneflow_status" "$__paneflow_nonce" "$__paneflow_calm"
        elif ((__paneflow_ran == 0)); then builtin printf '\e]133;D;;unrun=%s;nonce=%s\a' "$__paneflow_status" "$__paneflow_nonce"
        fi
        __paneflow_ran=0
        return "$__paneflow_status"
    }

    __paneflow_folder() {
        local LC_ALL=C path=$PWD encoded= char
        if [[ $path == *[!A-Za-z0-9/._~-]* ]]; then
            while [[ -n $path ]]; do
                char=${path:0:1}
                path=${path:1}
                case $char in
                [A-Za-z0-9/._~-]) encoded+=$char ;;
                *) builtin printf -v char '%%%02X' "'$char"; encoded+=${char/FFFFFFFFFFFFFF/} ;;
                esac
            done
            path=$encoded
        fi
        builtin printf '\e]7;file://%s%s\a' "${HOSTNAME-}" "$path"
    }

    # Runs after all else: that may have made a new PS1.
    __paneflow_prompt() {
        __paneflow_ran=0
        __paneflow_drawn=0
        __paneflow_folder
        if [[ $PS1 != *']133;B;'* ]]; then
            if [[ $PS1 != *'\e]0;'* && $PS1 != *'\033]0;'* && $PS1 != *'\e]2;'* ]]; then
                PS1='\[\e]2;\w\a\]'$PS1
            fi
            PS1='\[\e]133;A;redraw='$__paneflow_redraw';drawn=$((__paneflow_drawn++));nonce='$__paneflow_nonce'\a\]'$PS1'\[\e]133;B;nonce='$__paneflow_nonce'\a\]'
        fi
        return "$__paneflow_status"
    }

    if [[ ${BASH_VERSINFO[0]} -gt 4 || ( ${BASH_VERSINFO[0]} -eq 4 && ${BASH_VERSINFO[1]} -ge 4 ) ]]; then
        __paneflow_redraw=last
        # The arithmetic notes that a command runs and expands to nothing.
        PS0=${PS0-}'${__paneflow_nonce:$((__paneflow_ran=1,0)):0}\e]133;C;nonce='$__paneflow_nonce'\a'
    else
        __paneflow_ran=1
        trap '[[ $BASH_COMMAND == __paneflow_* ]] || __paneflow_ran=1' DEBUG
    fi

    # What is pasted while vi's command mode is on would be taken for its keys.
    bind -m vi-command '"\e[200~": bracketed-paste-begin' 2>/dev/null
    # Without what they write to standard error: `set -x` would print the word, too.
    __paneflow_first='{ __paneflow_ended; } 2>/dev/null'
    __paneflow_last='{ __paneflow_prompt; } 2>/dev/null'
    if [[ ${!PROMPT_COMMAND[*]} == *[!0]* ]]; then # an array of several (bash 5.1); $(declare -p) would fork
        PROMPT_COMMAND=("$__paneflow_first" "${PROMPT_COMMAND[@]}" "$__paneflow_last")
    else
        PROMPT_COMMAND=$__paneflow_first$'\n'${PROMPT_COMMAND-}$'\n'$__paneflow_last
    fi
    unset __paneflow_first __paneflow_last
fi
