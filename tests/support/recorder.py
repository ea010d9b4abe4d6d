"""Run in a pane: records every byte it gets, in raw mode, and says a word for each read.

python3 -S recorder.py FILE [paste]      with bracketed paste on if asked for
"""

import os
import sys
import tty

tty.setraw(0)
if "paste" in sys.argv:
    os.write(1, b"\x1b[?2004h")
record = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND, 0o600)
os.write(1, b"recording\r\n")
while data := os.read(0, 65536):
    os.write(record, data)
    os.write(1, b".")
