"""The protocol for other programs: messages in both directions, a handler that answers them, streams of lines."""
