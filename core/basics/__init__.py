"""The basics that all other packages use: chance, errors, limits, text, TOML and decoding."""
