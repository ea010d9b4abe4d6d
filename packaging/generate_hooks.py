"""Write the settings that the shims give to agents: `resources/hooks/*.json`.

python packaging/generate_hooks.py           write them
python packaging/generate_hooks.py --check   say which are stale, exit 1
"""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from paneflow.agents.settings import CLAUDE_EVENTS, GEMINI_EVENTS, hooks_of  # noqa: E402

GEMINI_TIMEOUT = 5000  # milliseconds there


def generated() -> dict[Path, str]:
    """Path → text of every generated file."""
    folder = ROOT / "resources/hooks"
    hooks = {
        "claude": hooks_of("claude", CLAUDE_EVENTS),
        "gemini": hooks_of("gemini", GEMINI_EVENTS, GEMINI_TIMEOUT),
    }
    return {folder / f"{name}.json": json.dumps({"hooks": each}, indent=2) + "\n" for name, each in hooks.items()}


def main() -> int:
    stale = [path for path, text in generated().items() if not path.exists() or path.read_text() != text]
    if "--check" in sys.argv:
        for path in stale:
            print(f"stale: {path.relative_to(ROOT)}; run python packaging/generate_hooks.py")
        return 1 if stale else 0
    for path in stale:
        path.write_text(generated()[path])
    return 0


if __name__ == "__main__":
    sys.exit(main())
