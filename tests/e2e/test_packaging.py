"""The wheel: built, installed by itself, and asked from another folder, it answers as the source does."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ASK = ["could-produce", "Reflecting Pool", "--you", "Reflecting Pool; Forest + Wild Growth; Island (tapped)", "--opponent", "Blood Moon"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel of this source, from a copy so that nothing is left in it."""
    setuptools = pytest.importorskip("setuptools", "77", reason="building a wheel without isolation needs setuptools 77")
    del setuptools
    folder = tmp_path_factory.mktemp("wheel")
    copy = folder / "source"
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, check=False
    )
    if listed.returncode:
        pytest.skip("needs a git checkout, to know which files are the source")
    for name in filter(None, listed.stdout.decode().split("\0")):
        if name.startswith("tests/") or not (ROOT / name).is_file():
            continue
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_bytes((ROOT / name).read_bytes())
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", str(folder), str(copy)]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (found,) = folder.glob("lawmage-*.whl")
    return found


def test_the_wheel_holds_the_rules_the_grammar_and_the_catalogue(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    for source, target in (("asp", "lawmage/asp"), ("bridge/lawmage", "lawmage")):
        for path in (ROOT / source).rglob("*"):
            if path.suffix in (".lp", ".lark", ".py", ".bin", ".json") and "bridge/lawmage/asp" not in path.as_posix():
                assert f"{target}/{path.relative_to(ROOT / source).as_posix()}" in held


def test_the_wheel_alone_answers_as_the_source_does(wheel: Path, tmp_path: Path) -> None:
    target = tmp_path / "installed"
    install = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-compile", "--target", str(target), str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    # Only what is installed beside this interpreter and the wheel's own folder: not this source.
    program = (
        "import sys; sys.path[:] = [sys.argv.pop(1)] + [p for p in sys.path if 'bridge' not in p]; "
        "sys.meta_path[:] = [f for f in sys.meta_path if 'Editable' not in getattr(f, '__name__', '')]; "
        "import lawmage, lawmage.cli; print(lawmage.__file__, file=sys.stderr); sys.exit(lawmage.cli.main())"
    )
    alone = subprocess.run([sys.executable, "-c", program, str(target), *ASK], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert alone.returncode == 0, alone.stderr
    assert alone.stderr.startswith(str(target))
    here = subprocess.run([sys.executable, "-m", "lawmage.cli", *ASK], cwd=ROOT, capture_output=True, text=True, check=False)
    assert alone.stdout == here.stdout == "Reflecting Pool could produce R\n  rules 106.7\n"
