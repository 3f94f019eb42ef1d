from streamlit import net_util
from streamlit.web import cli

from dashboard import quiet


def test_the_public_address_is_never_looked_up(monkeypatch) -> None:
    # With the real function a look-up is an HTTP request, which would be made here.
    monkeypatch.setattr(net_util, "get_external_ip", lambda: "asked")
    monkeypatch.setattr(cli, "main", lambda: None)
    quiet.main()
    assert net_util.get_external_ip() is None
