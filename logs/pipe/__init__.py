"""Other programs: the messages that go to and fro, a desk that answers them, the streams that carry them."""
