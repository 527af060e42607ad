"""`python -m kronika`: the command line."""

from kronika.cli import main

if __name__ == "__main__":
    main()
