#!/bin/sh
# What the image holds beside Python: musbot and what it needs, in an environment of their own.
#
#   deploy/install.sh TARGET
#
# Run in the folder of the sources. Every wheel is one of requirements.lock, with its hash; nothing is compiled here.
set -eu
target=$1

python3 -m venv --without-pip "$target"
python="$target/bin/python3"
pip() {
    python3 -m pip --disable-pip-version-check --quiet --python "$python" "$@"
}
pip install --no-compile --only-binary :all: --require-hashes --requirement requirements.lock
pip install --no-compile --no-deps --no-build-isolation --no-index .
pip uninstall --yes setuptools
"$python" deploy/slim.py "$target"
