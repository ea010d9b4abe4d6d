"""What looks like a secret, and what does not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paneflow.rpc.masking import MASK, masked, masked_command

# Put together here, so that no scanner takes this file for a leak.
SECRETS = [
    "AKIA" + "ABCDEFGHIJKLMNOP",
    "ghp_" + "a1B2" * 9,
    "github_pat_" + "a1B2_" * 8,
    "glpat-" + "a1B2" * 6,
    "xoxb-" + "1234567890-abcdefghij",
    "sk-" + "proj-" + "a1B2" * 8,
    "sk-ant-" + "api03-" + "a1B2" * 8,
    "sk_live_" + "a1B2" * 6,
    "AIza" + "a1B2c" * 7,
    "npm_" + "a1B2" * 9,
    "hf_" + "a1B2" * 9,
    "eyJ" + "hbGciOiJIUzI1" + ".eyJzdWIiOiIxMjM0" + ".SflKxwRJSMeKKF2QT4",
]
NAMED = [
    ("password=hunter2!", "password="),
    ("DB_PASSWORD: 'hunter2!'", "DB_PASSWORD: '"),
    ('"api_key": "0123abcd"', '"api_key": "'),
    ("AWS_SECRET_ACCESS_KEY = abcd/efgh+ijkl", "AWS_SECRET_ACCESS_KEY = "),
    ("Authorization: Bearer abcdefghijkl.mnop", "Authorization: Bearer "),
    ("postgres://me:hunter2@db/x", "postgres://me:"),
    ("export GITHUB_TOKEN=abcd1234", "export GITHUB_TOKEN="),
]
KEY = ["-----BEGIN OPENSSH PRIVATE KEY-----", "b3BlbnNzaC1rZXktdjEAAAAABG5vbmU", "AAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtz"]
END = "-----END OPENSSH PRIVATE KEY-----"


@pytest.mark.parametrize("secret", SECRETS)
def test_a_token_of_a_known_form_is_masked_and_nothing_around_it(secret: str) -> None:
    assert masked([f"before {secret} after"]) == [f"before {MASK} after"]


@pytest.mark.parametrize(("line", "kept"), NAMED)
def test_what_stands_behind_a_telling_name_is_masked(line: str, kept: str) -> None:
    (shown,) = masked([line])
    assert shown.startswith(kept + MASK)
    assert "hunter2" not in shown
    assert "abcd" not in shown


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        (["a", *KEY, END, "b"], ["a", *[MASK] * 4, "b"]),
        ([*KEY, "$ next"], [*[MASK] * 3, "$ next"]),
        (["out", *KEY[1:], END, "b"], ["out", *[MASK] * 3, "b"]),
    ],
)
def test_a_private_key_is_masked_also_where_only_a_part_is_seen(lines: list[str], left: list[str]) -> None:
    assert masked(lines) == left


@pytest.mark.parametrize(
    "line",
    [
        "the password is wrong", "tokens: 12", "commit 3f2a9c41d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0", "key = a", "sk-short",
        "https://host:8080/path", "-----BEGIN CERTIFICATE-----", "secretary: on leave"[:9], "eyJ.a.b",
    ],
)  # fmt: skip
def test_other_text_is_left_alone(line: str) -> None:
    assert masked([line]) == [line]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.text(max_size=80), max_size=20))
def test_there_are_as_many_lines_as_before(lines: list[str]) -> None:
    assert len(masked(lines)) == len(lines)


@pytest.mark.timeout(20)
@pytest.mark.parametrize("line", ["eyJ" + "a" * 200_000, "a.-" * 100_000, "password" * 30_000, "x://" * 50_000])
def test_a_long_line_holds_nobody_up(line: str) -> None:
    assert len(masked([line] * 3)) == 3


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("psql --password hunter2 -h db", f"psql --password {MASK} -h db"),
        ("deploy --api-key=abc --to prod", f"deploy --api-key={MASK} --to prod"),
        ("deploy -token abc", f"deploy -token {MASK}"),
        ("curl -u me:pw https://example.org", f"curl -u me:{MASK} https://example.org"),
        ("curl --user=me:pw x", f"curl --user=me:{MASK} x"),
        ("sshpass -p pw ssh host", f"sshpass -p {MASK} ssh host"),
        ("env PGPASSWORD=hunter2 psql", f"env PGPASSWORD={MASK} psql"),
        ("git clone https://me:pw1@example.org/x", f"git clone https://me:{MASK}@example.org/x"),
        ("login --password --user me", "login --password --user me"),
        ("ssh -p 22 host", "ssh -p 22 host"),
        ("python3 tokenize.py --out x", "python3 tokenize.py --out x"),
        ("", ""),
    ],
)
def test_a_command_line_is_told_without_its_secrets(line: str, told: str) -> None:
    assert masked_command(line) == told


@pytest.mark.timeout(5)
def test_a_hostile_command_line_takes_no_time() -> None:
    for line in ("-" * 100_000, "--token" * 20_000, "-u " * 30_000, "--" + "a" * 100_000):
        masked_command(line)
