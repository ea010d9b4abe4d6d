"""Write `paneflow/vt/ghostty/_cdef.py`: the C declarations of libghostty-vt, compiled for cffi's out-of-line ABI mode.

The declarations are the installed pyghostty wheel's own. Reading them takes 0.3 s in every process that parses them as
text; compiled once here they load in a few milliseconds and need no compiler. Run it after moving the wheel's pin.

    python packaging/generate_ghostty.py            write the module
    python packaging/generate_ghostty.py --check    exit 1 if the committed module is of other declarations
"""

import hashlib
import importlib.util
import runpy
import sys
import tempfile
from pathlib import Path

import cffi

TARGET = Path(__file__).parents[1] / "paneflow" / "vt" / "ghostty" / "_cdef.py"

# cffi cannot pass a union by value. These have the layout of the tagged unions they stand for, and both are passed in
# memory by the x86-64 and AArch64 calling conventions, so a function called with the twin sees the original.
TWINS = """
typedef struct { uint16_t x; uint32_t y; uint64_t _pad; } GhosttyPointValueTwin;
typedef struct { GhosttyPointTag tag; GhosttyPointValueTwin value; } GhosttyPointTwin;
typedef struct { intptr_t delta; uint64_t _pad; } GhosttyScrollValueTwin;
typedef struct { GhosttyTerminalScrollViewportTag tag; GhosttyScrollValueTwin value; } GhosttyScrollTwin;
"""


def declarations() -> str:
    """The wheel's declarations and our twins."""
    spec = importlib.util.find_spec("pyghostty")
    if spec is None or spec.origin is None:
        raise SystemExit("pyghostty is not installed")
    wheel: str = runpy.run_path(str(Path(spec.origin).with_name("_cdef.py")))["CDEF"]
    return wheel + TWINS


def digest(text: str) -> str:
    """What the committed module is compared by: cffi's own output may differ between its versions."""
    return hashlib.sha256(text.encode()).hexdigest()


def compile_module(text: str) -> str:
    """The Python source of the cffi module."""
    builder = cffi.FFI()
    builder.cdef(text)
    builder.set_source("_cdef", None)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "_cdef.py"
        builder.emit_python_code(str(path))
        body = path.read_text(encoding="utf-8").split("\n", 1)[1]
    return f"# Written by packaging/generate_ghostty.py. Declarations: sha256 {digest(text)}\n{body}"


def is_current(text: str) -> bool:
    """Whether the committed module was made from these declarations."""
    return TARGET.is_file() and digest(text) in TARGET.read_text(encoding="utf-8").split("\n", 1)[0]


def main() -> int:
    """Write, or check with --check."""
    text = declarations()
    if "--check" in sys.argv[1:]:
        return 0 if is_current(text) else 1
    TARGET.write_text(compile_module(text), encoding="utf-8")
    print(f"wrote {TARGET}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
