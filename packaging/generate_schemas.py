"""Write the JSON Schemas of the three documents into specs/, and the documented default configuration.

`--check` writes nothing and fails when a file is stale.
"""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from paneflow.spec.config import config_schema  # noqa: E402 - the checkout comes first on the path
from paneflow.spec.config_text import default_text  # noqa: E402
from paneflow.spec.flow import flow_schema  # noqa: E402
from paneflow.spec.workspace import workspace_schema  # noqa: E402


def generated() -> dict[str, str]:
    """The files' names and their contents."""
    schemas = {"config": config_schema(), "workspace": workspace_schema(), "flow": flow_schema()}
    files = {f"{name}.schema.json": json.dumps(schema, indent=2) + "\n" for name, schema in schemas.items()}
    return files | {"config.default.toml": default_text()}


def main() -> int:
    """Write or check; the exit status."""
    stale = [name for name, text in generated().items() if _read(name) != text]
    if "--check" in sys.argv[1:]:
        print("\n".join(f"specs/{name} is stale: run packaging/generate_schemas.py" for name in stale))
        return 1 if stale else 0
    for name in stale:
        (ROOT / "specs" / name).write_text(generated()[name], encoding="utf-8")
        print(f"wrote specs/{name}")
    return 0


def _read(name: str) -> str:
    path = ROOT / "specs" / name
    return path.read_text(encoding="utf-8") if path.exists() else ""


if __name__ == "__main__":
    sys.exit(main())
