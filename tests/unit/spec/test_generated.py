import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_the_generated_schemas_and_defaults_are_fresh() -> None:
    done = subprocess.run(
        [sys.executable, "packaging/generate_schemas.py", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr
