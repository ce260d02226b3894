"""The rules of interactions: three seconds to answer once, fifteen minutes to follow up."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Sequence
from typing import Any

from .components import check_modal
from .forms import EPHEMERAL, IS_COMPONENTS_V2, LOADING, Upload, check_message
from .interactions import CallbackType, Interaction, InteractionType, Modal
from .messaging import (
    CONTEXT_MENU_ANSWER,
    DEFAULT,
    REPLY,
    SLASH_ANSWER,
    delete_message,
    edit_message,
    post_message,
)
from .permissions import permissions_in
from .realm import Realm
from .refusals import Code, Form, Refusal
from .things import Channel, Message
from .wire import Json

__all__ = ["Desk"]

ANSWER_WITHIN = 3.0
TOKEN_LIVES = 15 * 60.0


ALLOWED_CALLBACKS = {
    InteractionType.COMMAND: (4, 5, 9, 10),
    InteractionType.COMPONENT: (4, 5, 6, 7, 9, 10),
    InteractionType.AUTOCOMPLETE: (8,),
    InteractionType.MODAL_SUBMIT: (4, 5, 6, 7, 10),
}


FOLLOW_UPS_WITHOUT_SERVER = 5
"""Follow-ups to one interaction where the bot is no member of the server."""


class Desk:
    """Where interactions are handed to the bot and its answers come back."""

    def __init__(self, realm: Realm) -> None:
        self.realm = realm
        self.by_id: dict[int, Interaction] = {}
        self.by_token: dict[str, Interaction] = {}
        self.open: set[Interaction] = set()
        self._queue: deque[Interaction] = deque()

    # -- towards the bot ----------------------------------------------------------------------------

    def create(
        self,
        type: int,
        user_id: int,
        channel: Channel,
        data: Json,
        *,
        message: Message | None = None,
        name: str = "",
        nonce: str | None = None,
        parent: Interaction | None = None,
    ) -> Interaction:
        """Make an interaction and send its event to the bot.

        Args:
            data: the interaction's `data` object.
            message: the message whose component was used, or from which a modal was opened.
            name: the command's full name, as "mus open".
            parent: for a modal, the interaction that opened it.
        """
        realm = self.realm
        now = realm.now()
        self._forget(now)
        interaction = Interaction(
            realm.world.ids.next(now),
            type,
            secrets.token_urlsafe(48),
            user_id,
            channel.id,
            channel.guild_id,
            data,
            now,
            message_id=message.id if message is not None else None,
            name=name,
            nonce=nonce,
        )
        interaction.metadata = self._metadata(interaction, parent)
        self.by_id[interaction.id] = interaction
        self.by_token[interaction.token] = interaction
        self._queue.append(interaction)
        self.open.add(interaction)
        loop = asyncio.get_running_loop()
        interaction.sent_at = loop.time()
        interaction.deadline = loop.call_later(ANSWER_WITHIN, self._expire, interaction)
        payload = self._payload(interaction, channel, message)
        self._tell(interaction)
        interaction.delivered = realm.gateway.dispatch(
            "INTERACTION_CREATE", payload, guild_id=channel.guild_id
        )
        return interaction

    def _payload(self, interaction: Interaction, channel: Channel, message: Message | None) -> Json:
        world = self.realm.world
        user = world.users[interaction.user_id]
        payload: Json = {
            "id": str(interaction.id),
            "application_id": str(world.application_id),
            "type": interaction.type,
            "token": interaction.token,
            "version": 1,
            "data": interaction.data,
            "channel_id": str(channel.id),
            "channel": world.channel_payload(channel),
            "locale": user.locale,
            "entitlements": [],
            "entitlement_sku_ids": [],
            "attachment_size_limit": 10 * 1024 * 1024,
        }
        if channel.guild_id is not None:
            guild = world.guilds[channel.guild_id]
            rights = permissions_in(world, guild, user.id, channel)
            member = world.member_payload(guild, user.id)
            member["permissions"] = str(rights)
            payload["channel"]["permissions"] = str(rights)
            payload |= {
                "guild_id": str(guild.id),
                "guild": {"id": str(guild.id), "locale": guild.preferred_locale, "features": []},
                "guild_locale": guild.preferred_locale,
                "member": member,
                "app_permissions": str(self.realm.rights(channel) if guild.bot_joined else rights),
                "context": 0,
                "authorizing_integration_owners": self._owners(interaction),
            }
        else:
            payload |= {
                "user": user.payload(),
                "app_permissions": str(1 << 10 | 1 << 11 | 1 << 14 | 1 << 15 | 1 << 16 | 1 << 18),
                "context": 1,
                "authorizing_integration_owners": self._owners(interaction),
            }
        if message is not None:
            payload["message"] = message.data
        return payload

    def _owners(self, interaction: Interaction) -> Json:
        """Who has installed the bot there: the server, or, where it is no member, the person for themselves."""
        guild = self.realm.world.guilds.get(interaction.guild_id or 0)
        if guild is not None and not guild.bot_joined:
            return {"1": str(interaction.user_id)}
        return {"0": str(interaction.guild_id or 0)}

    def _metadata(self, interaction: Interaction, parent: Interaction | None) -> Json:
        metadata: Json = {
            "id": str(interaction.id),
            "type": interaction.type,
            "user": self.realm.world.users[interaction.user_id].payload(),
            "authorizing_integration_owners": self._owners(interaction),
        }
        if interaction.type == InteractionType.COMMAND:
            metadata["name"] = interaction.name
            metadata["command_type"] = interaction.data.get("type", 1)
        elif interaction.type == InteractionType.COMPONENT:
            metadata["interacted_message_id"] = str(interaction.message_id)
        elif parent is not None:
            metadata["triggering_interaction_metadata"] = parent.metadata
        return metadata

    def _expire(self, interaction: Interaction) -> None:
        """Three real seconds have passed: the client says that the interaction failed."""
        if interaction.callback is None:
            interaction.status = "failed"
            self._tell(interaction)

    def _forget(self, now: float) -> None:
        """Drop interactions whose tokens are long dead."""
        while self._queue and now - self._queue[0].created > TOKEN_LIVES + 60:
            old = self._queue.popleft()
            self.by_id.pop(old.id, None)
            self.by_token.pop(old.token, None)
            self.realm.world.changed("interaction", old.id)

    def _tell(self, interaction: Interaction) -> None:
        if interaction.completed:
            self.open.discard(interaction)
        interaction.wake()
        for watcher in self.realm.watchers:
            watcher.interaction_changed(interaction)

    # -- from the bot -------------------------------------------------------------------------------

    def answer(self, interaction_id: str, token: str, body: Json, uploads: list[Upload]) -> Json:
        """Take the bot's callback; returns the object that `with_response` asks for.

        Raises:
            Refusal: 10062 when it comes too late or is for nothing known, 40060 for a second one, 50035 for
                a payload that Discord does not accept.
        """
        interaction = self.by_id.get(int(interaction_id)) if interaction_id.isdigit() else None
        if interaction is None or not secrets.compare_digest(interaction.token, token):
            raise Refusal.of(Code.UNKNOWN_INTERACTION)
        try:
            if interaction.callback is not None:
                raise Refusal.of(Code.ALREADY_ACKNOWLEDGED)
            if self.realm.now() - interaction.created > ANSWER_WITHIN:
                raise Refusal.of(Code.UNKNOWN_INTERACTION)
            message = self._obey(interaction, body, uploads)
        except Refusal as refusal:
            interaction.refusals.append(refusal)
            raise
        interaction.callback = int(body["type"])
        interaction.original = message.id if message is not None else None
        interaction.answered_at = asyncio.get_running_loop().time()
        thinking = interaction.callback == CallbackType.DEFERRED_MESSAGE
        interaction.status = "thinking" if thinking else "done"
        if interaction.deadline is not None:
            interaction.deadline.cancel()
            interaction.deadline = None
        self.realm.world.changed("interaction", interaction.id)
        self._tell(interaction)
        return self._callback_response(interaction, message)

    def _obey(self, interaction: Interaction, body: Json, uploads: list[Upload]) -> Message | None:
        """Do what an accepted callback says; returns the message it made or changed."""
        kind = body.get("type")
        data: Json = body.get("data") or {}
        allowed = ALLOWED_CALLBACKS[interaction.type]
        if interaction.type == InteractionType.MODAL_SUBMIT and interaction.message_id is None:
            allowed = (4, 5, 10)
        form = Form()
        if kind not in allowed:
            form.wrong(("type",), "BASE_TYPE_CHOICES", f"Value must be one of {allowed}.")
            form.check()
        world = self.realm.world
        channel = world.channels.get(interaction.channel_id)
        if channel is None:
            raise Refusal.of(Code.UNKNOWN_CHANNEL)
        match kind:
            case CallbackType.MESSAGE:
                check_message(data, uploads, path_prefix="data")
                return self._post(interaction, channel, data, uploads, original=True)
            case CallbackType.DEFERRED_MESSAGE:
                loading = {"flags": LOADING | (data.get("flags", 0) & EPHEMERAL)}
                return self._post(interaction, channel, loading, [], original=True)
            case CallbackType.DEFERRED_UPDATE:
                return world.messages.get(interaction.message_id or 0)
            case CallbackType.UPDATE:
                message = world.messages.get(interaction.message_id or 0)
                if message is None:
                    raise Refusal.of(Code.UNKNOWN_MESSAGE)
                check_message(data, uploads, old=message.data, path_prefix="data")
                return edit_message(self.realm, message, data, uploads)
            case CallbackType.CHOICES:
                choices = form.items(("data", "choices"), data.get("choices"), 0, 25)
                for index, choice in enumerate(choices):
                    form.text(("data", "choices", index, "name"), choice.get("name"), 1, 100)
                    value = choice.get("value")
                    if isinstance(value, str):
                        form.text(("data", "choices", index, "value"), value, 1, 100)
                form.check()
                interaction.choices = choices
            case CallbackType.MODAL:
                check_modal(data, form)
                form.check()
                interaction.modal = Modal(
                    interaction.id,
                    interaction.user_id,
                    data["custom_id"],
                    data["title"],
                    data["components"],
                )
        return None

    def _post(
        self,
        interaction: Interaction,
        channel: Channel,
        data: Json,
        uploads: list[Upload],
        *,
        original: bool,
    ) -> Message:
        """Put an answer or follow-up into the channel."""
        world = self.realm.world
        replied = world.messages.get((interaction.message_id if original else interaction.original) or 0)
        kind = DEFAULT
        if original and interaction.type == InteractionType.COMMAND:
            kind = SLASH_ANSWER if interaction.data.get("type", 1) == 1 else CONTEXT_MENU_ANSWER
        elif replied is not None:
            kind = REPLY
        metadata = interaction.metadata
        if not original and interaction.original is not None:
            metadata = {**metadata, "original_response_message_id": str(interaction.original)}
        extra: Json = {
            "webhook_id": str(world.application_id),
            "application_id": str(world.application_id),
            "interaction_metadata": metadata,
        }
        if original and interaction.type == InteractionType.COMMAND:
            extra["interaction"] = {
                "id": str(interaction.id),
                "type": interaction.type,
                "name": interaction.name,
                "user": metadata["user"],
            }
        ephemeral = bool((data.get("flags") or 0) & EPHEMERAL)
        return post_message(
            self.realm,
            channel,
            world.bot.id,
            data,
            uploads,
            kind=kind,
            rights=self.realm.rights(channel),
            visible_to=interaction.user_id if ephemeral else None,
            reference=replied if kind == REPLY else None,
            from_interaction=True,
            token=interaction.token,
            extra=extra,
        )

    def _callback_response(self, interaction: Interaction, message: Message | None) -> Json:
        about: Json = {"id": str(interaction.id), "type": interaction.type}
        response: Json = {"interaction": about}
        if message is not None:
            about |= {
                "response_message_id": str(message.id),
                "response_message_loading": message.thinking,
                "response_message_ephemeral": message.ephemeral,
            }
        if interaction.callback in (CallbackType.MESSAGE, CallbackType.DEFERRED_MESSAGE, CallbackType.UPDATE):
            assert message is not None
            response["resource"] = {"type": interaction.callback, "message": message.data}
        return response

    # -- follow-ups ---------------------------------------------------------------------------------

    def by_webhook(self, application_id: str, token: str) -> Interaction:
        """The interaction of a token that is alive.

        Raises:
            Refusal: 50027 for a token that is unknown or older than 15 minutes, 10015 when the interaction
                has not been acknowledged or is another application's.
        """
        if application_id != str(self.realm.world.application_id):
            raise Refusal.of(Code.UNKNOWN_WEBHOOK)
        interaction = self.by_token.get(token)
        if interaction is None or self.realm.now() - interaction.created > TOKEN_LIVES:
            raise Refusal.of(Code.INVALID_WEBHOOK_TOKEN)
        if interaction.callback is None:
            raise Refusal.of(Code.UNKNOWN_WEBHOOK)
        return interaction

    def message_of(self, interaction: Interaction, message_id: str) -> Message:
        """A message of this interaction, or "@original". Raises `Refusal` 10008."""
        if message_id == "@original":
            wanted = interaction.original or 0
        else:
            wanted = int(message_id) if message_id.isdigit() else 0
            if wanted not in (interaction.original, *interaction.followups):
                raise Refusal.of(Code.UNKNOWN_MESSAGE)
        message = self.realm.world.messages.get(wanted)
        if message is None:
            raise Refusal.of(Code.UNKNOWN_MESSAGE)
        return message

    def follow_up(self, interaction: Interaction, payload: Json, uploads: list[Upload]) -> Message:
        """Post a follow-up. The first one after a deferral fills in the "thinking" message."""
        original = self.realm.world.messages.get(interaction.original or 0)
        check_message(payload, uploads)
        if original is not None and original.thinking and interaction.status == "thinking":
            return self.edit(interaction, original, payload, uploads, checked=True)
        if "0" in self._owners(interaction):
            channel = self.realm.channel(interaction.channel_id)
        else:
            # Installed for the person alone: it may answer them wherever they are, but not on and on.
            channel = self.realm.world.channels[interaction.channel_id]
            if len(interaction.followups) >= FOLLOW_UPS_WITHOUT_SERVER:
                raise Refusal.of(Code.TOO_MANY_FOLLOW_UPS)
        message = self._post(interaction, channel, payload, uploads, original=False)
        interaction.followups.append(message.id)
        self._tell(interaction)
        return message

    def edit(
        self,
        interaction: Interaction,
        message: Message,
        payload: Json,
        uploads: Sequence[Upload],
        *,
        checked: bool = False,
    ) -> Message:
        """Edit an answer or follow-up by its token."""
        first = message.thinking
        files = list(uploads)
        if not checked:
            check_message(payload, files, old=None if first else message.data)
        if first and payload.get("flags", 0) & IS_COMPONENTS_V2:
            message.data = {**message.data, "content": "", "embeds": []}
        channel = self.realm.world.channels[message.channel_id]
        edit_message(
            self.realm, message, payload, files, rights=self.realm.rights(channel), first_answer=first
        )
        if first:
            interaction.status = "done"
            self._tell(interaction)
        else:
            interaction.wake()
        return message

    def delete(self, interaction: Interaction, message: Message) -> None:
        """Delete an answer or follow-up by its token."""
        delete_message(self.realm, message)
        if interaction.status == "thinking" and message.id == interaction.original:
            interaction.status = "done"
        self._tell(interaction)

    # -- to and from rows ---------------------------------------------------------------------------

    def row(self, interaction_id: int) -> Json | None:
        """What the disk keeps of an acknowledged interaction."""
        interaction = self.by_id.get(interaction_id)
        if interaction is None:
            return None
        names = "id type token user_id channel_id guild_id data created message_id name callback original"
        row: Json = {name: getattr(interaction, name) for name in names.split()}
        return row | {"followups": interaction.followups, "status": interaction.status}

    def restore(self, row: dict[str, Any]) -> None:
        """Put back an acknowledged interaction, so that its token works until it dies."""
        interaction = Interaction(**row)
        interaction.metadata = self._metadata(interaction, None)
        self.by_id[interaction.id] = interaction
        self.by_token[interaction.token] = interaction
        self._queue.append(interaction)
