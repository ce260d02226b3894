"""Images of hands and tables, from plain data. Nothing here knows Discord or a language."""
