# Tells the terminal where prompts, commands and their output begin, how commands end (OSC 133), the folder (OSC 7) and a
# title. fish finds this through XDG_DATA_DIRS, which is put back. From fish 4 on it tells most of this itself.
if set -q PANEFLOW_FISH_DATA_DIR
    if set -q XDG_DATA_DIRS
        set -l rest (string match -v -- $PANEFLOW_FISH_DATA_DIR (string split : -- "$XDG_DATA_DIRS"))
        if test -n "$rest"
            set -gx XDG_DATA_DIRS (string join : -- $rest)
        else
            set -e XDG_DATA_DIRS
        end
    end
    set -e PANEFLOW_FISH_DATA_DIR
    set -g __paneflow_nonce $PANEFLOW_SHELL_NONCE
    set -e PANEFLOW_SHELL_NONCE

    if status is-interactive
        # Here, so that it comes before those of the person's files: what they print is no output of the command any more.
        function __paneflow_postexec --on-event fish_postexec
            # With it goes what a program that was killed leaves switched on, and a shell cannot be typed into with:
            # kitty's keys, modifyOtherKeys, application cursor keys, the mouse, focus reports, a hidden cursor.
            printf '\e]133;D;%s;nonce=%s\a\e[<99u\e[>4m\e[?1;1000;1002;1003;1004l\e[?25h' $status $__paneflow_nonce
        end
        function __paneflow_start --on-event fish_prompt -d 'Set up at the first prompt'
            functions -e __paneflow_start
            if set -q PANEFLOW_BIN_DIR
                set -gx PATH $PANEFLOW_BIN_DIR (string match -v -- $PANEFLOW_BIN_DIR $PATH)
            end
            function __paneflow_wrap --on-event fish_prompt -d 'Mark the prompt, whichever function draws it now'
                string match -q '*__paneflow_user_prompt*' -- "$(functions fish_prompt 2>/dev/null)"; and return
                functions -e __paneflow_user_prompt
                functions -q fish_prompt; and functions -c fish_prompt __paneflow_user_prompt
                function fish_prompt
                    printf '\e]133;A;nonce=%s\a' $__paneflow_nonce
                    functions -q __paneflow_user_prompt; and __paneflow_user_prompt
                    printf '\e]133;B;nonce=%s\a' $__paneflow_nonce
                end
            end
            __paneflow_wrap
            function __paneflow_folder --on-variable PWD
                printf '\e]7;file://%s%s\a' $hostname (string escape --style=url -- $PWD)
            end
            __paneflow_folder
            function __paneflow_preexec --on-event fish_preexec
                printf '\e]133;C;nonce=%s\a' $__paneflow_nonce
            end
            for mode in default insert
                bind -M $mode \e\[9133~ "commandline -r ''" # a key that no keyboard has
            end
            function __paneflow_posterror --on-event fish_posterror
                printf '\e]133;D;;unrun=127;nonce=%s\a' $__paneflow_nonce
            end
        end
    end
end
