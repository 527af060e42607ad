"""The checks of the suite, one module a theme; `kronika.testing.contract` gathers and runs them."""
