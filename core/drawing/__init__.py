"""Pictures: shapes, colours, paper, blocks of pieces, arrows."""
