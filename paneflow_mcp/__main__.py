"""`python -m paneflow_mcp`: the server on standard input and output."""

from paneflow_mcp.server import serve


def main() -> None:
    """Serve until standard input ends."""
    serve()


if __name__ == "__main__":
    main()
