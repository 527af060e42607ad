"""A web server for games: `kronika host`. Needs the extra `web`; nothing else imports this package."""
