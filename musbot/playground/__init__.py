"""An offline Discord: its REST API and gateway on 127.0.0.1, for an unmodified discord.py.

It is where the bot is tested end to end, where it is loaded, and what `make run` opens when there is no
token. See docs/playground.md.
"""

from .answers import Answer, NotAnswered
from .faults import Fault, Faults
from .interactions import CallbackType, Interaction, InteractionType, Modal
from .people import Person
from .permissions import Permission
from .pointing import NotLoopback, point_discord_py_here
from .ratelimits import LIKE_DISCORD, Rate, RateLimits
from .reading import Button, Select, buttons_of, selects_of, text_of
from .refusals import CannotDo, Refusal
from .server import Playground, PortInUse
from .things import Channel, Guild, Message, Pinged, User
from .transcript import Exchange, Transcript
from .world import World, mus_club

__all__ = [
    "LIKE_DISCORD",
    "Answer",
    "Button",
    "CallbackType",
    "CannotDo",
    "Channel",
    "Exchange",
    "Fault",
    "Faults",
    "Guild",
    "Interaction",
    "InteractionType",
    "Message",
    "Modal",
    "NotAnswered",
    "NotLoopback",
    "Permission",
    "Person",
    "Pinged",
    "Playground",
    "PortInUse",
    "Rate",
    "RateLimits",
    "Refusal",
    "Select",
    "Transcript",
    "User",
    "World",
    "buttons_of",
    "mus_club",
    "point_discord_py_here",
    "selects_of",
    "text_of",
]
