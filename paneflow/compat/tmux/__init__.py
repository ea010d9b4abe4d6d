"""The program named `tmux`: its language as pure modules, and the server side that translates it to Paneflow."""
