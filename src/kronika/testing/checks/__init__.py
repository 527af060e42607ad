"""The checks of the suite, one module for each theme; `kronika.testing.contract` collects and runs them."""
