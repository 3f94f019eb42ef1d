"""A club that asks people to sign in shows nothing before they have."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from recorder.club import Club

APP = str(Path(__file__).parents[2] / "dashboard" / "app.py")
AUTH = {"redirect_uri": "http://localhost/oauth2callback", "cookie_secret": "s"}


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    Club.create(tmp_path / "club", "The members' club")
    monkeypatch.setenv("BIDWHIST_CLUB", str(tmp_path / "club"))
    return AppTest.from_file(APP, default_timeout=60)


def test_the_door_is_all_there_is(app: AppTest) -> None:
    app.secrets["auth"] = AUTH
    app.run()
    assert not app.exception
    assert [button.label for button in app.button] == ["Sign in"]
    assert "The members' club" not in " ".join(text.value for text in app.markdown)


def test_without_a_provider_nobody_is_asked(app: AppTest) -> None:
    app.run()
    assert not app.exception
    assert "Sign in" not in [button.label for button in app.button]
