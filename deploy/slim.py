"""Takes out of an environment what a bot never reads, and compiles what it does: it is half as large then.

Tests of libraries, headers, languages that musbot does not speak, debugging symbols. Run by ``install.sh``.
"""

from __future__ import annotations

import importlib
import pkgutil
import py_compile
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

FOLDERS = (
    "**/tests",
    "*/testing",
    "numpy/f2py",
    "numpy/distutils",
    "discord/bin",
)
"""Folders of no use to a bot. `rich` loads a lexer only to show sources, which nobody asks it for."""
FILES = (
    "**/*.a",
    "**/*.c",
    "**/*.h",
    "**/*.pxd",
    "**/*.pyi",
    "**/*.pyx",
    "numpy/_core/_simd.*",
    "PIL/_avif.*",
    "pillow.libs/libavif-*",
    "pygments/lexers/[a-z]*.py",
    "pygments/lexers/_[a-ln-z]*builtins.py",
)
LANGUAGES = ("root", "en", "es", "eu", "sv", "nb", "no", "fil", "fr")
"""Of what Babel knows of every language in the world."""
HERE = frozenset({"numpy/testing"})
"""What looks like it, and is needed."""


def main(target: Path) -> None:
    """Make an environment small."""
    site = Path(sysconfig.get_path("purelib", vars={"base": str(target), "platbase": str(target)}))
    for pattern in FOLDERS:
        for folder in list(site.glob(pattern)):
            if str(folder.relative_to(site)) not in HERE:
                shutil.rmtree(folder, ignore_errors=True)
    for pattern in FILES:
        for file in site.glob(pattern):
            file.unlink()
    for file in (site / "babel" / "locale-data").glob("*.dat"):
        if re.split("_", file.stem)[0] not in LANGUAGES:
            file.unlink()
    if shutil.which("strip"):
        # What lies in a folder *.libs was changed after it was linked, and does not bear it.
        own = [file for file in site.rglob("*.so") if not file.parent.name.endswith(".libs")]
        subprocess.run(["strip", "--strip-unneeded", *own], check=True)
    compile_used(site)
    size = sum(file.lstat().st_size for file in target.rglob("*") if not file.is_dir())
    print(f"{target}: {size / 1e6:.0f} MB")


def compile_used(site: Path) -> None:
    """Compile every module that musbot loads: the image's files cannot be written to when it runs."""
    package = importlib.import_module("musbot")
    for module in pkgutil.walk_packages(package.__path__, "musbot."):
        if ".migrations" in module.name or module.name.endswith("__main__"):
            continue
        try:
            importlib.import_module(module.name)
        except ModuleNotFoundError as error:
            if error.name != "numba":  # for `musbot train` alone
                raise
    for each in list(sys.modules.values()):
        file = getattr(each, "__file__", None)
        if file and file.endswith(".py") and site in Path(file).parents:
            # Not by the time of the source, which may be another one in the image.
            py_compile.compile(
                file, doraise=True, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH
            )


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    main(Path(sys.argv[1]).resolve())
