"""Write the files that are made from the method table and the verbs: the protocol page, its schemas, the man page.

python packaging/generate.py           write them
python packaging/generate.py --check   say which are stale, exit 1
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from paneflow.cli.man import page  # noqa: E402
from paneflow.rpc.describe import protocol_page, schema_document  # noqa: E402
from paneflow.rpc.table import methods  # noqa: E402


def generated() -> dict[Path, str]:
    """Path → text of every generated file."""
    rows = methods()
    files = {ROOT / "specs/protocol.md": protocol_page(rows.values())}
    files[ROOT / "packaging/paneflow.1"] = page()
    files |= {ROOT / f"specs/methods/{name}.json": schema_document(row) for name, row in rows.items()}
    return files


def main() -> int:
    wanted = generated()
    extra = set((ROOT / "specs/methods").glob("*.json")) - set(wanted)
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if "--check" in sys.argv:
        for path in [*stale, *sorted(extra)]:
            print(f"stale: {path.relative_to(ROOT)}; run python packaging/generate.py")
        return 1 if stale or extra else 0
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(wanted[path], encoding="utf-8")
    for path in extra:
        path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
