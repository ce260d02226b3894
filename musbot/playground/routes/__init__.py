"""What each REST route does. Importing this declares them all."""

from . import application, channels, guilds, interactions, messages, threads

__all__ = ["application", "channels", "guilds", "interactions", "messages", "threads"]
