"""The ground that everything stands on: chance, digests, errors, limits, text, TOML, decoding."""
