"""What those do who host the bot: set it up, invite it, look after it, copy its data. Nobody on Discord sees it."""
