"""Read-only access to Paneflow for language models, over the Model Context Protocol."""
