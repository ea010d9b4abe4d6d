"""`paneflow-mcp`: panes for language models, to read only, over the Model Context Protocol on standard input and output."""
