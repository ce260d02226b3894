"""musbot: Mus, the card game of the Basque Country and Spain, on Discord."""

__version__ = "0.1.0"
