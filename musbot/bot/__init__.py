"""Discord: the client, commands, components and texts. The only room that knows Discord."""
