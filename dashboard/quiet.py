"""Streamlit's command, kept from asking the network what this machine's address is.

`python -m dashboard.quiet run …`. Where a page is opened by a name that Streamlit does not know,
it would look its public address up at a web service to compare; nothing here is sent anywhere.
"""

from streamlit import net_util
from streamlit.web import cli

__all__ = ["main"]


def no_address() -> None:
    """What Streamlit takes for not knowing."""


def main() -> None:
    net_util.get_external_ip = no_address
    cli.main()


if __name__ == "__main__":
    main()
