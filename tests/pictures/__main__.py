"""Makes the pictures of the window anew: python -m tests.pictures [FOLDER]

A real host and a real window on Qt's offscreen platform. Look at them before they are kept: htop shows the machine they were
made on. QT_SCALE_FACTOR=2 makes them for a dense screen.
"""

import sys
from pathlib import Path

from tests.pictures import themes, window

OURS = Path(__file__).parents[2] / "resources" / "screenshots"

if __name__ == "__main__":
    into = Path(sys.argv[1]) if len(sys.argv) > 1 else OURS
    window.make(into)
    themes.make(into)
