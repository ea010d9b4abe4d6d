# Tells the terminal where prompts and commands begin, how commands end (OSC 133), the folder (OSC 7) and a title. Read after
# the profile; the prompt of the profile is called from here.
$Global:__PaneflowNonce = $env:PANEFLOW_SHELL_NONCE
Remove-Item Env:PANEFLOW_SHELL_NONCE -ErrorAction SilentlyContinue
$Global:__PaneflowRan = $false
if ($env:PANEFLOW_BIN_DIR) {
    $separator = [IO.Path]::PathSeparator
    $rest = $env:PATH -split $separator | Where-Object { $_ -and $_ -ne $env:PANEFLOW_BIN_DIR }
    $env:PATH = (@($env:PANEFLOW_BIN_DIR) + $rest) -join $separator
}
$Global:__PaneflowPrompt = $function:prompt
function Global:prompt {
    $ok = $?
    $code = if ($ok) { 0 } elseif ($Global:LASTEXITCODE) { $Global:LASTEXITCODE } else { 1 }
    $nonce = $Global:__PaneflowNonce
    $mark = ''
    if ($Global:__PaneflowRan) {
        # With it goes what a program that was killed leaves switched on, and a shell cannot be typed into with: kitty's
        # keys, modifyOtherKeys, application cursor keys, the mouse, focus reports, a hidden cursor.
        $mark = "`e]133;D;$code;nonce=$nonce`a`e[<99u`e[>4m`e[?1;1000;1002;1003;1004l`e[?25h"
    }
    $Global:__PaneflowRan = $false
    $location = $ExecutionContext.SessionState.Path.CurrentLocation
    if ($location.Provider.Name -eq 'FileSystem') {
        $path = ([uri]::EscapeDataString($location.ProviderPath.Replace('\', '/'))).Replace('%2F', '/').Replace('%3A', ':')
        if (-not $path.StartsWith('/')) { $path = "/$path" }
        $mark += "`e]7;file://$([Environment]::MachineName)$path`a`e]2;$location`a"
    }
    "$mark`e]133;A;redraw=0;nonce=$nonce`a$(& $Global:__PaneflowPrompt)`e]133;B;nonce=$nonce`a"
}
if (Get-Module PSReadLine) {
    $Global:__PaneflowRead = $function:PSConsoleHostReadLine
    function Global:PSConsoleHostReadLine {
        $line = & $Global:__PaneflowRead
        if ($line) {
            $Global:__PaneflowRan = $true
            [Console]::Write("`e]133;C;nonce=$($Global:__PaneflowNonce)`a")
        }
        $line
    }
}
