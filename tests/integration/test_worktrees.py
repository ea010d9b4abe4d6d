import os
import subprocess
import time
from dataclasses import replace
from pathlib import Path

import pytest

from paneflow.cli.provision import worktree_folder
from paneflow.errors import Failed
from paneflow.spec.worktree import WorktreePlan, plan_worktree
from paneflow.worktree import record
from paneflow.worktree.claim import Claim
from paneflow.worktree.env_files import MAX_BYTES, copy_env_files
from paneflow.worktree.inspect import repository
from paneflow.worktree.make import create, finish, note_closed, orphans, release, remember_copies, tidy, undo
from paneflow.worktree.record import ManagedWorktree
from paneflow.worktree.setup import MAX_OUTPUT, run_setup
from tests.support.repositories import commit, make_repository, own_settings, run_git


@pytest.fixture(autouse=True)
def _own_git_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own_settings(monkeypatch)
    monkeypatch.setenv("HOME", str(tmp_path))


@pytest.fixture(params=["app", "My Ünï app"], ids=["plain", "spaces and non-ASCII"])
def repo(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    return make_repository(tmp_path / "src" / request.param)


@pytest.fixture
def records(tmp_path: Path) -> str:
    return str(tmp_path / "state" / "worktrees")


def planned(folder: Path, branch: str) -> WorktreePlan:
    plan = plan_worktree(branch, repository(os.path.realpath(folder)), os.path.lexists)
    assert isinstance(plan, WorktreePlan), plan
    return plan


def refused(folder: Path, branch: str) -> str:
    plan = plan_worktree(branch, repository(os.path.realpath(folder)), os.path.lexists)
    assert isinstance(plan, str), plan
    return plan


def made(folder: Path, branch: str, records: str, teardown: str = "auto") -> ManagedWorktree:
    return create(planned(folder, branch), str(folder), teardown, records)


def branches(repo: Path) -> set[str]:
    return set(run_git(repo, "for-each-ref", "--format=%(refname:short)", "refs/heads").split())


def test_a_new_branch_gets_a_worktree_beside_the_repository(repo: Path, records: str) -> None:
    worktree = made(repo, "feat/x", records)
    folder = Path(worktree.path)
    assert folder == repo.parent / f"{repo.name}.worktrees" / "feat-x"
    assert run_git(folder, "branch", "--show-current") == "feat/x"
    assert (folder / "web/index.html").read_text() == "hello\n"
    assert run_git(folder, "status", "--porcelain") == ""
    assert record.load(records, worktree.path) == worktree
    assert (worktree.created_branch, worktree.base) == (True, run_git(repo, "rev-parse", "HEAD"))


def test_a_branch_that_is_there_is_checked_out_and_not_moved(repo: Path, records: str) -> None:
    run_git(repo, "branch", "old")
    commit(repo, "second")
    worktree = made(repo, "old", records)
    assert run_git(Path(worktree.path), "rev-parse", "HEAD") == run_git(repo, "rev-parse", "HEAD~1")
    assert not worktree.created_branch


def test_planning_changes_nothing(repo: Path) -> None:
    before = sorted(str(path) for path in repo.parent.rglob("*"))
    planned(repo, "x")
    assert sorted(str(path) for path in repo.parent.rglob("*")) == before
    assert branches(repo) == {"main"}


def test_a_worktree_is_reused(repo: Path, records: str) -> None:
    worktree = made(repo, "x", records)
    (Path(worktree.path) / "work.txt").write_text("mine")
    plan = planned(repo, "x")
    assert (plan.action, plan.path) == ("reuse", worktree.path)
    assert planned(Path(worktree.path), "x").action == "reuse"


def test_a_subfolder_and_a_linked_checkout_lead_to_the_same_repository(repo: Path, records: str) -> None:
    assert planned(repo / "web", "x").subfolder == "web"
    worktree = made(repo, "x", records)
    found = planned(Path(worktree.path) / "web", "y")
    assert (found.repo_root, found.path) == (str(repo), str(repo.parent / f"{repo.name}.worktrees" / "y"))


def test_a_repository_behind_a_link_has_one_place(repo: Path, tmp_path: Path, records: str) -> None:
    (tmp_path / "link").symlink_to(repo)
    worktree = made(tmp_path / "link", "x", records)
    assert worktree.path == str(repo.parent / f"{repo.name}.worktrees" / "x")
    assert planned(tmp_path / "link", "x").action == "reuse"


def test_a_branch_that_is_checked_out_elsewhere_is_refused(repo: Path, tmp_path: Path) -> None:
    run_git(repo, "worktree", "add", "--quiet", "-b", "x", str(tmp_path / "elsewhere"))
    assert refused(repo, "x") == f'the branch "x" is checked out in {tmp_path / "elsewhere"}; a branch has one checkout'
    assert refused(repo, "main") == f'the branch "main" is checked out in {repo}; a branch has one checkout'


def test_a_path_that_is_occupied_is_refused(repo: Path) -> None:
    taken = repo.parent / f"{repo.name}.worktrees" / "x"
    taken.mkdir(parents=True)
    assert refused(repo, "x") == f"{taken} is there already and is no worktree of this repository"


def test_a_folder_without_repository_and_a_repository_without_commit_are_refused(tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    assert refused(tmp_path / "plain", "x") == "the folder given as cwd is in no git repository"
    (tmp_path / "fresh").mkdir()
    run_git(tmp_path / "fresh", "init", "--quiet")
    assert "has no commit yet" in refused(tmp_path / "fresh", "x")


def test_a_detached_main_checkout_still_gives_worktrees(repo: Path, records: str) -> None:
    run_git(repo, "checkout", "--quiet", "--detach")
    assert made(repo, "x", records).base == run_git(repo, "rev-parse", "HEAD")


def test_a_worktree_whose_folder_was_deleted_is_made_again(repo: Path, records: str) -> None:
    worktree = made(repo, "x", records)
    subprocess.run(["rm", "-rf", worktree.path], check=True)
    plan = planned(repo, "x")
    assert (plan.action, plan.stale) == ("checkout", True)
    create(plan, str(repo), "auto", records)
    assert run_git(Path(worktree.path), "branch", "--show-current") == "x"


def test_two_that_race_for_one_worktree_leave_exactly_one(repo: Path, records: str) -> None:
    plan = planned(repo, "x")
    first = create(plan, str(repo), "auto", records)
    with pytest.raises(Failed, match="is there already") as caught:
        create(plan, str(repo), "auto", records)
    assert caught.value.kind == "worktree_occupied"
    assert run_git(Path(first.path), "branch", "--show-current") == "x"


def test_a_branch_that_appears_meanwhile_is_not_taken_away(repo: Path, records: str) -> None:
    plan = planned(repo, "x")
    run_git(repo, "branch", "x")
    with pytest.raises(Failed, match="already exists"):
        create(plan, str(repo), "auto", records)
    assert branches(repo) == {"main", "x"}
    assert not os.path.lexists(plan.path)


def test_a_failing_hook_leaves_nothing(repo: Path, records: str) -> None:
    hook = repo / ".git/hooks/post-checkout"
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    with pytest.raises(Failed):
        made(repo, "x", records)
    assert branches(repo) == {"main"}
    assert not (repo.parent / f"{repo.name}.worktrees").exists()
    assert len(run_git(repo, "worktree", "list").splitlines()) == 1
    assert list(record.load_all(records)) == []


def test_undoing_takes_everything_back(repo: Path, records: str) -> None:
    worktree = made(repo, "x", records)
    (Path(worktree.path) / "from-setup").write_text("x")
    assert undo(worktree, records) is None
    assert branches(repo) == {"main"}
    assert not (repo.parent / f"{repo.name}.worktrees").exists()
    assert list(record.load_all(records)) == []


def test_undoing_leaves_a_branch_that_was_there_before(repo: Path, records: str) -> None:
    run_git(repo, "branch", "old")
    undo(made(repo, "old", records), records)
    assert branches(repo) == {"main", "old"}


def test_a_full_or_read_only_state_folder_leaves_no_worktree(repo: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="Not a directory"):
        made(repo, "x", str(tmp_path / "file" / "records"))
    assert not (repo.parent / f"{repo.name}.worktrees").exists()
    assert branches(repo) == {"main"}


# -- at close --------------------------------------------------------------------------------------------------------


def test_a_clean_worktree_is_removed_and_its_branch_stays(repo: Path, records: str) -> None:
    worktree = made(repo, "x", records)
    assert release(worktree, records) is None
    assert not (repo.parent / f"{repo.name}.worktrees").exists()
    assert branches(repo) == {"main", "x"}
    assert list(record.load_all(records)) == []


def test_ignored_files_do_not_keep_a_worktree(repo: Path, records: str) -> None:
    worktree = made(repo, "x", records)
    (Path(worktree.path) / "node_modules").mkdir()
    (Path(worktree.path) / "node_modules/x.js").write_text("x")
    assert release(worktree, records) is None


def _edit(folder: Path) -> None:
    (folder / "web/index.html").write_text("changed")


def _untracked(folder: Path) -> None:
    (folder / "new.txt").write_text("x")


def _staged(folder: Path) -> None:
    _untracked(folder)
    run_git(folder, "add", "new.txt")


def _committed(folder: Path) -> None:
    commit(folder, "work")


def _detached(folder: Path) -> None:
    run_git(folder, "checkout", "--quiet", "--detach")


def _detached_with_work(folder: Path) -> None:
    _detached(folder)
    commit(folder, "work")


def _switched(folder: Path) -> None:
    run_git(folder, "checkout", "--quiet", "-b", "other")


def _merging(folder: Path) -> None:
    run_git(folder, "checkout", "--quiet", "-b", "other")
    commit(folder, "other")
    run_git(folder, "checkout", "--quiet", "x")
    run_git(folder, "merge", "--quiet", "--no-commit", "--no-ff", "other")


def _locked(folder: Path) -> None:
    run_git(folder, "worktree", "lock", str(folder))


@pytest.mark.parametrize(
    ("work", "reason"),
    [
        (_edit, "1 file with changes"),
        (_untracked, "1 file with changes"),
        (_staged, "1 file with changes"),
        (_committed, "1 commit that no remote and no other branch has"),
        (_detached, "its HEAD is detached"),
        (_detached_with_work, "its HEAD is detached"),
        (_switched, 'it has the branch "other" now'),
        (_merging, "a merge is under way"),
        (_locked, "it is locked"),
    ],
)
def test_work_in_a_worktree_keeps_it_with_the_reason(tmp_path: Path, records: str, work: object, reason: str) -> None:
    repo = make_repository(tmp_path / "app")
    worktree = made(repo, "x", records)
    assert callable(work)
    work(Path(worktree.path))
    assert release(worktree, records) == reason
    assert Path(worktree.path).is_dir()
    assert record.load(records, worktree.path) == worktree


def test_pushed_work_does_not_keep_a_worktree(tmp_path: Path, records: str) -> None:
    repo = make_repository(tmp_path / "app")
    run_git(tmp_path, "init", "--quiet", "--bare", "remote.git")
    run_git(repo, "remote", "add", "origin", str(tmp_path / "remote.git"))
    worktree = made(repo, "x", records)
    commit(Path(worktree.path), "work")
    assert release(worktree, records) is not None
    run_git(Path(worktree.path), "push", "--quiet", "origin", "x")
    assert release(worktree, records) is None


def test_keep_keeps(repo: Path, records: str) -> None:
    worktree = made(repo, "x", records, teardown="keep")
    assert release(worktree, records) == "worktree_teardown is keep"


def test_a_checked_out_submodule_keeps_a_worktree(tmp_path: Path, records: str) -> None:
    library = make_repository(tmp_path / "library")
    repo = make_repository(tmp_path / "app")
    run_git(repo, "submodule", "--quiet", "add", str(library), "lib")
    commit(repo, "with submodule")
    worktree = made(repo, "x", records)
    run_git(Path(worktree.path), "submodule", "--quiet", "update", "--init")
    assert release(worktree, records) == "1 submodule checked out in it"


def test_a_submodule_that_was_never_checked_out_does_not_keep_one(tmp_path: Path, records: str) -> None:
    library = make_repository(tmp_path / "library")
    repo = make_repository(tmp_path / "app")
    run_git(repo, "submodule", "--quiet", "add", str(library), "lib")
    commit(repo, "with submodule")
    worktree = made(repo, "x", records)
    assert release(worktree, records) is None


def test_a_worktree_that_someone_removed_is_forgotten(repo: Path, records: str) -> None:
    worktree = made(repo, "x", records)
    run_git(repo, "worktree", "remove", worktree.path)
    assert release(worktree, records) is None
    assert list(record.load_all(records)) == []


def test_a_worktree_whose_folder_someone_deleted_is_tidied_up(repo: Path, records: str) -> None:
    worktree = made(repo, "x", records)
    subprocess.run(["rm", "-rf", worktree.path], check=True)
    assert release(worktree, records) is None
    assert len(run_git(repo, "worktree", "list").splitlines()) == 1


def test_a_repository_that_is_gone_keeps_the_worktree(repo: Path, records: str) -> None:
    worktree = made(repo, "x", records)
    repo.rename(repo.parent / "moved")
    assert release(worktree, records) == "git does not list it as a worktree any more"
    assert Path(worktree.path).is_dir()


def test_what_a_crash_left_is_found_again(repo: Path, records: str) -> None:
    used, left = made(repo, "used", records), made(repo, "left", records)
    gone = made(repo, "gone", records)
    run_git(repo, "worktree", "remove", gone.path)
    assert orphans(records, [used.path]) == [left]
    assert {worktree.branch for worktree in record.load_all(records)} == {"used", "left"}


def test_a_record_that_cannot_be_read_is_passed_over(repo: Path, records: str) -> None:
    worktree = made(repo, "x", records)
    (Path(records) / "broken.json").write_text("{")
    (Path(records) / "other.json").write_text('{"colour": 1}')
    assert list(record.load_all(records)) == [worktree]
    assert oct(os.stat(records).st_mode & 0o777) == "0o700"


# -- env files -------------------------------------------------------------------------------------------------------


def test_only_ignored_env_files_are_copied_with_their_mode(tmp_path: Path, records: str) -> None:
    repo = make_repository(tmp_path / "app", ignore=".env\n.env.*\n!.env.example\n")
    (repo / ".env.example").write_text("tracked")
    commit(repo, "example")
    (repo / ".env").write_text("SECRET=1")
    (repo / ".env").chmod(0o600)
    (repo / ".env.ümlaut x").write_text("A=1")
    (repo / ".envrc").write_text("untracked, not ignored")
    (repo / "web/.env.local").write_text("B=1")
    (repo / ".env.link").symlink_to("/etc/passwd")
    (repo / ".env.d").mkdir()
    worktree = made(repo, "x", records)
    (repo / ".env.large").write_bytes(b"x" * (MAX_BYTES + 1))
    copied, left = copy_env_files(str(repo), worktree.path, "web")
    assert left == {".env.large": "it has more than 1,048,576 bytes", ".env.link": "it is a link"}
    assert sorted(copied) == [".env", ".env.ümlaut x", "web/.env.local"]
    folder = Path(worktree.path)
    assert (folder / ".env").read_text() == "SECRET=1"
    assert (folder / ".env").stat().st_mode & 0o777 == 0o600
    assert not (folder / ".env.link").exists()
    assert not (folder / ".envrc").exists()


def test_nothing_is_copied_through_a_link_that_a_branch_brings_along(repo: Path, tmp_path: Path, records: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    run_git(repo, "switch", "--quiet", "--create", "evil")
    (repo / "web/index.html").unlink()
    (repo / "web").rmdir()
    (repo / "web").symlink_to(outside)
    commit(repo, "a link out of the checkout")
    run_git(repo, "switch", "--quiet", "main")
    (repo / "web/.env").write_text("SECRET=1")
    worktree = made(repo, "evil", records)
    assert copy_env_files(str(repo), worktree.path, "web").copied == {}
    assert os.listdir(outside) == []
    assert worktree_folder(planned(repo / "web", "evil")) == worktree.path


def test_a_link_in_the_place_of_the_folder_for_worktrees_is_refused(repo: Path, tmp_path: Path, records: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    repo.with_name(f"{repo.name}.worktrees").symlink_to(outside)
    with pytest.raises(Failed, match="is a link"):
        made(repo, "x", records)
    assert os.listdir(outside) == []
    assert branches(repo) == {"main"}


def test_a_file_that_is_there_is_not_written_over(repo: Path, records: str) -> None:
    (repo / ".env").write_text("theirs")
    worktree = made(repo, "x", records)
    (Path(worktree.path) / ".env").write_text("mine")
    assert copy_env_files(str(repo), worktree.path, "") == ({}, {})
    assert (Path(worktree.path) / ".env").read_text() == "mine"


def test_an_edited_copy_keeps_the_worktree_and_an_untouched_one_does_not(repo: Path, records: str) -> None:
    (repo / ".env").write_text("A=1")
    worktree = made(repo, "x", records)
    worktree = remember_copies(worktree, copy_env_files(str(repo), worktree.path, "").copied, records)
    (Path(worktree.path) / ".env").write_text("A=2")
    assert release(worktree, records) == "edited copies: .env"
    (Path(worktree.path) / ".env").write_text("A=1")
    assert release(record.load(records, worktree.path) or worktree, records) is None


# -- setup -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def shown() -> list[bytes]:
    return []


def test_setup_runs_in_the_folder_with_the_environment_and_shows_both_streams(
    tmp_path: Path, shown: list[bytes]
) -> None:
    result = run_setup("pwd; echo $A >&2", str(tmp_path), env={"A": "from env"}, timeout_s=30, show=shown.append)
    assert b"".join(shown).decode() == f"{tmp_path}\nfrom env\n"
    assert (result.code, result.problem) == (0, None)


def test_setup_that_fails_says_its_code(tmp_path: Path, shown: list[bytes]) -> None:
    assert run_setup("exit 3", str(tmp_path), env={}, timeout_s=30, show=shown.append).problem == "ended with code 3"


def test_setup_gets_no_input(tmp_path: Path, shown: list[bytes]) -> None:
    assert run_setup("read line", str(tmp_path), env={}, timeout_s=30, show=shown.append).code == 1


def test_setup_that_hangs_is_ended_with_all_its_children(tmp_path: Path, shown: list[bytes]) -> None:
    started = time.monotonic()
    command = "trap '' TERM; sleep 300 & echo $! > child; wait; sleep 300"
    result = run_setup(command, str(tmp_path), env={}, timeout_s=0.5, show=shown.append)
    assert result.problem == "took too long and was ended"
    assert time.monotonic() - started < 10
    child = int((tmp_path / "child").read_text())
    assert _is_gone(child)


def _is_gone(pid: int) -> bool:
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return True
        if state == "Z":
            return True
        time.sleep(0.01)
    return False


def test_setup_that_floods_is_cut_and_still_ends(tmp_path: Path, shown: list[bytes]) -> None:
    result = run_setup("yes | head -c 5000000; echo end > done", str(tmp_path), env={}, timeout_s=60, show=shown.append)
    assert (result.code, result.cut) == (0, True)
    assert sum(map(len, shown)) == MAX_OUTPUT
    assert (tmp_path / "done").exists()


def test_setup_may_leave_something_in_the_background(tmp_path: Path, shown: list[bytes]) -> None:
    started = time.monotonic()
    result = run_setup("sleep 20 & echo $! > child; echo up", str(tmp_path), env={}, timeout_s=60, show=shown.append)
    assert (result.code, b"".join(shown)) == (0, b"up\n")
    assert time.monotonic() - started < 10
    os.kill(int((tmp_path / "child").read_text()), 9)


# -- who is at work --------------------------------------------------------------------------------------------------


def test_one_has_a_worktree_alone_or_several_share_it(records: str) -> None:
    with Claim(records, "/w"), pytest.raises(Failed, match="at work on /w"):
        Claim(records, "/w", shared=True)
    with Claim(records, "/w", shared=True), Claim(records, "/w", shared=True), pytest.raises(Failed) as busy:
        Claim(records, "/w")
    assert busy.value.kind == "worktree_busy"
    with Claim(records, "/w"), Claim(records, "/other"):
        pass
    assert os.listdir(records) == []


def test_the_last_that_shares_one_removes_its_file(records: str) -> None:
    first, second = Claim(records, "/w", shared=True), Claim(records, "/w", shared=True)
    first.release()
    with pytest.raises(Failed):
        Claim(records, "/w")
    second.release()
    assert os.listdir(records) == []


def test_a_worktree_that_git_never_ended_making_goes_with_its_branch(repo: Path, records: str) -> None:
    worktree = replace(made(repo, "x", records), done=False)
    record.save(records, worktree)
    (repo / ".git/worktrees/x/locked").write_text("initializing")
    (Path(worktree.path) / "web/index.html").unlink()  # half a checkout
    assert tidy(worktree, records) is None
    assert branches(repo) == {"main"}
    assert not os.path.lexists(worktree.path)


def test_the_branch_of_a_finished_one_goes_unless_something_was_added(repo: Path, records: str) -> None:
    for name in ("idle", "busy"):
        finish(made(repo, name, records), records)
    commit(repo.parent / f"{repo.name}.worktrees/busy", "work")
    run_git(repo, "merge", "--quiet", "busy")
    for worktree in orphans(records, ()):
        assert tidy(worktree, records) is None
    assert branches(repo) == {"main", "busy"}


def test_the_branch_of_one_whose_workspace_was_closed_stays(repo: Path, records: str) -> None:
    worktree = finish(made(repo, "x", records), records)
    note_closed(worktree.path, records)
    assert [tidy(each, records) for each in orphans(records, ())] == [None]
    assert branches(repo) == {"main", "x"}


def test_a_finished_one_that_is_to_be_kept_stays_with_its_branch(repo: Path, records: str) -> None:
    worktree = finish(made(repo, "x", records, teardown="keep"), records)
    assert tidy(worktree, records) == "worktree_teardown is keep"
    assert branches(repo) == {"main", "x"}


def test_a_folder_that_git_never_came_to_goes_if_nothing_is_in_it(repo: Path, records: str) -> None:
    path = repo.parent / f"{repo.name}.worktrees" / "x"
    path.mkdir(parents=True)
    worktree = ManagedWorktree(str(path), str(repo), "x", done=False)
    record.save(records, worktree)
    (path / "mine").write_text("x")
    assert tidy(worktree, records) == "it cannot be removed"
    (path / "mine").unlink()
    assert tidy(worktree, records) is None
    assert not path.parent.exists()
