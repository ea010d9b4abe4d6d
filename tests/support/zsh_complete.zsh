# What zsh would offer: zsh -f zsh_complete.zsh SCRIPT LINE. A second zsh sits on a pseudo-terminal, since completion only works
# in the line editor; compadd is wrapped so that every match is printed between marks.
zmodload zsh/zpty
script=$1 line=$2
comptest() {
    zpty z zsh -f -i
    zpty -w z "PROMPT= ; stty -echo; zstyle ':completion:*' list-prompt ''"
    zpty -w z "autoload -Uz compinit && compinit -u -D; source ${(q)script}"
    zpty -w z 'compadd () {
        local -a found; local before=$1
        builtin compadd -O found "$@"
        (( $#found )) && { print -r -- "<MATCHES>"; print -rl -- $found; print -r -- "</MATCHES>" }
        builtin compadd "$@"
    }'
    zpty -w z 'finish () { print "<END>" }; show () { zle complete-word; print "<END>" }'
    zpty -w z 'zle -N show; bindkey "^T" show; setopt noautolist nobeep; print "<READY>"'
    local out
    zpty -r z out $'*<READY>\r\n' || return 1
    zpty -n -w z "$line"$'\C-T'
    zpty -r z out $'*<END>*' || return 1
    zpty -d z
    print -r -- "$out"
}
comptest | tr -d '\r' | awk '/<MATCHES>/{on=1; next} /<\/MATCHES>/{on=0} on' | sort -u
