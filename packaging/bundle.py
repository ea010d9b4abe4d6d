"""Builds the bundle of this system into dist/: python packaging/bundle.py

It needs nothing but Python with its venv module: PyInstaller and what Paneflow depends on go into build/bundle/venv. Linux gets
dist/paneflow-VERSION-MACHINE.tar.gz, with what a desktop wants under share/; macOS dist/Paneflow.app; Windows dist/paneflow/.
"""

import os
import platform
import shutil
import subprocess
import sys
import tarfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "bundle"
DIST = ROOT / "dist"
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)


def main() -> None:
    python = environment()
    recipe = ROOT / "packaging" / "pyinstaller" / "paneflow.spec"
    folders = ["--distpath", str(DIST), "--workpath", str(WORK / "work")]
    run(python, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN", *folders, str(recipe))
    if sys.platform == "linux":
        add_desktop_files(DIST / "paneflow" / "share")
        print(pack())


def environment() -> Path:
    """A Python with PyInstaller and Paneflow's dependencies, but without Paneflow: the checkout is what is bundled."""
    folder = WORK / "venv"
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not python.exists():
        venv.create(folder, with_pip=True)
    run(python, "-m", "pip", "install", "--quiet", "pyinstaller", f"{ROOT}[gui,mcp]")
    run(python, "-m", "pip", "uninstall", "--quiet", "--yes", "paneflow")
    return python


def add_desktop_files(share: Path) -> None:
    """What /usr/share wants, in its layout."""
    linux, icons = ROOT / "packaging" / "linux", ROOT / "resources" / "icons"
    copy(linux / "paneflow.desktop", share / "applications" / "paneflow.desktop")
    copy(linux / "paneflow.metainfo.xml", share / "metainfo" / "io.paneflow.Paneflow.metainfo.xml")
    copy(ROOT / "packaging" / "paneflow.1", share / "man" / "man1" / "paneflow.1")
    copy(ROOT / "LICENSE", share / "doc" / "paneflow" / "copyright")
    copy(linux / "INSTALL.md", share / "doc" / "paneflow" / "INSTALL.md")
    copy(icons / "paneflow.svg", share / "icons" / "hicolor" / "scalable" / "apps" / "paneflow.svg")
    for size in SIZES:
        copy(icons / f"paneflow-{size}.png", share / "icons" / "hicolor" / f"{size}x{size}" / "apps" / "paneflow.png")


def pack() -> Path:
    sys.path.insert(0, str(ROOT))
    from paneflow import __version__

    archive = DIST / f"paneflow-{__version__}-linux-{platform.machine()}.tar.gz"
    with tarfile.open(archive, "w:gz") as tar:
        tar.add(DIST / "paneflow", "paneflow", filter=owned_by_root)
    return archive


def owned_by_root(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    return entry


def copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def run(python: Path, *words: str) -> None:
    subprocess.run([str(python), *words], check=True, cwd=ROOT, env={**os.environ, "PYTHONNOUSERSITE": "1"})


if __name__ == "__main__":
    main()
