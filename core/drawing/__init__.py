"""Pictures of tables as SVG: shapes, colour themes, layout of blocks, marks and arrows."""
