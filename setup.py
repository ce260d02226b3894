"""What pyproject.toml cannot say: ``assets/`` goes into the wheel as ``musbot/_assets``.

It stays at the root of the repository, where people look for art; :mod:`musbot.assets` finds it in both.
"""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithAssets(build_py):
    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            target = Path(self.build_lib) / "musbot" / "_assets"
            # A file deleted from assets/ must not live on in build/.
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree("assets", target)


setup(cmdclass={"build_py": BuildWithAssets})
