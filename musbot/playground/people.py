"""The people of the playground, and what they do: commands, clicks, choices, forms, messages.

A person acts as Discord's client lets them: a button that is disabled, hidden or not there cannot be
clicked. `hostile=True` skips those checks, for clients that lie.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from .answers import Answer
from .components import SELECTS, ComponentType
from .fields import filled_in
from .interactions import Interaction, InteractionType, Modal
from .messaging import dismiss_message, post_message
from .options import find_command, option_payload, resolve
from .permissions import Permission, can_view, permissions_in
from .reading import controls_of
from .refusals import CannotDo
from .things import Channel, Guild, Message, User
from .wire import Json

if TYPE_CHECKING:
    from .server import Playground

__all__ = ["HasId", "Person"]

PATIENCE = 3.0
"""Real seconds that people wait for an answer, as Discord's client does."""

Value = str | int | float | bool | object


@runtime_checkable
class HasId(Protocol):
    """Anything with a Discord id, also an object of discord.py."""

    @property
    def id(self) -> int:
        """The id."""


class Person:
    """One of the people. They act as fast as they are told to, also at the same instant.

    Attributes:
        patience: real seconds that they wait for an answer, as Discord's client does.
        modal: the form that is open before them, if any.
    """

    def __init__(self, playground: Playground, user: User) -> None:
        self.playground = playground
        self.user = user
        self.patience = PATIENCE
        self.modal: Modal | None = None

    @property
    def id(self) -> int:
        """The user's id."""
        return self.user.id

    @property
    def name(self) -> str:
        """The name that people see."""
        return self.user.display_name

    @property
    def mention(self) -> str:
        """The text that names this person in a message."""
        return f"<@{self.user.id}>"

    @property
    def locale(self) -> str:
        """The language of their client."""
        return self.user.locale

    @locale.setter
    def locale(self, locale: str) -> None:
        self.user.locale = locale
        self.playground.user_changed(self.user)

    @property
    def dms_open(self) -> bool:
        """Whether they take private messages from servers."""
        return self.user.dms_open

    @dms_open.setter
    def dms_open(self, dms_open: bool) -> None:
        self.user.dms_open = dms_open
        self.playground.user_changed(self.user)

    def __repr__(self) -> str:
        return f"<Person {self.name}>"

    # -- looking ------------------------------------------------------------------------------------

    def sees(self, channel: object = None) -> list[Message]:
        """The messages that they see in a channel, newest last, with the ephemeral ones that are theirs."""
        place = self.playground.channel(channel)
        if not can_view(self.playground.world, self.id, place):
            return []
        return [m for m in place.messages.values() if m.visible_to in (None, self.id)]

    def last(self, channel: object = None) -> Message:
        """The newest message that they see in a channel. Raises `CannotDo` when there is none."""
        seen = self.sees(channel)
        if not seen:
            raise CannotDo(f"{self.name} sees no message there")
        return seen[-1]

    def dm(self) -> Channel:
        """Their private conversation with the bot."""
        return self.playground.world.dm_with(self.user)

    def dms(self) -> list[Message]:
        """The messages of their private conversation with the bot, newest last."""
        channel = self.playground.world.dms.get(self.id)
        return list(channel.messages.values()) if channel is not None else []

    # -- acting -------------------------------------------------------------------------------------

    async def slash(self, command: str, channel: object = None, /, **options: Value) -> Answer:
        """Use a slash command.

        Args:
            command: its full name, as "mus open".
            channel: where; the first channel when None.
            options: its options. People, channels and roles as things with an id, files as bytes or
                (name, bytes).

        Raises:
            CannotDo: the client does not offer it: unknown command or option, missing required option, a
                value out of range, a channel that they do not see.
            NotAnswered: the bot did not answer.
        """
        place = self.playground.channel(channel)
        found = find_command(self.playground.world, command, place)
        self.check_may_use(found.command, place)
        data = found.data(option_payload(self.playground, found, options))
        resolve(self.playground, place, data)
        return await self._do(InteractionType.COMMAND, place, data, name=command.removeprefix("/"))

    async def autocomplete(
        self, command: str, option: str, typed: str = "", channel: object = None, /, **options: Value
    ) -> Answer:
        """Type into an option and see suggestions, in the answer's `choices`."""
        place = self.playground.channel(channel)
        found = find_command(self.playground.world, command, place)
        self.check_may_use(found.command, place)
        data = found.data(option_payload(self.playground, found, options | {option: typed}, focused=option))
        return await self._do(InteractionType.AUTOCOMPLETE, place, data, name=command.removeprefix("/"))

    async def user_command(self, command: str, target: HasId | User, channel: object = None) -> Answer:
        """Use a command of a person's context menu."""
        return await self._context(command, 2, target.id, channel)

    async def message_command(self, command: str, target: object) -> Answer:
        """Use a command of a message's context menu."""
        message = self.playground.message(target)
        return await self._context(command, 3, message.id, message.channel_id)

    async def _context(self, command: str, kind: int, target: int, channel: object) -> Answer:
        place = self.playground.channel(channel)
        found = find_command(self.playground.world, command, place, kind=kind)
        self.check_may_use(found.command, place)
        data = found.data([])
        data["target_id"] = str(target)
        resolve(self.playground, place, data)
        return await self._do(InteractionType.COMMAND, place, data, name=command)

    async def click(
        self,
        message: object = None,
        *,
        label: str | None = None,
        custom_id: str | None = None,
        channel: object = None,
        hostile: bool = False,
    ) -> Answer:
        """Click a button.

        Args:
            message: the message; when None, the newest one that they see in `channel` with such a button.
            label: the button by what it says,
            custom_id: or by its custom id.
            hostile: send the click though there is no such button, or it is disabled.

        Raises:
            CannotDo: no such button, or it is disabled.
            NotAnswered: the bot did not answer.
        """
        target = self._target(message, channel, label, custom_id, hostile=hostile)
        control = self._control(target, label, custom_id)
        if not hostile:
            self._may_press(target, control, label or custom_id)
            assert control is not None
        found = str(control["custom_id"]) if control is not None else custom_id
        if found is None:
            raise CannotDo(f"no button {label!r} on message {target.id}")
        data = {"custom_id": found, "component_type": ComponentType.BUTTON}
        if control is not None:
            data["id"] = control["id"]
        return await self._do(InteractionType.COMPONENT, self._place(target), data, message=target)

    async def select(
        self,
        message: object,
        custom_id: str | None,
        values: Sequence[str | HasId | User],
        *,
        hostile: bool = False,
    ) -> Answer:
        """Choose in a select, by values (or labels) of a string select, or things with ids of the others.

        `custom_id` None means the only select of the message.
        """
        target = self.playground.message(message)
        selects = [c for c in controls_of(target) if c["type"] in SELECTS]
        control = next((c for c in selects if custom_id in (None, c["custom_id"])), None)
        chosen = [v if isinstance(v, str) else str(v.id) for v in values]
        if not hostile:
            self._may_press(target, control, custom_id or "select")
        if control is not None:
            by_label = {o["label"]: o["value"] for o in control.get("options") or []}
            offered = set(by_label.values())
            chosen = [v if v in offered else by_label.get(v, v) for v in chosen]
            low, high = control.get("min_values", 1), control.get("max_values", 1)
            wrong = [v for v in chosen if offered and v not in offered]
            if not hostile and (wrong or not low <= len(chosen) <= high):
                raise CannotDo(f"the select takes {low} to {high} of {sorted(offered)}, not {chosen}")
        data: Json = {
            "custom_id": control["custom_id"] if control is not None else custom_id,
            "component_type": control["type"] if control is not None else ComponentType.STRING_SELECT,
            "values": chosen,
        }
        if control is not None:
            data["id"] = control["id"]
        place = self._place(target)
        resolve(self.playground, place, data)
        return await self._do(InteractionType.COMPONENT, place, data, message=target)

    async def submit(
        self,
        modal: Modal | None = None,
        values: Mapping[str, str | bool | Sequence[str | HasId]] | None = None,
        *,
        hostile: bool = False,
    ) -> Answer:
        """Fill in a form and send it.

        Args:
            modal: the form; the one that is open when None.
            values: by custom id: texts, lists of values for selects and checkbox groups, True or False.
                A field without a value keeps what the bot filled in.

        Raises:
            CannotDo: there is no open form, or a value is missing, too short or too long.
        """
        form = modal or self.modal
        if form is None:
            raise CannotDo(f"no form is open before {self.name}")
        components = filled_in(form.components, values or {}, checked=not hostile)
        if self.modal is form:
            self.modal = None
        return await self._send_form(form, components)

    async def _send_form(self, form: Modal, components: list[Json]) -> Answer:
        parent = self.playground.desk.by_id.get(form.interaction_id)
        if parent is None:
            raise CannotDo("that form is too old")
        place = self.playground.channel(parent.channel_id)
        data: Json = {"custom_id": form.custom_id, "components": components}
        resolve(self.playground, place, data)
        message = self.playground.world.messages.get(parent.message_id or 0)
        return await self._do(InteractionType.MODAL_SUBMIT, place, data, message=message, parent=parent)

    def say(self, content: str, channel: object = None, *, reply_to: Message | None = None) -> Message:
        """Write a message. Raises `CannotDo` where they may not."""
        place = self.playground.channel(channel)
        world = self.playground.world
        rights = 0
        if place.guild_id is not None:
            rights = permissions_in(world, world.guilds[place.guild_id], self.id, place)
            needed = Permission.SEND_MESSAGES_IN_THREADS if place.is_thread else Permission.SEND_MESSAGES
            if not rights & needed or (place.locked and not rights & Permission.MANAGE_THREADS):
                raise CannotDo(f"{self.name} may not write there")
        elif self.id not in place.recipients:
            raise CannotDo(f"{self.name} is not in that conversation")
        return post_message(
            self.playground.realm,
            place,
            self.id,
            {"content": content[:2000]},
            rights=rights,
            reference=reply_to,
        )

    def dismiss(self, message: Message) -> None:
        """Close an ephemeral message."""
        dismiss_message(self.playground.realm, message)

    def leave(self, guild: Guild | None = None) -> None:
        """Leave a server."""
        self.playground.realm.remove_member(guild or self.playground.guild, self.id)

    # -- what the client allows ---------------------------------------------------------------------

    def check_may_use(self, command: Json, place: Channel) -> None:
        """Raises `CannotDo` when the client does not offer a command there."""
        contexts = command.get("contexts")
        here = 0 if place.guild_id is not None else 1
        if contexts is not None and here not in contexts:
            raise CannotDo(f"/{command['name']} is not offered {'in servers' if here == 0 else 'in DMs'}")
        if place.guild_id is None:
            return
        world = self.playground.world
        guild = world.guilds[place.guild_id]
        if not guild.bot_joined and 1 not in command["integration_types"]:
            raise CannotDo(f"/{command['name']} is not offered where the bot is no member")
        rights = permissions_in(world, guild, self.id, place)
        if not rights & Permission.USE_APPLICATION_COMMANDS:
            raise CannotDo(f"{self.name} may not use commands in #{place.name}")
        needed = command.get("default_member_permissions")
        admin = bool(rights & Permission.ADMINISTRATOR)
        if needed is not None and not admin and (int(needed) == 0 or rights & int(needed) != int(needed)):
            raise CannotDo(f"{self.name} lacks the permissions for /{command['name']}")
        if place.archived:
            raise CannotDo("there are no commands in an archived thread")

    def check_press(self, message: Message, custom_id: str) -> None:
        """Raises `CannotDo` when the client does not let them use that button or select."""
        control = next((c for c in controls_of(message) if c.get("custom_id") == custom_id), None)
        self._may_press(message, control, custom_id)

    def _may_press(self, message: Message, control: Json | None, what: object) -> None:
        if message.deleted:
            raise CannotDo(f"message {message.id} is gone")
        if message.visible_to not in (None, self.id):
            raise CannotDo(f"{self.name} does not see message {message.id}")
        place = self._place(message)
        if not can_view(self.playground.world, self.id, place):
            raise CannotDo(f"{self.name} does not see that channel")
        if place.archived or place.locked:
            raise CannotDo("nothing can be pressed in an archived or locked thread")
        if control is None:
            raise CannotDo(f"there is no {what!r} on message {message.id}: {self._offer(message)}")
        if control.get("disabled"):
            raise CannotDo(f"{what!r} is disabled")

    @staticmethod
    def _offer(message: Message) -> str:
        offer = [str(c.get("label") or c.get("custom_id")) for c in controls_of(message)]
        return "it offers " + ", ".join(repr(o) for o in offer) if offer else "it offers nothing"

    def _place(self, message: Message) -> Channel:
        return self.playground.channel(message.channel_id)

    def _target(
        self, message: object, channel: object, label: str | None, custom_id: str | None, *, hostile: bool
    ) -> Message:
        if message is not None:
            return self.playground.message(message)
        seen = self.sees(channel)
        for candidate in reversed(seen):
            if self._control(candidate, label, custom_id) is not None:
                return candidate
        if hostile and seen:
            return seen[-1]
        raise CannotDo(f"{self.name} sees no message with a button {label or custom_id!r}")

    @staticmethod
    def _control(message: Message, label: str | None, custom_id: str | None) -> Json | None:
        for control in controls_of(message):
            if control["type"] != ComponentType.BUTTON or control.get("url"):
                continue
            if custom_id is not None and control.get("custom_id") == custom_id:
                return control
            if (
                custom_id is None
                and label is not None
                and (control.get("label") or "").strip() == label.strip()
            ):
                return control
        return None

    # -- sending ------------------------------------------------------------------------------------

    async def _do(
        self,
        kind: int,
        place: Channel,
        data: Json,
        *,
        message: Message | None = None,
        name: str = "",
        parent: Interaction | None = None,
    ) -> Answer:
        interaction = self.playground.desk.create(
            kind, self.id, place, data, message=message, name=name, parent=parent
        )
        return await Answer(self, interaction).acknowledgement(self.patience)
