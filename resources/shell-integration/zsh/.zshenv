# zsh reads this because Paneflow set ZDOTDIR; it gives the variable back, reads the user's own .zshenv, and loads the
# integration. Nothing of the user's is changed.
'builtin' 'typeset' '-g' __paneflow_here="${${(%):-%x}:A:h}"
if [[ -n "${PANEFLOW_ZDOTDIR+x}" ]]; then
    'builtin' 'export' ZDOTDIR="$PANEFLOW_ZDOTDIR"
    'builtin' 'unset' 'PANEFLOW_ZDOTDIR'
else
    'builtin' 'unset' 'ZDOTDIR'
fi
{
    [[ ! -r "${ZDOTDIR-$HOME}/.zshenv" ]] || 'builtin' 'source' '--' "${ZDOTDIR-$HOME}/.zshenv"
} always {
    [[ ! -o 'interactive' ]] || 'builtin' 'source' '--' "$__paneflow_here/paneflow.zsh"
    'builtin' 'unset' '__paneflow_here'
}
