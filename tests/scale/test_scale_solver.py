"""The solver in a process of its own gives what it gives in this one, is replaced, and never stays behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from lawmage.api import ask
from lawmage.engine.session import Session
from lawmage.engine.solver import solve
from lawmage.engine.solver_process import SolverProcess
from lawmage.errors import EngineError

FACTS = 'a(1,-2,"x"). b("say \\"a, b\\" (c)",f(g(1,"(,"),h(2))). c. d(m(0,1,0),key(3,none),(4,5)). e(f(g(h(i(1,2),3),"\\\\"),-1),"").'
SHOW = "#show a/3. #show b/2. #show c/0. #show d/3. #show e/2."


@pytest.fixture
def solver() -> Iterator[SolverProcess]:
    found = SolverProcess()
    yield found
    found.close()


def gone(pid: int, seconds: float = 10) -> bool:
    """Return whether a process ends within some seconds."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    return False


def test_the_same_atoms(solver: SolverProcess) -> None:
    assert solver.solve(SHOW, FACTS).atoms == solve(SHOW, FACTS).atoms
    assert set(solver.solve(SHOW, FACTS).atoms) == set("abcde")


def test_questions_within_a_question_go_there_too(solver: SolverProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two orders of effects leave two positions to ask about, and none is worked out in this process."""
    items = [("bear", "Grizzly Bears"), ("vigor", "Vigor"), ("furnace", "Furnace of Rath")]
    board = {"players": {"P1": {}}, "battlefield": [{"id": id, "card": card, "controller": "P1"} for id, card in items]}
    query = {"kind": "event", "event": "damage", "object": "bear", "amount": 2}
    here = ask(board, query)
    monkeypatch.setattr(Session, "solver", solver.solve)
    monkeypatch.setattr("lawmage.engine.session.solve", None)
    assert ask(board, query) == here


@pytest.mark.parametrize(
    ("program", "problem"),
    [
        ("p(X) :- q(Y).", "clingo"),
        ("p :- not p.", "no model"),
        ("1 { p; q } 1.", "more than one model"),
        ("this is no program", "clingo"),
    ],
)
def test_the_same_errors(solver: SolverProcess, program: str, problem: str) -> None:
    with pytest.raises(EngineError, match=problem) as here:
        solve(program, "")
    with pytest.raises(EngineError, match=problem) as there:
        solver.solve(program, "")
    assert str(here.value) == str(there.value)
    assert solver.solve("#show p/1.", "p(1).").atoms.keys() == {"p"}


def test_it_is_replaced(solver: SolverProcess) -> None:
    seldom, often = SolverProcess(most_text=100), solver
    pids = set()
    for _ in range(3):
        seldom.solve("#show p/1.", "p(1)." * 50)
        assert seldom.pid is None
        often.solve("#show p/1.", "p(1)." * 50)
        pids.add(often.pid)
    assert len(pids) == 1
    seldom.close()


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_solver_that_is_killed_is_one_error(solver: SolverProcess) -> None:
    solver.solve("#show p/1.", "p(1).")
    assert solver.pid is not None
    os.kill(solver.pid, signal.SIGKILL)
    with pytest.raises(EngineError, match="solver died"):
        solver.solve("#show p/1.", "p(1).")
    assert len(solver.solve("#show p/1.", "p(1..3).").atoms["p"]) == 3


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
def test_it_ends_with_its_partner_whatever_it_is_doing() -> None:
    """Its partner is killed in the middle of a question that takes very long."""
    code = (
        "from lawmage.engine.solver_process import SolverProcess\n"
        "s = SolverProcess(); s.solve('', 'p.'); print(s.pid, flush=True)\n"
        "s.solve('q(X,Y,Z,W) :- p(X), p(Y), p(Z), p(W).', 'p(1..1000).')\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    partner = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=environment)
    assert partner.stdout is not None
    pid = int(partner.stdout.readline())
    time.sleep(0.5)
    assert partner.poll() is None and not gone(pid, 0)
    partner.kill()
    partner.wait()
    partner.stdout.close()
    assert gone(pid)
