"""The Model Context Protocol: tools and texts for language models, answered by the desk that answers other programs."""
