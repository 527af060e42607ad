"""The Model Context Protocol: tools and texts for language models, on top of the handler for other programs."""
