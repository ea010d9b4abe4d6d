"""What looks like a secret is taken out of text for scripts and models."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paneflow.host.masking import MASK, mask


@pytest.mark.parametrize(
    "secret",
    ["sk-ant-api03-" + "a1B2" * 8, "ghp_" + "a1B2" * 9, "github_pat_" + "a1B2" * 9, "glpat-" + "a1B2" * 5,
     "xoxb-1234567890-abcdef", "AKIA" + "ABCD" * 4, "AIza" + "a1B2" * 9, "sk_live_" + "a1B2" * 5,
     "eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSMeK"],
)  # fmt: skip
def test_a_token_of_a_known_form_is_masked_wherever_it_stands(secret: str) -> None:
    assert mask(f"before {secret} after") == f"before {MASK} after"
    assert secret not in mask(f"X={secret}\nurl?key={secret}&y")


@pytest.mark.parametrize(
    ("line", "masked"),
    [
        ("DB_PASSWORD=hunter22", f"DB_PASSWORD={MASK}"),
        ('"api_key": "abcdef12"', f'"api_key": "{MASK}"'),
        ("Authorization: Bearer abcdefgh.ijkl", f"Authorization: Bearer {MASK}"),
        ("secret: s3cr3t", f"secret: {MASK}"),
    ],
)
def test_what_is_called_a_secret_is_masked_and_its_name_stays(line: str, masked: str) -> None:
    assert mask(line) == masked


@pytest.mark.parametrize(
    "line", ["the password is required", "token count: 7", "sk-short", "git log --oneline", "secretary: Bob"]
)
def test_ordinary_text_stays(line: str) -> None:
    assert mask(line) == line


def test_a_private_key_is_masked_as_a_whole() -> None:
    text = "-----BEGIN RSA PRIVATE KEY-----\nabc\ndef\n-----END RSA PRIVATE KEY-----\n"
    assert mask(text) == f"-----BEGIN RSA PRIVATE KEY-----\n{MASK}\n-----END RSA PRIVATE KEY-----\n"


@given(st.text(alphabet='abk-_=: \n"eyJ.BEGIN', max_size=300))
def test_masking_twice_changes_nothing_more(text: str) -> None:
    once = mask(text)
    assert mask(once) == once


def test_no_text_makes_it_slow() -> None:
    for text in ("sk-" * 100_000, "eyJ" * 100_000, "password" * 40_000, "bearer " * 50_000, "a" * 400_000):
        began = time.thread_time()
        mask(text)
        assert time.thread_time() - began < 2
